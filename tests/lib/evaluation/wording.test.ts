import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import type { Conversation } from "@/lib/conversation/message";
import { measureLoss } from "@/lib/evaluation/measure-loss";
import { createWordingReader } from "@/lib/evaluation/wording/part-wording";
import { keepBlocks, quarterCut } from "../../support/cut";
import { sketchSession } from "../../support/sketch-session";

/** The agent reads two texts, and later repeats seven words of the first and one rare word of each. */
const cut = quarterCut(
  sketchSession(`
  user      look at both notes
  call      a Read {"file_path":"one.txt"}
  usage     read=0 in=10 out=5
  result    a the quick zebra jumps over every lazy hedgehog tonight
  call      b Read {"file_path":"two.txt"}
  usage     read=0 in=10 out=5
  result    b a platypus swims where nobody has seen one before
  say       I have read them
  usage     read=0 in=10 out=5
  user      write it down
  say       zebra jumps over every lazy hedgehog tonight, and the platypus
  usage     read=0 in=10 out=5
`),
  2,
);
const loss = (conversation: Conversation) => measureLoss(cut, { conversation, edits: [] }).metrics;
const without = (text: string) =>
  keepBlocks(cut, (block) => !JSON.stringify(cut.evidence.blocks[block]?.part).includes(text));
const withNote = (text: string): Conversation => ({
  tools: [],
  messages: [{ id: "note", role: "user", parts: [{ type: "text", id: "note.1", text }] }],
});

describe("what the agent wrote later, verbatim", () => {
  test("is completely kept by the original, and completely lost by an empty result", () => {
    expect(loss(cut.evidence.original)).toMatchObject({ verbatim_recall: 1, rare_word_recall: 1 });
    expect(loss({ tools: [], messages: [] })).toMatchObject({ verbatim_recall: 0, rare_word_recall: 0 });
  });

  test("is lost with the part that contained it", () => {
    expect(loss(without("hedgehog"))).toMatchObject({ verbatim_recall: 0 });
    const platypusGone = loss(without("platypus"));
    expect(platypusGone.verbatim_recall).toBe(1);
    expect(platypusGone.rare_word_recall).toBeLessThan(1);
    expect(platypusGone.rare_word_recall).toBeGreaterThan(0.5);
  });

  test("may be in a text of the strategy", () => {
    const kept = loss(withNote("Noted: zebra jumps over every lazy hedgehog tonight."));
    expect(kept.verbatim_recall).toBe(1);
    expect(kept.rare_word_recall).toBeLessThan(1);
  });

  test("is empty if the log continues without a word of it", () => {
    const silent = quarterCut(sketchSession("user hi there\nsay ok\nusage none\nuser go\nsay fine\nusage none"), 0);
    expect(measureLoss(silent, { conversation: silent.evidence.original, edits: [] }).metrics).toMatchObject({
      verbatim_recall: null,
    });
  });

  test("does not count what was shown again before it was used", () => {
    const again = quarterCut(
      sketchSession(`
      user   look
      call   a Read {"file_path":"one.txt"}
      usage  read=0 in=10 out=5
      result a the quick zebra jumps over every lazy hedgehog tonight
      say    seen
      usage  read=0 in=10 out=5
      user   the quick zebra jumps over every lazy hedgehog tonight
      say    the quick zebra jumps over every lazy hedgehog tonight
      usage  read=0 in=10 out=5
    `),
      1,
    );
    expect(measureLoss(again, { conversation: again.evidence.original, edits: [] }).metrics.verbatim_recall).toBeNull();
  });
});

describe("a part's wording", () => {
  const textOf = (text: string) => ({ type: "text" as const, id: "p", text });
  const read = createWordingReader();

  property.prop([fc.array(fc.stringMatching(/^[a-zäß0-9_]{1,9}$/), { maxLength: 40 })])(
    "has a run for every six words in a row, whatever separates the words",
    (words) => {
      const [plain, broken] = [read(textOf(words.join(" "))), read(textOf(words.join(",\n  ")))];
      expect(plain.runs).toHaveLength(Math.max(0, words.length - 5));
      expect(broken.runs).toEqual(plain.runs);
    },
  );

  property.prop([fc.array(fc.stringMatching(/^[a-z]{4,9}$/), { minLength: 6, maxLength: 12 })])(
    "tells texts apart by the order of their words",
    (words) => {
      const turned = [...words].reverse();
      fc.pre(turned.join(" ") !== words.join(" "));
      expect([...read(textOf(turned.join(" "))).runs]).not.toEqual([...read(textOf(words.join(" "))).runs]);
    },
  );

  test("reads the strings of a tool's input unescaped", () => {
    const input = { file_path: "x", content: "one two\nthree four five six" };
    const call = { type: "tool-call" as const, id: "c", toolCallId: "c", toolName: "Write", input };
    const { runs } = read(textOf("one two three four five six"));
    expect([...read(call).runs]).toEqual([...runs]);
  });
});
