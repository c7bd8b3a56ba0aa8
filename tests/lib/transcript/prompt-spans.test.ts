import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { moveEvent } from "@/lib/transcript/move-event";
import {
  gapList,
  inPromptOrder,
  leftBranches,
  localSpan,
  outsideGaps,
  promptSpans,
} from "@/lib/transcript/prompt-spans";
import type { Response, Session, SessionEvent } from "@/lib/transcript/session";

type Step = { readonly event?: Partial<SessionEvent> & { type: SessionEvent["type"] } };

/** A session of `count` messages, each answered, with the given events before the messages at their indexes. */
function sessionOf(count: number, events: readonly (Step["event"] & { atMessage: number })[]): Session {
  const responses = Array.from({ length: count }, (_, messageIndex): Response => {
    return { id: `r${messageIndex}`, agent: "main", model: null, messageIndex, usage: null };
  });
  return { events: events.map((event) => ({ agent: "main", ...event })), responses } as unknown as Session;
}

/** The indexes that each request sends. */
function prompts(session: Session): number[][] {
  return promptSpans(session).map((span) => {
    const isIn = outsideGaps(span.gaps);
    const told = Array.from({ length: span.end - span.start }, (_, offset) => span.start + offset).filter(isIn);
    return inPromptOrder(told, span, (index) => index);
  });
}

describe("a rewind", () => {
  const rewind = (atMessage: number, keptUntil: number) => ({ type: "rewind" as const, atMessage, keptUntil });

  test("drops what followed its place, for every later request", () => {
    const sent = prompts(sessionOf(7, [rewind(4, 2)]));
    expect(sent[4]).toEqual([0, 1]);
    expect(sent[6]).toEqual([0, 1, 4, 5]);
  });

  test("to an abandoned branch resumes that branch, without the other", () => {
    // 0 1 | 2 3 | back to 1: 4 5 | back to 3: 6
    const session = sessionOf(8, [rewind(4, 2), rewind(6, 4)]);
    expect(prompts(session)[7]).toEqual([0, 1, 2, 3, 6]);
    expect(gapList(leftBranches(session, "main"))).toMatchObject([{ start: 4, end: 6, kind: "branch" }]);
  });

  test("to before a compaction restores what was compacted", () => {
    const session = sessionOf(9, [{ type: "compaction", trigger: "auto", atMessage: 4 } as never, rewind(7, 3)]);
    expect(prompts(session)[6]).toEqual([4, 5]);
    expect(prompts(session)[8]).toEqual([0, 1, 2, 7]);
  });

  test("without a known place cuts nothing", () => {
    expect(prompts(sessionOf(4, [{ type: "rewind", atMessage: 2 }]))[3]).toEqual([0, 1, 2]);
  });

  test("of another agent does not affect this one", () => {
    expect(prompts(sessionOf(5, [{ ...rewind(3, 1), agent: "other" } as never]))[4]).toEqual([0, 1, 2, 3]);
  });
});

describe("a compaction that keeps single messages", () => {
  const keep = (atMessage: number, kept: readonly (readonly [number, number])[], keptBehind?: number) =>
    ({
      type: "compaction",
      trigger: "auto",
      atMessage,
      kept: kept.map(([start, end]) => ({ start, end })),
      ...(keptBehind !== undefined && { keptBehind }),
    }) as never;

  test("drops everything else from before", () => {
    const sent = prompts(
      sessionOf(9, [
        keep(6, [
          [1, 2],
          [4, 5],
        ]),
      ]),
    );
    expect(sent[5]).toEqual([0, 1, 2, 3, 4]);
    expect(sent[8]).toEqual([1, 4, 6, 7]);
  });

  test("puts them after the summary, if the client says so", () => {
    const session = sessionOf(10, [keep(6, [[4, 6]], 7)]);
    expect(prompts(session)[9]).toEqual([6, 4, 5, 7, 8]);
    const span = promptSpans(session)[9] as never;
    expect(localSpan(span)).toMatchObject({ start: 0, end: 5, lead: { start: 2, end: 3 } });
  });

  test("cannot keep what an earlier one removed, and keeps nothing for an empty list", () => {
    expect(
      prompts(
        sessionOf(9, [
          keep(4, []),
          keep(7, [
            [2, 3],
            [5, 6],
          ]),
        ]),
      )[8],
    ).toEqual([5, 7]);
  });

  test("is ended by the next one that keeps nothing", () => {
    const next = { type: "compaction", trigger: "auto", atMessage: 8 } as never;
    expect(prompts(sessionOf(11, [keep(6, [[4, 6]], 7), next]))[10]).toEqual([8, 9]);
  });

  test("moves with its messages", () => {
    expect(
      moveEvent({ agent: "main", ...(keep(6, [[1, 2]], 7) as object) } as never, (index) => index + 1),
    ).toMatchObject({
      atMessage: 7,
      kept: [{ start: 2, end: 3 }],
      keptBehind: 8,
    });
  });
});

describe("a cut through the middle", () => {
  const cut = (atMessage: number, keptUntil: number, keptFrom: number) =>
    ({ type: "compaction", trigger: "auto", atMessage, keptUntil, keptFrom }) as never;

  test("keeps the head and the tail; a further cut joins it", () => {
    const session = sessionOf(12, [cut(6, 2, 4), cut(9, 2, 7)]);
    expect(prompts(session)[8]).toEqual([0, 1, 4, 5, 6, 7]);
    expect(prompts(session)[10]).toEqual([0, 1, 7, 8, 9]);
    expect(gapList(promptSpans(session)[10]?.gaps ?? null)).toEqual([{ start: 2, end: 7, kind: "cut", before: null }]);
  });

  test("keeps an abandoned branch in the tail abandoned", () => {
    const session = sessionOf(12, [{ type: "rewind", atMessage: 8, keptUntil: 6 }, cut(9, 2, 4)]);
    expect(prompts(session)[10]).toEqual([0, 1, 4, 5, 8, 9]);
  });
});

const tree = fc.array(fc.record({ isRewind: fc.boolean(), to: fc.nat(30) }), { maxLength: 30 });

test.prop([tree])("any walk through a tree sends the path from the root, as a naive walk finds it", (steps) => {
  const events: { type: "rewind"; atMessage: number; keptUntil: number }[] = [];
  const paths: number[][] = [];
  const pathBehind: number[][] = [[]];
  let path: number[] = [];
  steps.forEach(({ isRewind, to }, index) => {
    if (isRewind) {
      const keptUntil = to % (index + 1);
      path = pathBehind[keptUntil] as number[];
      events.push({ type: "rewind", atMessage: index, keptUntil });
    }
    paths.push(path);
    path = [...path, index];
    pathBehind.push(path);
  });
  expect(prompts(sessionOf(steps.length, events))).toEqual(paths);
});

test("many rewinds are linear: 50,000, even on a loaded machine", () => {
  const count = 50_000;
  const events = Array.from({ length: count - 2 }, (_, index) => ({
    type: "rewind" as const,
    atMessage: index + 2,
    keptUntil: index + 1 - (index % 2),
  }));
  const startedAt = performance.now();
  expect(promptSpans(sessionOf(count, events))).toHaveLength(count);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

test("a local span counts from its own first message", () => {
  const span = promptSpans(
    sessionOf(9, [
      { type: "compaction", trigger: "auto", atMessage: 3 } as never,
      { type: "rewind", atMessage: 7, keptUntil: 5 },
    ]),
  )[8];
  if (!span) throw new Error("no span");
  expect(localSpan(span)).toMatchObject({ start: 0, end: 5, gaps: { start: 2, end: 4, before: null } });
});
