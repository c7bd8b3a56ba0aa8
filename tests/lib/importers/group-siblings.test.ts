import { expect, test } from "vitest";
import { groupSiblings } from "@/lib/importers/file-groups/group-files";
import type { StagedFile } from "@/lib/server/store/import-types";

const staged = (name: string): StagedFile => ({ name, sha256: name, bytes: 1, path: name }) as StagedFile;

function grouped(...names: string[]) {
  const { groups, rest } = groupSiblings(names.map(staged));
  const drawn = groups.map(({ main, companions }) => [main.name, ...companions.map((file) => file.name)]);
  return { groups: drawn, rest: rest.map((file) => file.name) };
}

test("a task folder's files are one transcript; those of another folder are another one", () => {
  const task = ["a/ui_messages.json", "a/task_metadata.json", "a/api_conversation_history.json"];
  const { groups, rest } = grouped(...task, "b/ui_messages.json", "notes.json");
  expect(groups).toEqual([["a/api_conversation_history.json", "a/ui_messages.json", "a/task_metadata.json"]]);
  expect(rest).toEqual(["b/ui_messages.json", "notes.json"]);
});

test("files dropped without their folder belong together too", () => {
  expect(grouped("session.json", "17_x.messages.json").groups).toEqual([["17_x.messages.json", "session.json"]]);
  expect(grouped("17_x/agent_18_y.messages.json", "17_x/17_x.json", "17_x/17_x.messages.json").groups).toEqual([
    ["17_x/17_x.messages.json", "17_x/agent_18_y.messages.json", "17_x/17_x.json"],
  ]);
  expect(grouped("session.json")).toEqual({ groups: [], rest: ["session.json"] });
});

test("joins a storage tree over its three levels", () => {
  const names = [
    "s/part/msg_1/prt_1.json",
    "s/message/ses_1/msg_1.json",
    "s/session/p/ses_1.json",
    "s/part/msg_9/prt_9.json",
  ];
  const { groups, rest } = grouped(...names);
  expect(groups).toEqual([[names[2], names[0], names[1]]]);
  expect(rest).toEqual([names[3]]);
});

test("a Droid session comes with its settings", () => {
  const { groups, rest } = grouped("a/s1.jsonl", "a/s1.settings.json", "a/s2.jsonl", "b/s1.settings.json");
  expect(groups).toEqual([["a/s1.jsonl", "a/s1.settings.json"]]);
  expect(rest).toEqual(["a/s2.jsonl", "b/s1.settings.json"]);
});

test("a database comes with its log", () => {
  const names = ["a/crush.db-shm", "a/crush.db-wal", "a/crush.db", "b/crush.db", "c/lonely.db-wal"];
  const { groups, rest } = grouped(...names);
  expect(groups).toEqual([["a/crush.db", "a/crush.db-wal", "a/crush.db-shm"]]);
  expect(rest).toEqual(["b/crush.db", "c/lonely.db-wal"]);
});

test("the agents of a Kimi Code session are one; its old command line keeps two files", () => {
  const names = ["s/agents/agent-0/wire.jsonl", "s/agents/main/wire.jsonl", "t/agents/agent-0/wire.jsonl"];
  const { groups, rest } = grouped(...names, "u/wire.jsonl", "u/context.jsonl");
  expect(groups).toEqual([
    ["u/context.jsonl", "u/wire.jsonl"],
    ["s/agents/main/wire.jsonl", "s/agents/agent-0/wire.jsonl"],
  ]);
  expect(rest).toEqual(["t/agents/agent-0/wire.jsonl"]);
});

test("the sub-agents of a Gemini CLI session are in its folder, and belong to its first file", () => {
  const id = "53fec1f0-0000-4000-8000-00000000c11a";
  const names = [
    "p/chats/session-2026-11-24T19-00-53fec1f0.jsonl",
    `p/chats/${id}/a1.jsonl`,
    "p/chats/session-2026-11-24T18-57-53fec1f0.jsonl",
  ];
  const { groups, rest } = grouped(...names, `q/chats/${id}/a2.jsonl`);
  expect(groups).toEqual([[names[2], names[1]]]);
  expect(rest).toEqual([names[0], `q/chats/${id}/a2.jsonl`]);
});
