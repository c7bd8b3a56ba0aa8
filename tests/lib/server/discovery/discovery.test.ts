import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { visibleName } from "@/lib/read-models/visible-name";
import { discover, rootOf } from "@/lib/server/discovery/discovery";
import { CLIENTS } from "@/lib/server/discovery/discovery-clients";
import { confine, openInside } from "@/lib/server/discovery/discovery-files";
import { CompanionFinder, listRoot } from "@/lib/server/discovery/discovery-listing";
import { discoveryRoots } from "@/lib/server/discovery/discovery-roots";
import { stageFiles, stageSteady } from "@/lib/server/discovery/discovery-stage";
import { dataDir } from "@/lib/server/process/settings";
import { makeTempData } from "../../../support/temp-data";
import { makeAgentFile, makeSession } from "../../../support/transcripts";

const data = makeTempData();
const home = () => path.join(data.dir(), "home");
const isWindows = process.platform === "win32";

const write = (name: string, content = "{}\n") => {
  const file = path.join(home(), name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, content);
  return file;
};

beforeEach(() => {
  process.env.WINNOW_DISCOVERY_HOME = home();
  fs.rmSync(home(), { recursive: true, force: true });
  fs.mkdirSync(home(), { recursive: true });
});

const listing = async (id: string) => {
  const found = await listRoot(rootOf(id));
  if (!found) throw new Error("the root should be there");
  return found;
};
const never = new AbortController().signal;

