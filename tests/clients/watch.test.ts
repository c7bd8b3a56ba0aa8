import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { digestOfMessage } from "@/lib/importers/claude-code/digest";
import { importTranscript } from "@/lib/importers/import-transcript";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { memoryFile } from "@/tests/support/transcript-file";
import { statusFile } from "./clients";
import { comparePassed, readHop, startHop } from "./hop";
import { compareLogged } from "./logged-requests";
import { chainOf, PrefixCache } from "./model-server/prefix-cache";
import { tasksOf } from "./model-server/tasks";
import { callOf } from "./model-server/tool-calls";
import { emptyEnvironment, openFolder, problemOf } from "./sandbox";
import { compareStatements, statementsIn } from "./statements";

describe("clients run only in a folder of their own", () => {
  test("refuses a real home, folders that contain one, settings, and other people's folders", () => {
    const home = homedir();
    for (const folder of [home, path.dirname(home), path.parse(home).root])
      expect(problemOf(folder, home)).toContain("home");
    expect(problemOf(path.join(home, ".claude"), home)).toContain("settings");
    const other = mkdtempSync(path.join(tmpdir(), "winnow-other-"));
    writeFileSync(path.join(other, "mine.txt"), "");
    expect(() => openFolder(other)).toThrow("not made by this command");
    const own = openFolder(path.join(other, "clients"));
    expect(openFolder(own)).toBe(own);
  });

  test("no key or setting of this user reaches a client", () => {
    process.env.ANTHROPIC_API_KEY = "real";
    const env = emptyEnvironment("/made/home");
    delete process.env.ANTHROPIC_API_KEY;
    expect(Object.values(env)).not.toContain("real");
    expect(env.HOME).toBe("/made/home");
    expect(Object.keys(env).filter((name) => !/^(PATH|HOME|USERPROFILE|LANG|NO_COLOR|XDG_)/.test(name))).toEqual([]);
  });
});

describe("a hop before and a hop after the recorder", () => {
  test("report an answer that was changed between them, and nothing else", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "winnow-hops-"));
    const [front, back] = [path.join(folder, "front"), path.join(folder, "back")];
    let asked = 0;
    const server = createServer((request, response) => {
      asked += 1;
      request.resume().on("end", () => response.end(`${request.url} ${asked}`));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const [before, behind] = [await startHop(front), await startHop(back)];
    const ask = async (address: string) => (await fetch(address, { method: "POST", body: "same" })).text();
    await ask(`${before.before(new URL(behind.before(`${port}`)).port)}/${port}/good`);
    for (const hop of [before, behind]) await ask(`${hop.before(`${port}`)}/bad`);
    const { passed, differences } = comparePassed(readHop(front), readHop(back));
    for (const hop of [before, behind]) hop.stop();
    server.close();
    expect([passed, differences.length]).toEqual([[1, 2], 2]);
    expect(differences[0]).toBe("exchange 2 (POST bad) did not pass the recorder unchanged");
  });
});

describe("what Claude Code reports about a session", () => {
  const result = (fields: object) =>
    JSON.stringify({
      total_cost_usd: 0.5,
      modelUsage: { "claude-opus-4-8": { inputTokens: 1, contextWindow: 1_000_000 } },
      ...fields,
    });

  test("is the last result, the last answer to each command, and the last state of the status line", () => {
    const home = mkdtempSync(path.join(tmpdir(), "winnow-said-"));
    const log = path.join(home, "client.log");
    expect(statementsIn({ log, home })).toBeNull();
    const context = result({ local_command: "context", result: "**Tokens:** 14.1k / 1m (1%)" });
    writeFileSync(log, ["no JSON", result({}), context, result({ total_cost_usd: 0.7 })].join("\n"));
    writeFileSync(statusFile(home), '{"version":"1"}\n\n{"version":"2"}\n');
    const said = statementsIn({ log, home });
    expect(said?.result.total_cost_usd).toBe(0.7);
    expect(said?.context).toContain("14.1k");
    expect(said?.cost).toBeNull();
    expect(said?.status).toEqual({ version: "2" });
  });

  test("is compared figure by figure, and each difference is reported", async () => {
    const row = {
      type: "assistant",
      uuid: "u1",
      sessionId: "s1",
      version: "2.1.331",
      timestamp: "2026-11-25T10:00:00.000Z",
      message: {
        id: "msg_1",
        model: "claude-opus-4-8",
        role: "assistant",
        content: [{ type: "text", text: "Done." }],
        usage: { input_tokens: 14_087, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 9 },
      },
    };
    const imported = await importTranscript([memoryFile(JSON.stringify(row))]);
    const [session] = imported.ok ? imported.value.sessions : [];
    if (session === undefined) throw new Error("nothing was read");
    const used = { inputTokens: 14_087, outputTokens: 9, cacheReadInputTokens: 0, cacheCreationInputTokens: 0 };
    const said = (tokens: string) => ({
      result: {
        total_cost_usd: 0.07066,
        modelUsage: { "claude-opus-4-8": { ...used, contextWindow: 1_000_000 } },
      },
      context: `**Model:** x\n**Tokens:** ${tokens}`,
      cost: "Estimated cost:  $0.0707",
      status: { context_window: { context_window_size: 200_000, total_input_tokens: 14_087, used_percentage: 7 } },
    });
    const analysis = analyzeSession(session, loadVocabulary);
    const { differences } = compareStatements(analysis, said("14.1k / 1m (1%)"));
    expect(differences).toEqual([
      "status line, window: 1000000, the client says 200000",
      "status line, fill: 1, the client says 7",
      "status line, cost: $0.0707, the client says nothing",
      "status line, misses of the cache: 0, the client says undefined",
    ]);
    expect(compareStatements(analysis, said("15k / 1m (2%)")).differences[0]).toContain("/context: 14.1k / 1m (1%)");
  });
});

