// check.mjs: what the clients for Node share. Packages are those of the folder
// that PEER_MODULES names. For each check a line is printed: its name, a tab,
// and what was wrong, if anything.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const { resolve } = createRequire(`${process.env.PEER_MODULES}/`);

export function load(name)
{
	return import(pathToFileURL(resolve(name)));
}

export async function check(name, what)
{
	let why = "";
	try {
		await what();
	} catch (error) {
		why = error.stack.split("\n").slice(0, 12).join(" ");
	}
	console.log(`${name}\t${why.replace(/\s+/g, " ")}`);
}

export async function collect(stream)
{
	const items = [];
	for await (const item of stream)
		items.push(item);
	return items;
}

export function sleep(ms)
{
	return new Promise((done) => setTimeout(done, ms));
}

// How many clients have left the server at this URL.
export async function left(url)
{
	const reply = await fetch(new URL("/metrics", url));
	return +/^echochat_clients_left_total (\d+)/m.exec(await reply.text())[1];
}

export async function seenWithin(ms, isSo)
{
	for (const end = performance.now() + ms; !await isSo(); await sleep(5))
		assert(performance.now() < end, "the server has not seen it");
}
