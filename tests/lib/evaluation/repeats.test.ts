import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import type { Conversation } from "@/lib/conversation/message";
import { measureLoss } from "@/lib/evaluation/measure-loss";
import { keepBlocks, quarterCut } from "../../support/cut";
import { sketchSession } from "../../support/sketch-session";

const GOAL = "please keep every public function documented and never touch the generated files";
const ERROR = "Error: cannot find module winnow-parts, imported from line";
const LINE = "export function totalPrice(items) { return items.reduce(sumPrices, 0); }";
const EDIT = `{"file_path":"src/cart.ts","old_string":"${LINE}","new_string":"x"}`;

/** The log of a session whose first half states a goal, fails a test and reads a file; `rest` follows the cut. */
const cutBefore = (rest: string) =>
  quarterCut(
    sketchSession(`
  user      ${GOAL}
  call      a Bash {"command":"npm test"}
  usage     read=0 in=10 out=5
  error     a ${ERROR} 12
  call      b Read {"file_path":"src/cart.ts"}
  usage     read=0 in=10 out=5
  result    b ${LINE}
  say       I have read it
  usage     read=0 in=10 out=5
${rest}`),
    2,
  );

/** The goal, the error and the read are repeated; call ids end in `run`. */
const later = (run: string) => `
  user      Please keep every public function documented, and never touch the generated files!
  call      c${run} Bash {"command":"npm test"}
  usage     read=0 in=10 out=5
  error     c${run} ${ERROR} 14
  call      d${run} Read {"file_path":"src/cart.ts"}
  usage     read=0 in=10 out=5
  result    d${run} ${LINE}
  call      e${run} Edit ${EDIT}
  usage     read=0 in=10 out=5
`;

const LATER = later("1");

type Figures = Readonly<Record<string, number | null>>;
const figures = (cut: ReturnType<typeof cutBefore>, conversation: Conversation): Figures =>
  measureLoss(cut, { conversation, edits: [] }).metrics;
const emptied = (rest: string) => figures(cutBefore(rest), { tools: [], messages: [] });
const without = (text: string) => {
  const cut = cutBefore(LATER);
  return figures(
    cut,
    keepBlocks(cut, (block) => !JSON.stringify(cut.evidence.blocks[block]?.part).includes(text)),
  );
};
const NONE = { instructions_again: 0, errors_again: 0, reads_for_edits: 0 };

describe("what was repeated after the cut", () => {
  test("counts if its first occurrence is gone, and not while it is shown", () => {
    expect(emptied(LATER)).toMatchObject({ instructions_again: 1, errors_again: 1, reads_for_edits: 1 });
    const cut = cutBefore(LATER);
    expect(figures(cut, cut.evidence.original)).toMatchObject(NONE);
  });

  test("counts each by its own part", () => {
    expect(without("never touch")).toMatchObject({ ...NONE, instructions_again: 1 });
    expect(without("cannot find")).toMatchObject({ ...NONE, errors_again: 1 });
    expect(without("reduce")).toMatchObject({ ...NONE, reads_for_edits: 1 });
  });

  test("counts once, however often it is repeated", () => {
    expect(emptied(["1", "2", "3"].map(later).join(""))).toMatchObject({
      instructions_again: 1,
      errors_again: 1,
      reads_for_edits: 1,
    });
  });

  test("is unknown if the log ends there", () => {
    const cut = { ...cutBefore(LATER), needed: null };
    expect(figures(cut, cut.evidence.original)).toMatchObject({
      instructions_again: null,
      errors_again: null,
      reads_for_edits: null,
    });
  });
});

describe("what only looks like a repeat", () => {
  test("is a short text, or one that shares half of its words", () => {
    expect(emptied("user please keep every public function\nsay ok\nusage none")).toMatchObject(NONE);
    const other = `${GOAL.slice(0, 40)} but now do something else with all of these other files in the folder`;
    expect(emptied(`user ${other}\nsay ok\nusage none`)).toMatchObject(NONE);
  });

  test("is a text that repeats within itself the few words that both have", () => {
    const place = "in the demo index file of the project";
    const cut = (text: string) => `user ${text} ${place}, thrown ${place}, seen ${place}\nsay ok\nusage none\n`;
    const both = quarterCut(
      sketchSession(cut("Class alert is not known") + cut("Undefined constant was used here")),
      0,
    );
    expect(figures(both, { tools: [], messages: [] })).toMatchObject(NONE);
  });

  test("is another call that fails alike, or the same call with another error", () => {
    expect(emptied(`call c Bash {"command":"npm run lint"}\nusage none\nerror c ${ERROR} 9`)).toMatchObject(NONE);
    expect(
      emptied(`call c Bash {"command":"npm test"}\nusage none\nerror c Error: two of the tests were too slow`),
    ).toMatchObject(NONE);
  });

  test("is a read before an edit of lines that the first read did not show", () => {
    const elsewhere = EDIT.replace(LINE, "export const nothingOfTheKindWasReadBefore = 1;");
    expect(
      emptied(`
  call      d Read {"file_path":"src/cart.ts"}
  usage     none
  result    d ${LINE}
  call      e Edit ${elsewhere}
  usage     none`),
    ).toMatchObject(NONE);
  });

  test("is a read with another call between it and the edit", () => {
    expect(
      emptied(`
  call      d Read {"file_path":"src/cart.ts"}
  usage     none
  result    d ${LINE}
  call      f Bash {"command":"git status"}
  usage     none
  result    f clean
  call      e Edit ${EDIT}
  usage     none`),
    ).toMatchObject(NONE);
  });
});

const cutOnce = cutBefore(LATER);
property.prop([fc.uniqueArray(fc.nat({ max: cutOnce.evidence.blocks.length - 1 })), fc.nat()])(
  "keeping one part more never counts more",
  (kept, more) => {
    const extra = more % cutOnce.evidence.blocks.length;
    const less = figures(
      cutOnce,
      keepBlocks(cutOnce, (block) => kept.includes(block)),
    );
    const all = figures(
      cutOnce,
      keepBlocks(cutOnce, (block) => block === extra || kept.includes(block)),
    );
    for (const key of Object.keys(NONE)) expect(all[key] as number).toBeLessThanOrEqual(less[key] as number);
  },
);