describe("the requests that Claude Code logs", () => {
  const said = (text: string) => ({ role: "user", content: [{ type: "text", text }] });
  const shape = { system: [{ type: "text", text: "You help." }], tools: [{ name: "Read", input_schema: {} }] };
  const log = [
    { type: "api-request-shape", shapeHash: "s", shape },
    {
      ...{ type: "api-request", id: "1", shapeHash: "s", keep: 0, tail: [digestOfMessage(said("One."))] },
      params: { model: "m", betas: ["b"] },
      cacheControl: [{ path: ["system", 0], value: { type: "ephemeral" } }],
    },
    {
      ...{ type: "api-request", id: "2", base: "1", shapeHash: "s", keep: 1, tail: [digestOfMessage(said("Two."))] },
      params: { model: "m", betas: ["b"] },
      cacheControl: [],
    },
  ];
  const [head] = shape.system;
  const billing = { type: "text", text: "x-anthropic-billing-header: cc_version=1;" };
  const first = {
    ...{ model: "m", stream: true, metadata: {}, tools: shape.tools, messages: [{ role: "user", content: "One." }] },
    system: [billing, { ...head, cache_control: { type: "ephemeral" } }],
  };
  const second = { ...first, system: [billing, head], messages: [...first.messages, said("Two.")] };

  function compared(bodies: readonly unknown[], betas = "b") {
    const folder = mkdtempSync(path.join(tmpdir(), "winnow-logged-"));
    const write = (name: string, rows: readonly unknown[]) => {
      writeFileSync(path.join(folder, name), rows.map((row) => JSON.stringify(row)).join("\n"));
      return [path.join(folder, name)];
    };
    const rows = bodies.map((body, at) => ({
      ...{ exchange: at + 1, path: "/v1/messages" },
      request: { headers: { "anthropic-beta": betas }, body: { text: JSON.stringify(body) } },
    }));
    return compareLogged({ files: write("log.jsonl", log), recordings: write("recording.jsonl", rows) });
  }

  test("are found in a recording that contains them, and others are counted", () => {
    expect(compared([first, second, { ...first, model: "other" }])).toEqual({
      ...{ equal: 2, logged: 2, unlogged: 1 },
      differences: [],
    });
  });

  test("are not found if any part was recorded differently", () => {
    const differs = (changed: object, betas?: string) =>
      compared([first, { ...second, ...changed }], betas)?.differences.at(-1);
    expect(differs({ system: [billing] })).toBe("logged request 2: recorded with other system prompt");
    expect(differs({ tools: [] })).toBe("logged request 2: recorded with other tools");
    expect(differs({ system: first.system })).toBe(
      "logged request 2: recorded with other parameters, beta flags or marks",
    );
    expect(differs({ max_tokens: 1 })).toBe("logged request 2: recorded with other parameters, beta flags or marks");
    expect(differs({}, "another")).toBe("logged request 2: recorded with other parameters, beta flags or marks");
    expect(differs({ messages: [said("Two.")] })).toBe("logged request 2: no recorded request has its messages");
  });
});

describe("the scripted model", () => {
  test("draws the same session from the same seed, and a different one from another seed", () => {
    expect(tasksOf(7)).toEqual(tasksOf(7));
    expect(tasksOf(7).drawn).not.toEqual(tasksOf(8).drawn);
    expect(tasksOf(7).main).toEqual(tasksOf(8).main);
  });

  test("reads what was already sent, by marks or by the longest common prefix", () => {
    const words = (text: string) => text.split(" ").length;
    const long = { kind: "user", text: "word ".repeat(1_499).trim(), isMarked: true };
    const more = { kind: "user", text: "and more", isMarked: true };
    for (const [wire, read] of [
      ["anthropic", 1_499],
      ["chat", 1_408],
    ] as const) {
      const cache = new PrefixCache();
      expect(cache.use(wire, "m", chainOf([long], words)).read).toBe(0);
      expect(cache.use(wire, "m", chainOf([long, more], words)).read).toBe(read);
      expect(cache.use(wire, "other", chainOf([long, more], words)).read).toBe(0);
    }
  });

  test("calls a client's tools as their schemas require", () => {
    const tool = (name: string, properties: object, required: string[] = []) => ({
      name,
      description: "",
      schema: { type: "object", properties, required },
      isFree: false,
    });
    const shell = tool("exec_command", { cmd: { type: "string" }, timeout: { type: "number", minimum: 5 } }, [
      "cmd",
      "timeout",
    ]);
    expect(callOf({ do: "shell", command: "ls" }, [shell], "/p")).toEqual({
      name: "exec_command",
      input: { cmd: "ls", timeout: 5 },
    });
    expect(callOf({ do: "read", file: "a.txt" }, [shell], "/p")?.input).toMatchObject({ cmd: "cat a.txt" });
    const read = tool("read_file", { absolute_path: { type: "string" } });
    expect(callOf({ do: "read", file: "a.txt" }, [shell, read], "/p")?.input).toEqual({
      absolute_path: path.join("/p", "a.txt"),
    });
    expect(callOf({ do: "read", file: "a.txt" }, [], "/p")).toBeNull();
  });
});