describe("the table of clients", () => {
  const roots = (platform: NodeJS.Platform, env: Record<string, string> = {}) =>
    discoveryRoots({ home: "/h", platform, env });

  test("every row has a date and a source; ids are unique on every system", () => {
    for (const row of CLIENTS) {
      expect(row.asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(row.source.length).toBeGreaterThan(5);
    }
    for (const platform of ["linux", "darwin", "win32"] as const) {
      const ids = roots(platform).map((root) => root.id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  test.each([
    ["linux", "/h/.config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks"],
    ["darwin", "/h/Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/tasks"],
    ["win32", "/h/AppData/Roaming/Code/User/globalStorage/saoudrizwan.claude-dev/tasks"],
  ] as const)("Cline in VS Code on %s", (platform, folder) => {
    expect(roots(platform).find((root) => root.id === "cline.code")?.path).toBe(path.normalize(folder));
  });

  test("variables move a root, unless relative or unset", () => {
    const at = (env: Record<string, string>, id: string) => roots("linux", env).find((root) => root.id === id)?.path;
    expect(at({ CODEX_HOME: "/other" }, "codex-home")).toBe(path.normalize("/other/sessions"));
    expect(at({}, "codex-home")).toBeUndefined();
    expect(at({ CODEX_HOME: "../up" }, "codex-home")).toBeUndefined();
    expect(at({ XDG_DATA_HOME: "/x" }, "opencode")).toBe(path.normalize("/x/opencode/storage"));
    expect(at({}, "opencode")).toBe(path.normalize("/h/.local/share/opencode/storage"));
  });

  test("a variable that names the default place again is one root", () => {
    const ids = roots("linux", { CLAUDE_CONFIG_DIR: "/h/.claude" }).map((root) => root.id);
    expect(ids).toContain("claude-code");
    expect(ids).not.toContain("claude-code-config");
  });
});

describe("clients with several stores", () => {
  test("Cursor: transcripts of both forms and the databases, nothing else below their folders", async () => {
    const project = ".cursor/projects/home-ada-shop";
    write(`${project}/agent-transcripts/a1.txt`);
    write(`${project}/agent-transcripts/a2/a2.jsonl`);
    write(`${project}/agent-transcripts/a2/subagents/s1.jsonl`);
    write(`${project}/terminals/1.txt`);
    write(".cursor/chats/77aa/c1/store.db");
    write(".cursor/chats/77aa/c1/store.db-wal");
    write(".config/Cursor/User/globalStorage/state.vscdb");
    write(".config/Cursor/User/globalStorage/state.vscdb-wal");
    write(".config/Cursor/User/globalStorage/state.vscdb.backup");
    expect([...(await listing("cursor-transcript")).mains.keys()].sort()).toEqual([
      "home-ada-shop/agent-transcripts/a1.txt",
      "home-ada-shop/agent-transcripts/a2/a2.jsonl",
      "home-ada-shop/agent-transcripts/a2/subagents/s1.jsonl",
    ]);
    const cli = await listing("cursor-cli");
    expect(await new CompanionFinder(cli).of("77aa/c1/store.db")).toEqual(["77aa/c1/store.db-wal"]);
    if (process.platform !== "linux") return;
    const ide = await listing("cursor-ide");
    expect([...ide.mains.keys()]).toEqual(["state.vscdb"]);
    expect(await new CompanionFinder(ide).of("state.vscdb")).toEqual(["state.vscdb-wal"]);
  });
});

describe("clients that keep sessions among other files", () => {
  const found = async (root: string) => [...(await listing(root)).mains.keys()].sort();

  test("Cline CLI: a session with its own data and its sub-agents", async () => {
    const sessions = ".cline/data/sessions";
    write(`${sessions}/17_a/17_a.messages.json`);
    write(`${sessions}/17_a/17_a.json`);
    write(`${sessions}/17_a/agent_18_b.messages.json`);
    write(`${sessions}/17_a/notes.txt`);
    expect(await found("cline-cli")).toEqual(["17_a/17_a.messages.json"]);
    const companions = await new CompanionFinder(await listing("cline-cli")).of("17_a/17_a.messages.json");
    expect([...companions].sort()).toEqual(["17_a/17_a.json", "17_a/agent_18_b.messages.json"]);
  });

  test("Gemini CLI: a session with its sub-agents, which belong to its first file", async () => {
    const chats = ".gemini/tmp/p/chats";
    write(`${chats}/session-2026-11-24T19-00-53fec1f0.jsonl`);
    write(`${chats}/session-2026-11-24T18-57-53fec1f0.jsonl`);
    write(`${chats}/53fec1f0-0000-4000-8000-00000000c11a/a1.jsonl`);
    const finder = new CompanionFinder(await listing("gemini-cli"));
    expect([...finder.listing.mains.keys()].sort()).toEqual([
      "p/chats/session-2026-11-24T18-57-53fec1f0.jsonl",
      "p/chats/session-2026-11-24T19-00-53fec1f0.jsonl",
    ]);
    expect(await finder.of("p/chats/session-2026-11-24T18-57-53fec1f0.jsonl")).toEqual([
      "p/chats/53fec1f0-0000-4000-8000-00000000c11a/a1.jsonl",
    ]);
    expect(await finder.of("p/chats/session-2026-11-24T19-00-53fec1f0.jsonl")).toEqual([]);
  });

  test("OpenCode: its database with its write-ahead log", async () => {
    write(".local/share/opencode/opencode.db");
    write(".local/share/opencode/opencode.db-wal");
    write(".local/share/opencode/opencode.db-shm");
    expect(await found("opencode-db")).toEqual(["opencode.db"]);
    expect(await new CompanionFinder(await listing("opencode-db")).of("opencode.db")).toEqual(["opencode.db-wal"]);
  });

  test("Antigravity: the full transcript, not the shortened one", async () => {
    const logs = ".gemini/antigravity-cli/brain/a1/.system_generated/logs";
    write(`${logs}/transcript_full.jsonl`);
    write(`${logs}/transcript.jsonl`);
    write(".gemini/antigravity-cli/brain/a1/task.md");
    expect(await found("antigravity")).toEqual(["a1/.system_generated/logs/transcript_full.jsonl"]);
  });

  test("Hermes: its database with the log, and its sessions, not its request dumps", async () => {
    write(".hermes/state.db");
    write(".hermes/state.db-wal");
    write(".hermes/sessions/session_20260901.json");
    write(".hermes/sessions/20260901.jsonl");
    write(".hermes/sessions/request_dump_1.json");
    expect(await found("hermes")).toEqual(["sessions/20260901.jsonl", "sessions/session_20260901.json", "state.db"]);
    expect(await new CompanionFinder(await listing("hermes")).of("state.db")).toEqual(["state.db-wal"]);
  });

  test("OpenClaw: sessions of every agent, including reset ones, and its telemetry", async () => {
    const sessions = ".openclaw/agents/main/sessions";
    write(`${sessions}/s1.jsonl`);
    write(`${sessions}/s0.jsonl.reset.2026-09-01T10-00-00.000Z`);
    write(`${sessions}/sessions.json`);
    write(".openclaw/agents/main/agent/auth-profiles.json");
    write(".openclaw/logs/telemetry.jsonl");
    write(".openclaw/openclaw.json");
    expect(await found("openclaw")).toEqual([
      "agents/main/sessions/s0.jsonl.reset.2026-09-01T10-00-00.000Z",
      "agents/main/sessions/s1.jsonl",
      "logs/telemetry.jsonl",
    ]);
  });
});

describe("files next to a session", () => {
  test("Kiro and Droid keep a session's facts next to it, under its name", async () => {
    write(".kiro/sessions/cli/k1.jsonl");
    write(".kiro/sessions/cli/k1.json");
    write(".kiro/sessions/cli/k2.json");
    write(".factory/sessions/-home-ada/d1.jsonl");
    write(".factory/sessions/-home-ada/d1.settings.json");
    const kiro = await listing("kiro-cli");
    expect([...kiro.mains.keys()]).toEqual(["k1.jsonl"]);
    expect(await new CompanionFinder(kiro).of("k1.jsonl")).toEqual(["k1.json"]);
    write(".kimi-code/sessions/wd_1/s1/agents/main/wire.jsonl");
    write(".kimi-code/sessions/wd_1/s1/agents/agent-0/wire.jsonl");
    write(".kimi/sessions/0a/s2/context.jsonl");
    write(".kimi/sessions/0a/s2/context_1.jsonl");
    write(".kimi/sessions/0a/s2/wire.jsonl");
    for (const [root, main, other] of [
      ["kimi-code", "wd_1/s1/agents/main/wire.jsonl", "wd_1/s1/agents/agent-0/wire.jsonl"],
      ["kimi-cli", "0a/s2/context.jsonl", "0a/s2/wire.jsonl"],
    ] as const) {
      const found = await listing(root);
      expect([...found.mains.keys()]).toEqual([main]);
      expect(await new CompanionFinder(found).of(main)).toEqual([other]);
    }
    const droid = await listing("droid");
    expect(await new CompanionFinder(droid).of("-home-ada/d1.jsonl")).toEqual(["-home-ada/d1.settings.json"]);
  });

  test("Kiro's IDE: the chats and the sessions, not its index", async () => {
    if (process.platform !== "linux") return;
    const folder = ".config/Kiro/User/globalStorage/kiro.kiroagent";
    write(`${folder}/77aa/c1.chat`);
    write(`${folder}/workspace-sessions/L2hvbWU/s1.json`);
    write(`${folder}/workspace-sessions/L2hvbWU/sessions.json`);
    write(`${folder}/index/x.json`);
    expect([...(await listing("kiro-ide")).mains.keys()].sort()).toEqual([
      "77aa/c1.chat",
      "workspace-sessions/L2hvbWU/s1.json",
    ]);
  });
});

describe("databases", () => {
  test("each is one file, with its log", async () => {
    write(".local/share/opencode/opencode.db", "database");
    write(".local/share/opencode/opencode.db-wal", "log");
    write(".local/share/opencode/opencode.db-shm", "index");
    write(".local/share/opencode/auth.json", "{}");
    write(".local/share/goose/sessions/sessions.db", "database");
    write(".crush/logs/crush.log", "");
    const roots = await discover();
    expect(roots.map(({ id, sessions, bytes }) => [id, sessions, bytes])).toEqual([
      ["opencode-db", 1, 11],
      ["goose", 1, 8],
    ]);
    const opencode = roots.find(({ id }) => id === "opencode-db");
    expect(opencode?.files).toEqual([expect.objectContaining({ path: "opencode.db", bytes: 8, log_bytes: 3 })]);
    const finder = new CompanionFinder(await listing("opencode-db"));
    expect(await finder.of("opencode.db")).toEqual(["opencode.db-wal"]);
  });

  test("a database that changes while its log is copied is copied again", async () => {
    const database = write(".crush/crush.db", "older");
    write(".crush/crush.db-wal", "log");
    const { base } = await listing("crush");
    let looks = 0;
    // The signal is checked before each file; the second check is for the log.
    const signal = { throwIfAborted: () => (++looks === 2 ? write(".crush/crush.db", "newer!") : null) };
    fs.utimesSync(database, 1, 1);
    const staged = await stageSteady(base, ["crush.db", "crush.db-wal"], signal as unknown as AbortSignal);
    expect(staged.map(({ path: file }) => fs.readFileSync(file, "utf8"))).toEqual(["newer!", "log"]);
    expect(looks).toBe(4);
  });

  test("no copy is kept of a database that is deleted while its log is copied", async () => {
    const database = write(".crush/crush.db", "older");
    write(".crush/crush.db-wal", "log");
    const { base } = await listing("crush");
    const incoming = path.join(dataDir(), "incoming");
    const copies = () => (fs.existsSync(incoming) ? fs.readdirSync(incoming) : []);
    const before = copies();
    let looks = 0;
    const signal = { throwIfAborted: () => (++looks === 2 ? fs.rmSync(database) : null) };
    const staging = stageSteady(base, ["crush.db", "crush.db-wal"], signal as unknown as AbortSignal);
    await expect(staging).rejects.toThrow();
    expect(looks).toBe(2);
    expect(copies()).toEqual(before);
  });

  test.skipIf(isWindows)("a database that is a link is ignored", async () => {
    fs.writeFileSync(path.join(data.dir(), "secret.db"), "secret");
    fs.mkdirSync(path.join(home(), ".crush"));
    fs.symlinkSync(path.join(data.dir(), "secret.db"), path.join(home(), ".crush/crush.db"));
    expect(await discover()).toEqual([]);
  });
});

describe("clients that write into projects", () => {
  const found = async (projects: string) => {
    const machine = { home: home(), platform: "linux" as const, env: { WINNOW_PROJECTS: projects } };
    const roots = discoveryRoots(machine).filter(({ place }) => place === "$WINNOW_PROJECTS");
    const listings = await Promise.all(roots.map((root) => listRoot(root)));
    return listings.flatMap((one) => [...(one?.mains.keys() ?? [])]).sort();
  };

  test("are found below the configured folder, and nowhere without one", async () => {
    write("src/a/.crush/crush.db");
    write("src/a/.crush/crush.db-wal");
    write("src/a/.aider.chat.history.md");
    write("src/a/.specstory/history/2026-09-01_10-00-00Z-list-it.md");
    write("src/a/.specstory/notes.md");
    write("src/group/b/.crush/crush.db");
    write("src/swe/trajectories/me/run/x.traj");
    write("src/mini/out/x.traj.json");
    write("src/oh/evaluation_outputs/output.jsonl");
    write("src/a/.claude-trace/log-2026-09-01-10-00-00.jsonl");
    write("src/a/.claude-trace/log-2026-09-01-10-00-00.html");
    write("src/a/.traces/2026-09-01/trace_100000.jsonl");
    write("src/oh/.traces/trace_100000.jsonl");
    write("src/oh/.traces/other.jsonl");
    write("src/a/node_modules/p/.crush/crush.db");
    write("src/one/two/three/four/five/.crush/crush.db");
    expect(await found(path.join(home(), "src"))).toEqual([
      "a/.aider.chat.history.md",
      "a/.claude-trace/log-2026-09-01-10-00-00.jsonl",
      "a/.crush/crush.db",
      "a/.specstory/history/2026-09-01_10-00-00Z-list-it.md",
      "a/.traces/2026-09-01/trace_100000.jsonl",
      "group/b/.crush/crush.db",
      "mini/out/x.traj.json",
      "oh/.traces/trace_100000.jsonl",
      "oh/evaluation_outputs/output.jsonl",
      "swe/trajectories/me/run/x.traj",
    ]);
    expect(await discover()).toEqual([]);
  });
});

describe("what is found", () => {
  test("nothing on an empty machine", async () => expect(await discover()).toEqual([]));

  test("only clients that exist, with counts and sizes, and never a real path", async () => {
    write(".codex/sessions/2026/01/02/rollout-a.jsonl", "12345");
    write(".codex/sessions/2026/01/02/notes.jsonl", "not a rollout");
    write(".gemini/tmp/project/chats/session-1.json", "123");
    write(".gemini/tmp/project/logs.json", "prompts only");
    write(".continue/sessions/abc.json", "12");
    write(".continue/sessions/sessions.json", "an index");
    const roots = await discover();
    expect(roots.map(({ id, sessions, bytes, place }) => ({ id, sessions, bytes, place }))).toEqual(
      expect.arrayContaining([
        { id: "codex", sessions: 1, bytes: 5, place: "~/.codex/sessions" },
        { id: "gemini-cli", sessions: 1, bytes: 3, place: "~/.gemini/tmp" },
      ]),
    );
    expect(roots.every((root) => ["codex", "gemini-cli", "continue"].includes(root.id))).toBe(true);
    expect(JSON.stringify(roots)).not.toContain(data.dir());
  });

  test("a task folder and a storage tree are one session each, with all their files", async () => {
    const tasks = ".config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks";
    const base = isWindows ? tasks.replace(".config", "AppData/Roaming") : tasks;
    for (const name of ["api_conversation_history.json", "ui_messages.json", "task_metadata.json", "other.json"])
      write(`${base}/17/${name}`);
    const store = ".local/share/opencode/storage";
    write(`${store}/session/p/ses_1.json`);
    write(`${store}/message/ses_1/msg_1.json`);
    write(`${store}/part/msg_1/prt_1.json`);
    write(`${store}/message/ses_2/msg_2.json`);
    const roots = await discover();
    if (process.platform !== "darwin")
      expect(roots.find((root) => root.id === "cline.code")?.files).toEqual([
        expect.objectContaining({ path: "17/api_conversation_history.json", companions: 2 }),
      ]);
    const found = await listing("opencode");
    expect((await new CompanionFinder(found).of("session/p/ses_1.json")).sort()).toEqual([
      "message/ses_1/msg_1.json",
      "part/msg_1/prt_1.json",
    ]);
  });

  test("Qwen Code's sub-agents are in a folder of their session, next to that of the chats", async () => {
    for (const name of ["chats/q1.jsonl", "chats/q2.jsonl"]) write(`.qwen/projects/p/${name}`);
    for (const name of ["q1/agent-a.jsonl", "q1/agent-a.meta.json", "q3/agent-b.jsonl"])
      write(`.qwen/projects/p/subagents/${name}`);
    const found = await listing("qwen-code");
    expect([...found.mains.keys()].sort()).toEqual(["p/chats/q1.jsonl", "p/chats/q2.jsonl"]);
    expect((await new CompanionFinder(found).of("p/chats/q1.jsonl")).sort()).toEqual([
      "p/subagents/q1/agent-a.jsonl",
      "p/subagents/q1/agent-a.meta.json",
    ]);
    expect(await new CompanionFinder(found).of("p/chats/q2.jsonl")).toEqual([]);
  });

  test("Claude Code's sub-agents: by folder, and siblings by the session in their rows", async () => {
    write(".claude/projects/p/s1.jsonl", makeSession({ id: "s1" }));
    write(".claude/projects/p/s1/subagents/agent-a.jsonl", makeAgentFile("s1", "a"));
    write(".claude/projects/p/agent-b.jsonl", makeAgentFile("s1", "b"));
    write(".claude/projects/p/agent-c.jsonl", makeAgentFile("another", "c"));
    const found = await listing("claude-code");
    expect([...found.mains.keys()]).toEqual(["p/s1.jsonl"]);
    expect((await new CompanionFinder(found).of("p/s1.jsonl")).sort()).toEqual([
      "p/agent-b.jsonl",
      "p/s1/subagents/agent-a.jsonl",
    ]);
  });
});

describe.skipIf(isWindows)("a hostile root", () => {
  const project = ".claude/projects/p";

  test("links out, loops, pipes, unreadable folders and devices are not listed", async () => {
    write(`${project}/good.jsonl`);
    const outside = path.join(data.dir(), "outside.jsonl");
    fs.writeFileSync(outside, "secret");
    const at = (name: string) => path.join(home(), project, name);
    fs.symlinkSync(outside, at("link.jsonl"));
    fs.symlinkSync("/dev/zero", at("zero.jsonl"));
    fs.symlinkSync(data.dir(), at("out"));
    fs.symlinkSync(".", at("loop"));
    execFileSync("mkfifo", [at("pipe.jsonl")]);
    fs.mkdirSync(at("closed"), { mode: 0 });
    fs.mkdirSync(at("folder.jsonl"));
    const found = await listing("claude-code");
    expect([...found.mains.keys()]).toEqual(["p/good.jsonl"]);
    fs.chmodSync(at("closed"), 0o700);
  });

  test("names with line breaks, direction marks and backslashes are ordinary files", async () => {
    const names = ["new\nline.jsonl", "\u202elnosj.evil.jsonl", "back\\slash.jsonl", "مرحبا.jsonl"];
    for (const name of names) write(`${project}/${name}`, makeSession());
    const found = await listing("claude-code");
    expect([...found.mains.keys()].sort()).toEqual(names.map((name) => `p/${name}`).sort());
    const staged = await stageFiles(found.base, [...found.mains.keys()], never);
    expect(staged).toHaveLength(names.length);
    for (const file of staged) expect(file.name).toBe(visibleName(file.name));
    expect(visibleName("a\nb\u202ec.jsonl")).toBe("a‹U+000A›b‹U+202E›c.jsonl");
  });

  test.each(["", "../x.jsonl", "a/../../x", "/etc/passwd", "C:\\x", "a\\..\\..\\x", "a\0b", "."])(
    "%j is not a path of a root",
    (hostile) => expect(() => confine("/base", hostile)).toThrow("listed"),
  );

  test("does not read a file swapped for a link, a pipe or a linked folder after the listing", async () => {
    write(`${project}/a.jsonl`);
    write(`${project}/sub/b.jsonl`);
    const { base } = await listing("claude-code");
    const at = (name: string) => path.join(home(), project, name);
    const outside = path.join(data.dir(), "elsewhere");
    fs.mkdirSync(outside, { recursive: true });
    fs.writeFileSync(path.join(outside, "b.jsonl"), "secret");
    fs.rmSync(at("a.jsonl"));
    fs.symlinkSync(path.join(outside, "b.jsonl"), at("a.jsonl"));
    fs.rmSync(at("sub"), { recursive: true });
    fs.symlinkSync(outside, at("sub"));
    execFileSync("mkfifo", [at("pipe.jsonl")]);
    for (const name of ["a.jsonl", "sub/b.jsonl", "pipe.jsonl"])
      await expect(openInside(base, `p/${name}`), name).rejects.toThrow("not a regular file");
  });

  test("a failure leaves no staged bytes behind", async () => {
    write(`${project}/a.jsonl`);
    const { base } = await listing("claude-code");
    const incoming = path.join(data.dir(), "incoming");
    fs.rmSync(incoming, { recursive: true, force: true });
    await expect(stageFiles(base, ["p/a.jsonl", "p/gone.jsonl"], never)).rejects.toThrow();
    expect(fs.readdirSync(incoming)).toEqual([]);
  });
});
