import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { builtCommand } from "../support/built-command";
import { type RecordedCall, recordingOf } from "../support/recorded-rows";

const { folder, winnow } = builtCommand();

const message = (role: string, text: string) => ({ role, content: [{ type: "text", text }] });

/** A conversation that grows by a question and an answer per call. */
const calls = Array.from(
  { length: 14 },
  (_, at): RecordedCall => ({
    path: "/v1/messages",
    headers: { "user-agent": "claude-cli/2.1.332 (external, cli)" },
    body: {
      model: "claude-opus-4-5",
      messages: Array.from({ length: 2 * at + 1 }, (_, n) =>
        n % 2 === 0 ? message("user", `Question ${n / 2}`) : message("assistant", `Answer ${(n - 1) / 2}`),
      ),
    },
    answer: {
      ...{ type: "message", model: "claude-opus-4-5", id: `msg_${at}`, ...message("assistant", `Answer ${at}`) },
      usage: {
        input_tokens: 20_000 + at * 3_000,
        cache_read_input_tokens: 0,
        cache_creation_input_tokens: 0,
        output_tokens: 5,
      },
    },
  }),
);

async function write(name: string, some: readonly RecordedCall[]): Promise<string> {
  const file = path.join(folder, name);
  const chunks: Uint8Array[] = [];
  for await (const chunk of recordingOf(some, "claude-code").open()) chunks.push(chunk);
  fs.writeFileSync(file, Buffer.concat(chunks));
  return file;
}

test("winnow watch --once reports each request and when the client will compact", async () => {
  const { code, out } = await winnow(["watch", await write("whole.jsonl", calls), "--once"]);
  expect(code).toBe(0);
  const lines = out.trim().split("\n");
  expect(lines).toHaveLength(15);
  expect(lines[13]).toMatch(/^#14 · 59,000 tokens, 29\.5\s%\sof the window · /);
  expect(lines[14]).toMatch(/Compaction in about \d+ requests \(\d+ to \d+\)\. Cost so far \S+\d\.$/);
});

test("winnow watch does not report unlogged cache reads as zero", async () => {
  const [first] = calls as [RecordedCall];
  const usage = { input_tokens: 20_000, output_tokens: 5 };
  const unlogged = { ...first, answer: { ...(first.answer as object), usage } };
  const { out } = await winnow(["watch", await write("unlogged.jsonl", [unlogged]), "--once"]);
  expect(out).toMatch(/^#1 · 20,000 tokens, .+ · cache reads not in the log\n/);
});

test("winnow watch without a path shows the newest recording, not the note next to it", async () => {
  fs.mkdirSync(path.join(folder, "data/recordings"), { recursive: true });
  const file = await write("data/recordings/new.jsonl", calls.slice(0, 2));
  const note = file.replace(".jsonl", ".running");
  fs.writeFileSync(note, "{}");
  fs.utimesSync(note, new Date(), new Date(Date.now() + 1_000));
  const { out, err } = await winnow(["watch", "--once"]);
  fs.rmSync(path.dirname(file), { recursive: true });
  expect(err).toContain("new.jsonl");
  expect(out).toMatch(/^#1 /);
});

test("winnow watch reports a request written while it watches", async () => {
  const file = await write("growing.jsonl", calls.slice(0, 2));
  const child = spawn(process.execPath, [path.join(folder, "package/bin/winnow.mjs"), "watch", file]);
  let out = "";
  child.stdout.on("data", (text) => (out += text));
  const until = async (text: string) => {
    for (let wait = 0; wait < 600 && !out.includes(text); wait += 1) await new Promise((done) => setTimeout(done, 50));
    expect(out).toContain(text);
  };
  await until("#2 ·");
  await write("growing.jsonl", calls.slice(0, 3));
  await until("#3 ·");
  child.kill();
  expect(out.match(/#1 ·/g)).toHaveLength(1);
});

test("winnow watch without a recording explains what to do", async () => {
  const { code, err } = await winnow(["watch"]);
  expect([code, err]).toEqual([2, expect.stringContaining("winnow record")]);
});
