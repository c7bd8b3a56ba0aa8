import fs from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Scope } from "@/lib/api/caller";
import { Redactor } from "@/lib/exporters/redact";
import { openGate } from "@/lib/server/door/gate";
import { deleteSession, findRawFile, listLibrary } from "@/lib/server/sessions/sessions";
import { type PushOptions, push } from "@/package/command/push";
import { redactText } from "@/package/command/push-redact";
import { apiRoute } from "../support/api-route";
import { type Before, type ServedRoutes, serveRoutes } from "../support/served-routes";
import { postBytes, postJson, readProblem, sha256, startTestServer } from "../support/test-server";
import { makeSession } from "../support/transcripts";

const makeKey = apiRoute("POST /api/keys");
const upload = apiRoute("POST /api/sessions");

const data = startTestServer("libsql");
let served: ServedRoutes;
/** Intercepts requests before the routes, for tests that need a failing server. */
let trouble: Before = () => false;
let keys: Record<"importer" | "reader", string>;
let home = "";
let said: { out: string; err: string };

const newKey = async (scopes: readonly Scope[]) =>
  ((await (await postJson(makeKey, "/api/keys", { name: "push", scopes })).json()) as { key: string }).key;

beforeAll(async () => {
  vi.stubEnv("WINNOW_ALLOWED_HOSTS", "winnow.example");
  await openGate();
  served = await serveRoutes((request, response) => trouble(request, response));
  keys = { importer: await newKey(["import"]), reader: await newKey(["read"]) };
});
afterAll(async () => {
  await served.stop();
  vi.unstubAllEnvs();
});
beforeEach(() => {
  home = fs.mkdtempSync(path.join(data.dir(), "home-"));
  said = { out: "", err: "" };
  const hear = (into: "out" | "err") => (text: unknown) => {
    said[into] += text;
    return true;
  };
  vi.spyOn(process.stdout, "write").mockImplementation(hear("out"));
  vi.spyOn(process.stderr, "write").mockImplementation(hear("err"));
  vi.stubEnv("WINNOW_KEY", keys.importer);
  vi.stubEnv("WINNOW_DISCOVERY_HOME", home);
  trouble = () => false;
  process.exitCode = undefined;
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

const run = (places: readonly string[] = [], options: Partial<PushOptions> = {}) =>
  push(places, { to: served.origin, every: "30", patience: "2", ...options });
const session = (number: number, more: object = {}) =>
  makeSession({ id: `ffffffff-0000-4000-8000-0000000000${number}`, ...more });
/** Writes the transcript with this number where Claude Code would keep it; returns its path. */
function keep(number: number, text = session(number)): string {
  const folder = path.join(home, ".claude/projects/-home-mira-app");
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `ffffffff-0000-4000-8000-0000000000${number}.jsonl`);
  fs.writeFileSync(file, text);
  return file;
}
const library = async () => (await listLibrary({ limit: 100 })).sessions;
const has = async (number: number) =>
  (await library()).filter(({ file_name }) => file_name.includes(`00${number}.jsonl`));

describe("winnow push", () => {
  test("sends what the clients keep, with sub-agents; the second time there is nothing to send", async () => {
    keep(11);
    const main = keep(12);
    const agents = path.join(main.replace(/\.jsonl$/, ""), "subagents");
    fs.mkdirSync(agents, { recursive: true });
    const agent = session(12).replaceAll('"isSidechain":false', '"isSidechain":true');
    fs.writeFileSync(path.join(agents, "agent-abc.jsonl"), agent);
    await run();
    expect(said.out).toBe("2 sent, 0 there before\n");
    expect([(await has(11)).length, (await has(12)).length]).toEqual([1, 1]);
    said.out = "";
    await run([], { json: true });
    expect(JSON.parse(said.out)).toEqual({ dry_run: false, sent: [], known: 2, deleted: [], failed: [] });
    expect(process.exitCode).toBeUndefined();
  });

  test("a grown session is sent again and stays one session; a dry run sends nothing", async () => {
    keep(13, session(13, { turns: 2 }));
    await run();
    keep(13, session(13, { turns: 4 }));
    await run([], { dryRun: true });
    expect(said.err).toContain("would send");
    expect(said.out).toContain("1 to send, 0 there before");
    const [first] = await has(13);
    await run();
    const after = await has(13);
    expect(after.map(({ id }) => id)).toEqual([first?.id]);
    expect(after[0]?.requests).toBeGreaterThan(first?.requests ?? 0);
    keep(13, session(13, { turns: 6 }));
    await run();
    expect((await has(13)).map(({ id }) => id)).toEqual([first?.id]);
    await deleteSession(first?.id ?? "");
    keep(13, session(13, { turns: 7 }));
    said.out = "";
    await run();
    expect([said.out, await has(13)]).toEqual(["0 sent, 0 there before, 1 deleted there\n", []]);
  });

  test("given files and folders; one that is not a transcript fails by itself, with exit code 1", async () => {
    const folder = path.join(home, "runs");
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, "good-0014.jsonl"), session(14));
    fs.writeFileSync(path.join(folder, "shopping.txt"), "milk\nbread\n");
    await run([folder]);
    expect(said.out).toBe("1 sent, 0 there before, 1 failed\n");
    expect(said.err).toContain("runs/shopping.txt: ");
    expect(process.exitCode).toBe(1);
    await expect(run([path.join(home, "nowhere")])).rejects.toMatchObject({ exitCode: 2 });
  });

  test("secrets are removed before anything is sent, lines without one stay unchanged", async () => {
    const secret = `sk-ant-api03-${"aB3dE5gH7j".repeat(9)}xyz-AbCdEfAA`;
    keep(15, session(15).replace("Please list the files", `Use ${secret} to list the files`));
    await run([], { redact: "mask" });
    expect(said.out).toBe("1 sent, 0 there before\n");
    const [row] = await has(15);
    const raw = fs.readFileSync((await findRawFile(row?.id ?? "")).path, "utf8");
    expect(raw).not.toContain(secret);
    expect(raw).toContain("[redacted:");
    const lines = session(15).split("\n");
    expect(raw.split("\n").filter((line, at) => line === lines[at]).length).toBeGreaterThan(lines.length / 2);
    said.out = "";
    await run([], { redact: "mask" }); // the server is asked for the redacted content
    expect(said.out).toBe("0 sent, 1 there before\n");
  });

  test("a file that disappears after listing fails by itself", async () => {
    const files = Array.from({ length: 51 }, (_, at) => keep(at + 10));
    trouble = () => {
      for (const file of files) fs.rmSync(file, { force: true });
      return false;
    };
    await run([], { dryRun: true });
    expect(said.out).toContain("1 failed");
    expect(said.err).toContain("it no longer exists");
  });

  test("what is not text cannot be redacted, and is left out", async () => {
    const file = path.join(home, "chats.db");
    fs.writeFileSync(file, Buffer.concat([Buffer.from("SQLite format 3\0"), Buffer.alloc(100)]));
    await run([file], { redact: "drop" });
    expect(said.err).toContain("chats.db: left out: it is not text");
    expect(process.exitCode).toBe(1);
  });

  test("a session that a person deleted on the server is not restored", async () => {
    keep(16);
    await run();
    await deleteSession((await has(16))[0]?.id ?? "");
    said.out = "";
    await run();
    expect(said.out).toBe("0 sent, 0 there before, 1 deleted there\n");
    expect(await has(16)).toEqual([]);
    expect(process.exitCode).toBeUndefined();
  });
});

