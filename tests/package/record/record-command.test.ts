import { spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeRunningNote, runningNotesIn } from "@/lib/server/follow/running-note";
import { builtCommand, run } from "@/tests/support/built-command";
import { mustImport } from "@/tests/support/check-importer";
import { diskFile } from "@/tests/support/transcript-file";

const { folder } = builtCommand();
const bin = () => path.join(folder, "package/bin/winnow.mjs");

const answer = {
  type: "message",
  role: "assistant",
  model: "claude-opus-4-8",
  content: [{ type: "text", text: "Yes." }],
};
const body = (n: number) =>
  JSON.stringify({ model: "claude-opus-4-8", max_tokens: 9, messages: [{ role: "user", content: `Question ${n}?` }] });

let url = "";
const asked: { url: string; key: unknown }[] = [];
const server = http.createServer((request, response) => {
  asked.push({ url: request.url ?? "", key: request.headers["x-api-key"] });
  request.resume().on("end", () => {
    if (request.url?.includes("slow")) response.writeHead(200).write("data: begun\n\n");
    else response.end(JSON.stringify({ ...answer, usage: { input_tokens: 9, output_tokens: 2 } }));
  });
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Starts the recorder, and returns it with the base URL that it prints. */
async function serve(args: readonly string[], data = path.join(folder, "data")) {
  const env = { ...process.env, WINNOW_DATA_DIR: data };
  const child = spawn(process.execPath, [bin(), "record", ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  const base = await new Promise<string>((resolve, reject) => {
    child.stdout?.once("data", (text) => resolve(`${text}`.trim()));
    child.once("exit", (code) => reject(new Error(`it ended with ${code}`)));
  });
  return { child, base };
}

const post = (address: string, text: string) =>
  fetch(address, {
    method: "POST",
    body: text,
    headers: { "content-type": "application/json", "x-api-key": "canary-1234" },
  });

describe("winnow record", () => {
  test("kill -9 loses the exchange in flight and no other", async () => {
    const file = path.join(folder, "killed.jsonl");
    const { child, base } = await serve(["--upstream", url, "--to", file]);
    for (const n of [1, 2, 3]) expect(await (await post(`${base}/v1/messages`, body(n))).json()).toMatchObject(answer);
    const flying = await post(`${base}/v1/messages?slow`, body(4));
    const reader = flying.body?.getReader();
    await reader?.read();
    child.kill("SIGKILL");
    await expect(reader?.read()).rejects.toThrow();
    const { sessions, issues } = await mustImport([diskFile(file)]);
    expect([sessions.flatMap(({ responses }) => responses).length, issues]).toEqual([3, []]);
    expect(fs.readFileSync(file, "utf8")).not.toContain("canary");
  });

  test("kill -9 at any moment of a run loses at most the exchange that just ended, and the client sees a broken connection", async () => {
    let [answered, recorded] = [0, 0];
    for (const round of [1, 2, 3, 4]) {
      const file = path.join(folder, `killed-${round}.jsonl`);
      const { child, base } = await serve(["--upstream", url, "--to", file]);
      let ended = 0;
      const failure = await (async () => {
        for (;;) {
          await (await post(`${base}/v1/messages`, body(ended))).json();
          ended += 1;
          if (ended === 10 * round) setTimeout(() => child.kill("SIGKILL"), 3 * round);
        }
      })().catch((error: Error) => error.message);
      expect(failure).toMatch(/fetch failed|terminated/);
      const lines = fs.readFileSync(file, "utf8").trim().split("\n").slice(1);
      const whole = lines.filter((line) => line.endsWith("}")).map((line) => JSON.parse(line).end);
      expect(whole.filter((end) => end === "complete").length).toBeGreaterThanOrEqual(ended - 1);
      answered += ended;
      recorded += whole.length;
    }
    process.stdout.write(`4 kills, ${answered} answered, ${recorded} recorded\n`);
    expect(answered).toBeGreaterThanOrEqual(100);
  });

  test("without a dashboard the recording is kept for its next start, and the command says so", async () => {
    const { child, base } = await serve(["--upstream", url]);
    let said = "";
    child.stderr?.on("data", (text) => (said += text));
    await (await post(`${base}/v1/messages`, body(1))).text();
    child.kill("SIGINT");
    await new Promise((resolve) => child.once("exit", resolve));
    expect(said).toContain("1 request recorded. Winnow is not running");
    expect(fs.readdirSync(path.join(folder, "data/recordings"))).toHaveLength(1);
  });

  test("a recording stopped on the page ends there, and the client continues", async () => {
    const home = path.join(folder, "stopped");
    const { child, base } = await serve(["--upstream", url], home);
    const recordings = path.join(home, "recordings");
    const running = () => runningNotesIn(recordings);
    let said = "";
    child.stderr?.on("data", (text) => (said += text));
    await (await post(`${base}/v1/messages`, body(1))).text();
    await expect.poll(() => running()[0]?.note).toMatchObject({ pid: child.pid, requests: 1 });
    removeRunningNote(path.join(recordings, running()[0]?.file ?? ""));
    expect(await (await post(`${base}/v1/messages`, body(2))).json()).toMatchObject(answer);
    child.kill("SIGINT");
    await new Promise((resolve) => child.once("exit", resolve));
    expect(said).toContain("The recording ended at request 1: it was stopped on Winnow's page.");
    const [file = ""] = fs.readdirSync(recordings);
    const { sessions } = await mustImport([diskFile(path.join(recordings, file))]);
    expect(sessions.flatMap(({ responses }) => responses)).toHaveLength(1);
  });

  test("a killed command leaves its note, and one that ends does not", async () => {
    const home = path.join(folder, "left");
    const { child, base } = await serve(["--upstream", url], home);
    await (await post(`${base}/v1/messages`, body(1))).text();
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("exit", resolve));
    expect(runningNotesIn(path.join(home, "recordings"))).toHaveLength(1);
    const again = await serve(["--upstream", url], home);
    again.child.kill("SIGINT");
    await new Promise((resolve) => again.child.once("exit", resolve));
    expect(runningNotesIn(path.join(home, "recordings"))).toHaveLength(1);
  });

  /** A client that sends one request, and prints how it was called. */
  const fakes: Readonly<Record<string, { program: string; env?: Record<string, string> }>> = {
    claude: { program: `await ask(process.env.ANTHROPIC_BASE_URL + "/v1/messages");` },
    gemini: {
      program: `await ask(process.env.GOOGLE_GEMINI_BASE_URL + "/v1beta/models/m:generateContent");
for (const sessionId of JSON.parse(process.env.LOGS ?? "[]")) {
  const folder = process.env.HOME + "/.gemini/tmp/p/chats";
  require("node:fs").writeFileSync(folder + "/session-" + sessionId + ".jsonl", JSON.stringify({ sessionId, kind: "main" }));
}`,
    },
    qwen: { program: `await ask(process.env.OPENAI_BASE_URL + "/chat/completions");` },
    codex: {
      program: `await ask(JSON.parse(process.argv[3].split("base_url=")[1]) + "/responses");`,
    },
  };

  /** A machine with one client on it. */
  function machine(name: string) {
    const home = fs.mkdtempSync(path.join(folder, `${name}-`));
    const script = `#!${process.execPath}
const ask = async (address) => {
  const answer = await fetch(address, { method: "POST", body: ${JSON.stringify(body(1))}, headers: { "x-api-key": "canary-5678" } });
  await answer.text();
};
(async () => { ${fakes[name]?.program} console.log(JSON.stringify(process.argv.slice(2))); process.exit(7); })();
`;
    fs.mkdirSync(path.join(home, "bin"));
    fs.writeFileSync(path.join(home, "bin", name), script, { mode: 0o755 });
    const write = (file: string, content: unknown) => {
      fs.mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
      fs.writeFileSync(path.join(home, file), typeof content === "string" ? content : JSON.stringify(content));
    };
    const record = (args: readonly string[] = [], env: Record<string, string> = {}) =>
      run(process.execPath, [bin(), "record", name, "--to", path.join(home, "recorded.jsonl"), ...args], home, "", {
        ...cleared,
        HOME: home,
        PATH: `${path.join(home, "bin")}${path.delimiter}${process.env.PATH}`,
        ...env,
      });
    return { home, write, record };
  }
  const cleared = Object.fromEntries(
    ["ANTHROPIC_BASE_URL", "OPENAI_BASE_URL", "GOOGLE_GEMINI_BASE_URL", "CODEX_HOME", "CLAUDE_CONFIG_DIR"].map(
      (name) => [name, ""],
    ),
  );

  test("a client keeps its arguments, its exit code and its files, and calls the host in its own settings", async () => {
    const claude = machine("claude");
    claude.write(".claude/settings.json", { env: { ANTHROPIC_BASE_URL: `${url}/gateway` } });
    const before = fs.readFileSync(path.join(claude.home, ".claude/settings.json"), "utf8");
    asked.length = 0;
    const { code, out, err } = await claude.record(["--", "-p", "--continue"]);
    expect(err).toContain("1 request recorded");
    expect(code).toBe(7);
    expect(JSON.parse(out)).toEqual(["--settings", expect.stringMatching(/settings\.json$/), "-p", "--continue"]);
    expect(asked).toEqual([{ url: "/gateway/v1/messages", key: "canary-5678" }]);
    expect(fs.readFileSync(path.join(claude.home, ".claude/settings.json"), "utf8")).toBe(before);
    expect(fs.existsSync(JSON.parse(out)[1])).toBe(false);
    expect(fs.readFileSync(path.join(claude.home, "recorded.jsonl"), "utf8")).not.toContain("canary");
  });

  test("Codex gets the address through -c, also for a custom provider", async () => {
    const codex = machine("codex");
    codex.write(
      ".codex/config.toml",
      `model_provider = "mine" # here\n[model_providers.mine]\nbase_url = '${url}/v1'\n`,
    );
    asked.length = 0;
    const { out } = await codex.record(["--", "exec"]);
    expect(JSON.parse(out)).toEqual(["-c", expect.stringMatching(/^model_providers\.mine\.base_url="http:/), "exec"]);
    expect(asked.map((one) => one.url)).toEqual(["/v1/responses"]);
  });

  test("Gemini CLI and Qwen Code call what their .env files and settings name", async () => {
    const gemini = machine("gemini");
    gemini.write(".gemini/.env", `GOOGLE_GEMINI_BASE_URL="${url}/g"\n`);
    const qwen = machine("qwen");
    qwen.write(".qwen/settings.json", `{ // a comment\n "security": { "auth": { "baseUrl": "${url}/q", } } }`);
    asked.length = 0;
    await gemini.record();
    await qwen.record();
    expect(asked.map((one) => one.url)).toEqual(["/g/v1beta/models/m:generateContent", "/q/chat/completions"]);
  });

  test("a recording whose requests name no session ends with the session of the client's own log", async () => {
    const [id, other] = ["aaaaaaaa-0000-4000-8000-000000000001", "aaaaaaaa-0000-4000-8000-000000000002"];
    const ended = async (written: readonly string[]) => {
      const gemini = machine("gemini");
      gemini.write(".gemini/.env", `GOOGLE_GEMINI_BASE_URL="${url}/g"\n`);
      gemini.write(
        ".gemini/tmp/p/chats/session-old.jsonl",
        JSON.stringify({ sessionId: "aaaaaaaa-0000-4000-8000-0000000000ff" }),
      );
      fs.utimesSync(path.join(gemini.home, ".gemini/tmp/p/chats/session-old.jsonl"), 1, 1);
      await gemini.record([], { LOGS: JSON.stringify(written) });
      return JSON.parse(
        fs.readFileSync(path.join(gemini.home, "recorded.jsonl"), "utf8").trim().split("\n").at(-1) ?? "",
      );
    };
    expect(await ended([id])).toEqual({ client_session: id });
    expect(await ended([id, other])).toHaveProperty("exchange", 1);
    expect(await ended([])).toHaveProperty("exchange", 1);
  });

  test("what cannot be recorded is explained in a sentence, before the client runs", async () => {
    const codex = machine("codex");
    codex.write(".codex/auth.json", { tokens: { id_token: "x" }, OPENAI_API_KEY: null });
    const gemini = machine("gemini");
    gemini.write(".gemini/settings.json", { security: { auth: { selectedType: "oauth-personal" } } });
    const qwen = machine("qwen");
    qwen.write(".qwen/settings.json", { modelProviders: { openai: [{ id: "m", baseUrl: url }] } });
    const claude = machine("claude");
    asked.length = 0;
    expect((await codex.record()).err).toContain("Codex is signed in with a subscription");
    expect((await gemini.record()).err).toContain("Gemini CLI is signed in with a subscription");
    expect((await qwen.record()).err).toContain("winnow record --upstream");
    expect((await claude.record([], { CLAUDE_CODE_USE_BEDROCK: "1" })).err).toContain("Bedrock");
    expect(asked).toEqual([]);
    const unknown = await run(process.execPath, [bin(), "record", "vim"], folder);
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining("claude, codex, opencode")]);
  });
});
