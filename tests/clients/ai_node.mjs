// ai_node.mjs URL: the package ai of npm (of Vercel) as a client, by
// @ai-sdk/openai-compatible; the server is that of openai_python.py.
import assert from "node:assert/strict";

import { check, collect, left, load, seenWithin } from "./check.mjs";

const { generateText, streamText } = await load("ai");
const { createOpenAICompatible } = await load("@ai-sdk/openai-compatible");
const [url] = process.argv.slice(2);
const model = createOpenAICompatible({ name: "echochat", baseURL: url,
	includeUsage: true })("echo");
const strange = "Grüße, 日本語 🎉";

await check("a text", async () => {
	const { text, finishReason, usage } =
		await generateText({ model, prompt: strange });
	assert.deepEqual([text, finishReason, usage.outputTokens],
		[strange, "stop", 12]);
});

await check("a text that streams", async () => {
	const { textStream, finishReason, usage } = streamText({ model,
		prompt: strange, maxOutputTokens: 10 });
	assert.deepEqual(await collect(textStream), [...strange].slice(0, 10));
	assert.equal(await finishReason, "length");
	assert.equal((await usage).outputTokens, 10);
});

await check("stop strings", async () => {
	const { text, finishReason } = await generateText({ model,
		prompt: "one END two", stopSequences: ["END"] });
	assert.deepEqual([text, finishReason], ["one ", "stop"]);
});

await check("errors", async () => {
	await assert.rejects(generateText({ model, prompt: "a", maxRetries: 0,
		stopSequences: [""] }), (error) => error.statusCode === 400 &&
		error.message.startsWith("stop must be"));
});

await check("a client that leaves", async () => {
	const before = await left(url), abort = new AbortController();
	const { textStream } = streamText({ model, prompt: "a".repeat(5000),
		abortSignal: abort.signal });
	setTimeout(() => abort.abort(), 100);
	assert((await collect(textStream)).length < 5000);
	await seenWithin(500, async () => await left(url) === before + 1);
});
