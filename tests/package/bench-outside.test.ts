import { createHash } from "node:crypto";
import fs from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import type { ListedFile } from "@/lib/benchmark/manifest";
import type { Conversation } from "@/lib/conversation/message";
import { CODECS, type Codec } from "@/lib/formats";
import { createEnvironment } from "@/lib/strategies/grammar/environment";
import { outsideContender, type Shape } from "@/package/command/bench/outside";
import { fetchingShelf, folderShelf } from "@/package/command/bench/sessions";
import { BODIES } from "../support/wire-bodies";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-bench-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string, mode = 0o644) => {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text, { mode });
  return file;
};

const codec = CODECS.find(({ id }) => id === "anthropic") as Codec;
const environment = createEnvironment({ count: (text) => text.length });
const conversation = ((): Conversation => {
  const decoded = codec.decode(BODIES.anthropic);
  if (!decoded.ok) throw new Error(decoded.error.message);
  return decoded.value.conversation;
})();

/** Runs a strategy twice on the same history, to check that a failure does not affect the next call. */
async function runTwice(name: string, more: { shape?: Shape; timeoutMs?: number } = {}) {
  const settings = { codec, shape: "winnow" as const, at: 50_000, timeoutMs: 10_000, ran: null, ...more };
  const contender = outsideContender(name, settings, () => "claude-sonnet-4-5");
  if (!contender?.run) throw new Error(`${name} is no strategy`);
  try {
    const runs = [await contender.run(conversation, environment), await contender.run(conversation, environment)];
    return runs.map(({ status, failure, stats }) => ({ status, code: failure?.code, saved: stats.tokensSaved > 0 }));
  } finally {
    contender.close();
  }
}

const twice = (status: string, code?: string) => Array(2).fill({ status, code, saved: status === "applied" });

describe("a module", () => {
  test.each([
    ["shortens", "export default (messages) => messages.slice(-1)", twice("applied")],
    [
      "is async and prints",
      "export default async (messages, body) => { console.log(body.model); return messages }",
      twice("noop"),
    ],
    ["changes its input", "export default (m) => { m[2].content[0].content = 'short'; return m }", twice("applied")],
    ["throws", "export default () => { throw new Error('no') }", twice("failed", "threw")],
    ["ends its process", "export default () => process.exit(3)", twice("failed", "no-answer")],
    ["is no function", "export default 3", twice("failed", "no-answer")],
    ["is no JavaScript", "export default (", twice("failed", "no-answer")],
    ["answers nothing", "export default () => {}", twice("failed", "invalid-result")],
    [
      "breaks pairs",
      "export default (m) => m.filter(({ role }) => role === 'user')",
      twice("failed", "invalid-result"),
    ],
  ])("that %s", async (name, text, wanted) => {
    expect(await runTwice(`module:${write(`${name.replaceAll(" ", "-")}.mjs`, text)}`)).toEqual(wanted);
  });

  test.each([
    ["never answers", "export default () => new Promise(() => {})"],
    ["never ends", "export default () => { for (;;); }"],
  ])("that %s is stopped", async (name, text) => {
    const file = write(`${name.replaceAll(" ", "-")}.mjs`, text);
    expect(await runTwice(`module:${file}`, { timeoutMs: 500 })).toEqual(twice("failed", "timed-out"));
  });
});

describe("a program", () => {
  const program = (name: string, text: string) => `program:${process.execPath} ${write(name, text)}`;
  const READ = 'import fs from "node:fs"; const body = JSON.parse(fs.readFileSync(0, "utf8"));';

  test.each([
    [
      "shortens",
      `${READ} body.messages = body.messages.slice(-1); console.log(JSON.stringify(body))`,
      twice("applied"),
    ],
    ["answers messages alone", `${READ} console.log(JSON.stringify(body.messages))`, twice("noop")],
    ["fails", "process.exit(1)", twice("failed", "no-answer")],
    ["says no JSON", "console.log('done')", twice("failed", "invalid-result")],
  ])("that %s", async (name, text, wanted) => {
    expect(await runTwice(program(`${name.replaceAll(" ", "-")}-program.mjs`, text))).toEqual(wanted);
  });

  test("that never ends is stopped, and a missing one is refused", async () => {
    const endless = program("endless.mjs", "setInterval(() => {}, 1000)");
    expect(await runTwice(endless, { timeoutMs: 500 })).toEqual(twice("failed", "timed-out"));
    await expect(runTwice("program:/nowhere/at-all")).rejects.toThrow("there is no program /nowhere/at-all");
  });
});

/** A server that answers with `answer` applied to a body. */
async function withServer<T>(
  answer: (body: Record<string, unknown>) => unknown,
  work: (address: string) => Promise<T>,
) {
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const made = answer(text === "" ? {} : JSON.parse(text));
    response.statusCode = made === null ? 500 : 200;
    response.end(typeof made === "string" ? made : JSON.stringify(made));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe("an address", () => {
  test.each([
    ["winnow", ["messages", "model", "system", "winnow"]],
    ["headroom", ["messages", "model"]],
    ["context-guru", ["messages", "model", "system"]],
  ] as const)("in the shape of %s", async (shape, keys) => {
    const seen = new Set<string>();
    const shorten = (body: Record<string, unknown>) => {
      for (const key of Object.keys(body)) seen.add(key);
      return { messages: (body.messages as unknown[]).slice(-1) };
    };
    expect(await withServer(shorten, (address) => runTwice(address, { shape }))).toEqual(twice("applied"));
    expect([...seen].sort()).toEqual([...keys]);
  });

  test("that fails, returns no JSON or does not exist", async () => {
    expect(
      await withServer(
        () => null,
        (address) => runTwice(address),
      ),
    ).toEqual(twice("failed", "threw"));
    expect(
      await withServer(
        () => "<html>",
        (address) => runTwice(address),
      ),
    ).toEqual(twice("failed", "invalid-result"));
    expect(await runTwice("http://127.0.0.1:9")).toEqual(twice("failed", "no-answer"));
  });
});

describe("the listed sessions", () => {
  const text = '{"a":1}\n'.repeat(50);
  const listed: ListedFile = {
    ...{ path: "a b/full.jsonl", bytes: text.length, source: "owner/name/commit/a%20b/full.jsonl" },
    sha256: createHash("sha256").update(text).digest("hex"),
  };

  test("are found in a folder by their digest, packed or not, under any name", async () => {
    const place = fs.mkdtempSync(path.join(folder, "sessions-"));
    fs.writeFileSync(path.join(place, "other.jsonl"), text.replace("1", "2"));
    await expect(folderShelf(place).find(listed)).rejects.toThrow("has the digest");
    fs.writeFileSync(path.join(place, "x.gz"), gzipSync(text));
    expect(String(await folderShelf(place).find(listed))).toBe(text);
  });

  test("are fetched once, checked, and never longer than listed", async () => {
    const shelf = (address: string, name: string) => fetchingShelf(address, path.join(folder, name));
    await withServer(
      () => text,
      async (address) => {
        expect(String(await shelf(address, "kept").find(listed))).toBe(text);
      },
    );
    expect(String(await shelf("http://127.0.0.1:9", "kept").find(listed))).toBe(text);
    const wrong = (given: string) =>
      withServer(
        () => given,
        (address) => shelf(address, "wrong").find(listed),
      );
    await expect(wrong(text.replace("1", "2"))).rejects.toThrow("not the one in the list");
    await expect(wrong(text + text)).rejects.toThrow("longer");
    await expect(shelf("http://127.0.0.1:9", "held").find({ ...listed, source: null })).rejects.toThrow("--from");
  });
});