describe("failures", () => {
  test("a server that is down, then busy, is retried; what it has is not sent twice", async () => {
    keep(21);
    let calls = 0;
    trouble = (request, response) => {
      calls += 1;
      if (calls === 1) return Boolean(request.socket.destroy());
      if (calls > 3) return false;
      request.resume();
      response.writeHead(503, { "retry-after": "0", "content-type": "application/problem+json" });
      response.end(JSON.stringify({ code: "db-down", detail: "the database is not responding" }));
      return true;
    };
    await run([], { patience: "20" });
    expect(said.out).toBe("1 sent, 0 there before\n");
    expect(said.err).toContain("the database is not responding (db-down); trying again in 0 s");
    expect(await has(21)).toHaveLength(1);
  });

  test("one that stays down ends the command with a sentence and exit code 1", async () => {
    keep(22);
    const gone = await serveRoutes();
    await gone.stop();
    await expect(run([], { to: gone.origin, patience: "1" })).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining("what has arrived is not sent twice"),
    });
  });

  test.each([
    ["no key", "", "set WINNOW_KEY to one with the scope import"],
    ["a wrong key", "wnw_wrong", "is unknown to the server"],
  ])("%s is exit code 2, and nothing is retried", async (_name, key, message) => {
    keep(23);
    vi.stubEnv("WINNOW_KEY", key);
    await expect(run()).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining(message) });
    expect(said.err).not.toContain("trying again");
  });

  test("a key with another scope is reported, even if there is nothing new", async () => {
    keep(24);
    await run();
    vi.stubEnv("WINNOW_KEY", keys.reader);
    await expect(run()).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining("import") });
  });

  test("a file that is too large for the server fails by itself", async () => {
    keep(25);
    trouble = (request, response) => {
      if (!request.url?.startsWith("/api/sessions")) return false;
      request.resume();
      response.writeHead(413, { "content-type": "application/problem+json" });
      response.end(JSON.stringify({ code: "too-large", detail: "the body is larger than 512 bytes" }));
      return true;
    };
    await run();
    expect(said.out).toBe("0 sent, 0 there before, 1 failed\n");
    expect(said.err).toContain("the body is larger than 512 bytes (too-large)");
  });

  test.each([
    [{ to: "winnow.example" }, "name the server"],
    [{ redact: "everything" }, "--redact must be mask or drop"],
    [{ every: "soon" }, "--every takes a number of seconds"],
  ])("a wrong call: %j", async (options, message) => {
    await expect(run([], options)).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining(message) });
  });
});

