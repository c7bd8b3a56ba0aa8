import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { groupFiles, isCompanionName } from "@/lib/importers/file-groups/group-files";
import { importTranscript } from "@/lib/importers/import-transcript";
import { checkSession, mustImport } from "@/tests/support/check-importer";
import { makeZip, type ZipFile } from "@/tests/support/make-zip";
import { makeZstd } from "@/tests/support/make-zstd";
import { memoryFile } from "@/tests/support/transcript-file";

const read = (path: string) => new Uint8Array(readFileSync(`tests/fixtures/${path}`));
const main = read("claude-code/own-files/main.jsonl");
const rows = read("claude-code/own-files/s-1/subagents/agent-ag1.jsonl");
const description = read("claude-code/own-files/s-1/subagents/agent-ag1.meta.json");
const stranger = read("claude-code/own-files/agent-other.jsonl");
const chat = JSON.stringify([
  { role: "user", content: "?" },
  { role: "assistant", content: "!" },
]);

async function importZip(files: readonly ZipFile[]) {
  const imported = await mustImport([memoryFile(makeZip(files), "backup.zip")]);
  for (const session of imported.sessions) checkSession(session);
  return imported;
}

const withoutPlace = ({ files: _files, id: _id, ...rest }: { files: unknown; id: string }) => rest;

describe("Claude Code sessions in an archive, with the files of their sub-agents", () => {
  test.each([
    ["folder of the session", "p/s-1.jsonl", "p/s-1/subagents/agent-ag1"],
    ["siblings that name the session in their rows", "p/renamed.jsonl", "p/agent-ag1"],
  ])("%s", async (_, mainPath, agentPath) => {
    const { sessions, issues } = await importZip([
      { path: `${agentPath}.jsonl`, content: rows },
      { path: `${agentPath}.meta.json`, content: description },
      { path: mainPath, content: main },
    ]);
    const loose = await mustImport([
      memoryFile(main),
      memoryFile(rows, "agent-ag1.jsonl"),
      memoryFile(description, "agent-ag1.meta.json"),
    ]);
    expect(sessions.map(withoutPlace)).toEqual(loose.sessions.map(withoutPlace));
    expect(sessions[0]?.agents.map(({ title }) => title)).toEqual([undefined, "Find config"]);
    expect(issues).toEqual([]);
    expect(sessions[0]?.files.map(({ name, path }) => [name, path])).toEqual([
      ["backup.zip", mainPath],
      ["backup.zip", `${agentPath}.jsonl`],
      ["backup.zip", `${agentPath}.meta.json`],
    ]);
  });

  test("in the rows of the session itself, as of 1.0", async () => {
    const inside = read("claude-code/sidechains.jsonl");
    const { sessions } = await importZip([{ path: "s.jsonl", content: inside }]);
    const loose = await mustImport([memoryFile(inside)]);
    expect(sessions.map(withoutPlace)).toEqual(loose.sessions.map(withoutPlace));
    expect(sessions[0]?.agents.length).toBeGreaterThan(1);
  });

  test("packed separately, and a sub-agent whose session is missing", async () => {
    const { sessions } = await importZip([
      { path: "s-1.jsonl.gz", content: gzipSync(main) },
      { path: "s-1/subagents/agent-ag1.jsonl.zst", content: makeZstd(rows) },
      { path: "agent-other.jsonl", content: stranger },
    ]);
    expect(sessions.map(({ agents }) => agents.length)).toEqual([2, 1]);
  });
});

test("one damaged file affects no other file", async () => {
  const good = { path: "good.json", content: chat };
  const bad = { path: "bad.jsonl", content: main, isStored: true };
  const zip = makeZip([good, bad]);
  zip.set([0x20], Buffer.from(zip).indexOf("Where is"));
  const { sessions, issues, rows: account } = await mustImport([memoryFile(zip)]);
  expect(sessions.length).toBe(1);
  expect(account.kept).toBe(1);
  expect(issues.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^bad.jsonl was kept.*its checksum does not match/),
  ]);
});

test("a folder of Codex rollouts and chat exports become one session each", async () => {
  const rollout = read("codex/enveloped.jsonl");
  const { format, sessions, issues } = await importZip([
    { path: "sessions/2026/03/01/rollout-a.jsonl", content: rollout },
    { path: "sessions/2026/03/02/rollout-b.jsonl.zst", content: read("containers/rollout.jsonl.zst") },
    { path: "sessions/2026/03/03/rollout-c.jsonl", content: read("codex/usage-first.jsonl") },
    { path: "history.txt", content: "not a session" },
  ]);
  expect(format).toBe("codex");
  expect(sessions.length).toBe(3);
  expect(new Set(sessions.map(({ id }) => id)).size).toBe(3);
  expect(issues.map(({ code }) => code)).toEqual(["kept-file"]);
  for (const name of ["chatgpt-export", "claude-ai-export"]) {
    const content = read(`${name}/conversations.json`);
    const exported = await importZip([
      { path: "conversations.json", content },
      { path: "user.json", content: '{"id":"user-1"}' },
      { path: "chat.html", content: "<html><body></body></html>" },
    ]);
    const loose = await mustImport([memoryFile(content)]);
    expect(exported.format).toBe(name);
    expect(exported.sessions.map(withoutPlace)).toEqual(loose.sessions.map(withoutPlace));
    expect(exported.issues.filter(({ code }) => code === "kept-file").length).toBe(2);
  }
});

test("the total unpacked size of nested archives is bounded", async () => {
  const inner = makeZip([{ path: "a.json", content: chat.padEnd(50_000) }]);
  const outer = makeZip(Array.from({ length: 20 }, (_, index) => ({ path: `${index}.zip`, content: inner })));
  const result = await importTranscript([memoryFile(outer)], { limits: { maxUnpackWork: 400_000 } });
  expect(result).toMatchObject({
    ok: false,
    error: { code: "too-large", message: expect.stringContaining("400000 bytes") },
  });
});

test("groups files first by name, then by the session they name", () => {
  const ids = new Map([
    ["p/old.jsonl", "s-1"],
    ["p/agent-x.jsonl", "s-1"],
    ["p/agent-y.jsonl", "s-9"],
  ]);
  const names = ["old.jsonl", "s-1.jsonl", "agent-x.jsonl", "agent-x.meta.json", "agent-y.meta.json", "agent-y.jsonl"];
  const groups = groupFiles(
    names.map((name) => ({ name: `p/${name}` })),
    ({ name }) => ids.get(name) ?? null,
  );
  expect(groups.map(({ main: file, companions }) => [file.name, ...companions.map(({ name }) => name)])).toEqual([
    ["p/old.jsonl"],
    ["p/s-1.jsonl", "p/agent-x.jsonl", "p/agent-x.meta.json"],
    ["p/agent-y.jsonl", "p/agent-y.meta.json"],
  ]);
  expect(["agent-1.jsonl", "a/agent-1.meta.json", "s/subagents/w/agent-1.meta.json"].every(isCompanionName)).toBe(true);
  expect(["agent.jsonl", "a/session.meta.json", "subagents.jsonl"].some(isCompanionName)).toBe(false);
});
