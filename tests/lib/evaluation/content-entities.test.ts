import { describe, expect, test } from "vitest";
import type { Part } from "@/lib/conversation/part";
import { contentPart } from "@/lib/evaluation/entities/content-entities";
import { createEntityReader } from "@/lib/evaluation/entities/part-entities";
import { createReaders, gatherEvidence } from "@/lib/evaluation/evidence";
import { findNeeded } from "@/lib/evaluation/future";
import { measureLoss } from "@/lib/evaluation/measure-loss";

const text = (written: string): Part => ({ type: "text", id: "t", text: written });
const result = (written: string): Part => ({
  type: "tool-result",
  id: "r",
  toolCallId: "c",
  toolName: "Read",
  output: [{ type: "text", text: written }],
  isError: false,
});

describe("the content of a strategy's text", () => {
  const keysOf = (part: Part) => {
    const entitiesOf = createEntityReader();
    return [...entitiesOf(contentPart(part, entitiesOf)).keys()];
  };

  test.each([
    ["an index of what was dropped", text("[Context note: dropped]\nsrc/a.ts: loadTheme (out_1234abcd)"), []],
    ["a list of files that were touched", text("[Context note: artifacts]\nmodified src/a.ts because of it"), []],
    [
      "a summary that a rule wrote",
      text("[Context note: summary]\nwe remove `readFlags()` from `push_common.go` next"),
      ["symbol:readFlags", "path:push_common.go"],
    ],
    ["a plan is what it says", text("[Context note: plan]\n- fix src/a.ts"), ["path:src/a.ts"]],
    [
      "a summary in prose",
      text("The bug was in src/a.ts, where loadTheme ran twice."),
      ["path:src/a.ts", "symbol:loadTheme"],
    ],
    [
      "the line that leads to an output, and not its excerpt",
      result("[Read src/a.ts output put aside as out_0123456789abcdef; 90 lines]\nexport function loadTheme() {"),
      ["symbol:loadTheme"],
    ],
    ["a line that says what was cleared", result("[Output of src/a.ts cleared]"), []],
    ["what tools put in brackets is content", result('["src/a.ts", "src/b.ts"]'), ["path:src/a.ts", "path:src/b.ts"]],
  ])("%s", (_, part, expected) => expect(keysOf(part)).toEqual(expected));
});

describe("of the needed facts", () => {
  const call = {
    type: "tool-call",
    id: "k",
    toolCallId: "c",
    toolName: "Read",
    input: { file_path: "lib/b.ts" },
  } as const;
  const read = result("export const carrierQuota = 3;");
  const original = {
    tools: [],
    messages: [
      { id: "a", role: "assistant" as const, parts: [call] },
      { id: "b", role: "tool" as const, parts: [read] },
    ],
  };
  const readers = createReaders(() => 1);
  const evidence = gatherEvidence(original, readers);
  const future = (written: string) => [{ part: text(written), call: 0, answer: null, isAgents: true, isTyped: false }];

  test("a fact that only an index mentions is gone, and can be fetched", () => {
    const needed = findNeeded(evidence, future("carrierQuota it is"), readers);
    const index = {
      id: "n",
      role: "user" as const,
      parts: [text("[Context note: dropped]\ncarrierQuota (out_12345678)")],
    };
    const { hindsight, recoverability } = measureLoss(
      { evidence, needed, readers },
      { conversation: { tools: [], messages: [index] }, edits: [] },
    );
    expect([hindsight?.needed, hindsight?.lostFacts.length, recoverability?.recoverable.size]).toEqual([1, 1, 1]);
  });

  test("a folder is not needed once a longer path has shown it, nor a file that every project has", () => {
    const known = gatherEvidence(
      { tools: [], messages: [{ id: "a", role: "user", parts: [text("see lib/forms/parts and package.json")] }] },
      readers,
    );
    const steps = [
      { part: text("lib/forms/parts/user.ts"), call: 0, answer: null, isAgents: false, isTyped: false },
      {
        part: text("I look into lib/forms/parts and package.json"),
        call: 1,
        answer: null,
        isAgents: true,
        isTyped: false,
      },
    ];
    expect(findNeeded(known, steps, readers).entities).toEqual([]);
    expect(findNeeded(known, steps.slice(1), readers).entities).toHaveLength(1);
  });
});