describe("winnow push --follow", () => {
  test("sends what is new once it is quiet, and ends with Ctrl+C", async () => {
    const following = run([], { follow: true, every: "0.1" });
    await vi.waitFor(() => expect(said.err).toContain("following"));
    keep(31);
    await vi.waitFor(async () => expect(await has(31)).toHaveLength(1), 20_000);
    process.emit("SIGINT");
    await following;
    expect(said.out).toBe("1 sent, 0 there before\n");
  });
});

describe("the server's side", () => {
  test("POST /api/sessions refuses unattended without wait", async () => {
    const answer = await postBytes(upload, session(41), {}, "/api/sessions?unattended=1");
    expect(await readProblem(answer)).toMatchObject({ status: 422, code: "bad-parameter" });
  });

  test("known: files and their companions, not put-aside outputs; other hashes are unknown", async () => {
    const text = session(42);
    await postBytes(upload, text);
    const ask = (hashes: unknown) =>
      fetch(`${served.origin}/api/imports/known`, {
        method: "POST",
        headers: { authorization: `Bearer ${keys.importer}`, "content-type": "application/json" },
        body: JSON.stringify({ sha256: hashes }),
      });
    const answer = await ask([sha256(text), sha256("never"), sha256(text)]);
    expect(await answer.json()).toEqual({ known: [sha256(text)] });
    for (const wrong of [[], ["abc"], "x", Array(1_001).fill(sha256(text))])
      expect((await ask(wrong)).status, JSON.stringify(wrong).slice(0, 20)).toBe(422);
  });
});

test("redaction keeps JSON, JSON lines and plain text in their form, and numbers exact", () => {
  const token = `ghp_${"a1B2c3D4e5".repeat(3)}fGhIjK`;
  const redact = (text: string) => redactText(text, new Redactor("mask"), "x");
  const lines = `{"n":12345678901234567890,"t":"${token}"}\n{"same": 1.50}\nnot json ${token}\n`;
  const [first = "", second, third] = redact(lines).split("\n");
  expect(first).toContain("12345678901234567890");
  expect([second, redact(lines).includes(token)]).toEqual(['{"same": 1.50}', false]);
  expect(third).toMatch(/^not json \[redacted:/);
  expect(redact('{ "a": [1,  2] }')).toBe('{ "a": [1,  2] }');
  const key = ["-----BEGIN", "PRIVATE KEY-----"].join(" ");
  const shown = [key, ..."ABC".split("").map((letter) => letter.repeat(64)), key.replace("BEGIN", "END")]
    .map((line, index) => `${String(index + 1).padStart(6)}→${line}`)
    .join("\n");
  for (const mode of ["mask", "drop"] as const)
    expect(redactText(`my key\n${shown}\nis this`, new Redactor(mode), "x")).toMatch(
      /^my key\n(?: +1→)?\[redacted:private-key\]\nis this$/,
    );
  const read = redact(JSON.stringify({ type: "tool_result", content: shown }));
  expect(JSON.parse(read)).toEqual({ type: "tool_result", content: "     1→[redacted:private-key]" });
});
