// aimock.mjs CHARACTERS LATENCY: the package @copilotkit/aimock of npm as a
// server for bench_serve.sh: says a text of so many letters, a letter a chunk,
// with so many milliseconds between them. Prints its address.
import { load } from "./check.mjs";

const { LLMock } = await load("@copilotkit/aimock");
const [characters, latency] = process.argv.slice(2).map(Number);
const letters = "abcdefghijklmnopqrstuvwxyz";
const content = letters.repeat(characters / letters.length + 1)
	.slice(0, characters);
const mock = new LLMock({ port: 0, chunkSize: 1, latency, logLevel: "silent" });

mock.onMessage("a", { content });
console.log(await mock.start());
