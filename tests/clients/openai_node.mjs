// openai_node.mjs URL STRICT: the openai package of npm as a client; the
// servers are those of openai_python.py.
import assert from "node:assert/strict";

import { check, collect, left, load, seenWithin, sleep } from "./check.mjs";

const { default: OpenAI } = await load("openai");
const [url, strictUrl] = process.argv.slice(2);
const client = new OpenAI({ baseURL: url, apiKey: "none", maxRetries: 0 });
const strict = new OpenAI({ baseURL: strictUrl, apiKey: "sesame",
	maxRetries: 0 });
const strange = "Grüße, 日本語 🎉";
const characters = [...strange];
const long = "a".repeat(5000);

function body(content, fields)
{
	return { model: "echo", messages: [{ role: "user", content }], ...fields };
}

function chat(content, fields, options)
{
	return client.chat.completions.create(body(content, fields), options);
}

function deltas(chunks)
{
	return chunks.map((chunk) => chunk.choices[0]?.delta.content)
		.filter((text) => text);
}

await check("models", async () => {
	const models = await collect(client.models.list());
	assert.deepEqual(models.map((model) => model.id), ["echo"]);
	assert.equal((await client.models.retrieve("echo")).object, "model");
});

await check("a chat", async () => {
	const { choices: [choice], usage } = await chat(strange);
	assert.equal(choice.message.content, strange);
	assert.equal(choice.finish_reason, "stop");
	assert.equal(usage.completion_tokens, characters.length);
});

await check("a chat that streams", async () => {
	const chunks = await collect(await chat(strange,
		{ stream: true, stream_options: { include_usage: true } }));
	assert.deepEqual(deltas(chunks), characters);
	assert.equal(chunks[0].choices[0].delta.role, "assistant");
	assert.equal(chunks.at(-2).choices[0].finish_reason, "stop");
	assert.deepEqual(chunks.at(-1).choices, []);
	assert.equal(chunks.at(-1).usage.completion_tokens, characters.length);
});

await check("events of the stream helper", async () => {
	const stream = client.chat.completions.stream(body("one END", {
		stop: "END", n: 2, logprobs: true }));
	const { choices } = await stream.finalChatCompletion();
	for (const [index, choice] of choices.entries()) {
		assert.equal(choice.index, index);
		assert.equal(choice.message.content, "one ");
		assert.equal(choice.finish_reason, "stop");
		assert.equal(choice.logprobs.content.map((one) => one.token)
			.join(""), "one ");
	}
	assert.equal(choices.length, 2);
});

await check("completions", async () => {
	const { choices } = await client.completions.create({ model: "echo",
		prompt: ["ab", "cd"], max_tokens: 1 });
	assert.deepEqual(choices.map((choice) => [choice.index, choice.text,
		choice.finish_reason]), [[0, "a", "length"], [1, "c", "length"]]);
	const chunks = await collect(await client.completions.create({
		model: "echo", prompt: "é!", stream: true }));
	assert.deepEqual(chunks.map((chunk) => chunk.choices[0].text),
		["é", "!", ""]);
});

await check("request ids", async () => {
	const { response, request_id } = await chat("a", {},
		{ headers: { "x-request-id": "mine" } }).withResponse();
	assert.equal(request_id, "mine");
	assert.equal(response.headers.get("content-type"), "application/json");
	const reply = await chat("a");
	assert.equal(reply._request_id, reply.id);
});

await check("errors", async () => {
	await assert.rejects(chat("a", { max_tokens: 0 }), (error) =>
		error instanceof OpenAI.BadRequestError &&
		error.param === "max_tokens" &&
		error.type === "invalid_request_error");
	await assert.rejects(chat("a", { messages: [], stream: true }),
		OpenAI.BadRequestError);
	await assert.rejects(strict.chat.completions.create(body("a")), (error) =>
		error instanceof OpenAI.NotFoundError &&
		error.code === "model_not_found");
	await assert.rejects(strict.withOptions({ apiKey: "wrong" }).models.list(),
		OpenAI.AuthenticationError);
	await assert.rejects(client.get("/nothing"), OpenAI.NotFoundError);
	await assert.rejects(client.embeddings.create({ model: "echo",
		input: "a" }), { status: 501 });
});

await check("an error in the stream", async () => {
	const stream = await chat("abcdef", { stream: true },
		{ headers: { "x-echochat-fault": "error-in-stream@3" } });
	await assert.rejects(collect(stream), (error) =>
		error instanceof OpenAI.APIError &&
		error.message.includes("told to fail"));
});

await check("a client that leaves", async () => {
	const before = await left(url);
	const stream = await chat(long, { stream: true });
	let count = 0;
	for await (const chunk of stream)
		if (chunk.choices[0].delta.content && ++count === 5)
			break;
	await seenWithin(500, async () => await left(url) === before + 1);
	const other = await chat(long, { stream: true });
	setTimeout(() => other.controller.abort(), 50);
	const chunks = await collect(other);
	assert(chunks.length > 1 && chunks.length < 5000);
	await seenWithin(500, async () => await left(url) === before + 2);
	await assert.rejects(chat(long, {}, { timeout: 100 }),
		OpenAI.APIConnectionTimeoutError);
	await seenWithin(500, async () => await left(url) === before + 3);
});

await check("retries", async () => {
	const parrot = body(long, { model: "parrot", stream: true });
	const busy = await strict.chat.completions.create(parrot);
	const short = body("a", { model: "parrot" });
	await assert.rejects(strict.chat.completions.create(short), (error) =>
		error instanceof OpenAI.RateLimitError &&
		error.headers.get("retry-after") === "1");
	const began = performance.now();
	const reply = strict.withOptions({ maxRetries: 1 })
		.chat.completions.create(short);
	await sleep(500);
	busy.controller.abort();
	assert.equal((await reply).choices[0].message.content, "a");
	assert(performance.now() - began > 990, "it did not wait for a second");
});

await check("many at once", async () => {
	const texts = Array.from({ length: 64 },
		(_, number) => `${number}: ${strange}`);
	const replies = await Promise.all(texts.map(async (text) =>
		deltas(await collect(await chat(text, { stream: true }))).join("")));
	assert.deepEqual(replies, texts);
});
