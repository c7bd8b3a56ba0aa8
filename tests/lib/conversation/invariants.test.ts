import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { atomsOf } from "@/lib/conversation/atoms";
import { findSplitLoops, findViolations } from "@/lib/conversation/invariants";
import { arbitraryConversation } from "@/tests/support/arbitrary-conversation";
import { drawConversation } from "@/tests/support/draw-conversation";

const codes = (drawing: string) =>
  findViolations(drawConversation(drawing)).map(({ code, partId }) => `${code} ${partId}`);
const atoms = (drawing: string) =>
  atomsOf(drawConversation(drawing)).map(({ kind, partIds, loop }) => `${kind}${loop ?? ""} ${partIds.join(" ")}`);

describe("findViolations", () => {
  test.each([
    ["a pair", "user: go\nassistant: call 1 t x\ntool: result 1 y", []],
    ["a typed message between call and result", "assistant: call 1 t x\nuser: wait\ntool: result 1 y", []],
    ["a batch answered by two messages", "assistant: call 1 t x | call 2 t x\ntool: result 2 y\ntool: result 1 y", []],
    ["calls that still run", "user: go\nassistant: call 1 t x | call 2 t x\ntool: result 1 y", []],
    ["a result without call", "user: go\ntool: result 1 y", ["orphan-result m1.0"]],
    ["a result before its call", "tool: result 1 y\nassistant: call 1 t x", ["result-before-call m0.0"]],
    ["a second answer", "assistant: call 1 t x\ntool: result 1 y\ntool: result 1 z", ["duplicate-result m2.0"]],
    ["a call left behind", "assistant: call 1 t x\nuser: go\nassistant: text", ["orphan-call m0.0"]],
    ["a typed message behind a running call", "assistant: call 1 t x\nuser: never mind", ["orphan-call m0.0"]],
    [
      "an id used again, answered each time",
      "assistant: call 1 t x\ntool: result 1 y\nassistant: call 1 t x\ntool: result 1 y",
      [],
    ],
  ])("%s", (_, drawing, expected) => {
    expect(codes(drawing)).toEqual(expected);
  });

  test("shared ids and empty messages", () => {
    const [first] = drawConversation("user: a").messages;
    if (!first) throw new Error("nothing drawn");
    const found = findViolations({ tools: [], messages: [first, first, { id: "e", role: "user", parts: [] }] });
    expect(found.map(({ code }) => code)).toEqual(["duplicate-message-id", "duplicate-part-id", "empty-message"]);
  });

  test("random valid histories have none", () => {
    fc.assert(
      fc.property(
        arbitraryConversation({ isClean: true }),
        (conversation) => findViolations(conversation).length === 0,
      ),
      { numRuns: 60 },
    );
  });
});

describe("atomsOf", () => {
  test("a pair is one atom wherever its result is; a typed message in between is a separate one", () => {
    expect(atoms("user: go\nassistant: call 1 t x\nuser: wait | result 1 y\nassistant: done")).toEqual([
      "user m0.0",
      "exchange m1.0 m2.1",
      "user m2.0",
      "assistant m3.0",
    ]);
  });

  test("batches, reused ids, orphans and repeated answers", () => {
    expect(
      atoms(
        "assistant: call 1 t x | call 2 t x\ntool: result 2 y\ntool: result 1 y\ntool: result 1 again\ntool: result 9 z\nassistant: call 1 t x\ntool: result 1 new",
      ),
    ).toEqual(["exchange m0.0 m0.1 m1.0 m2.0 m3.0", "result m4.0", "exchange m5.0 m6.0"]);
  });

  test("in a signed loop every atom resumes at signed reasoning", () => {
    expect(
      atoms(
        "user: go\nassistant: !t | call 1 t x\ntool: result 1 y\nassistant: call 2 t x\ntool: result 2 y\nassistant: !t | call 3 t x\ntool: result 3 y\nassistant: done",
      ),
    ).toEqual(["user m0.0", "exchange0 m1.0 m1.1 m2.0 m3.0 m4.0", "exchange0 m5.0 m5.1 m6.0", "assistant m7.0"]);
  });

  test("contain every part once, in order", () => {
    fc.assert(
      fc.property(arbitraryConversation(), (conversation) => {
        const ids = conversation.messages.flatMap(({ parts }) => parts.map(({ id }) => id));
        expect(
          atomsOf(conversation)
            .flatMap(({ partIds }) => partIds)
            .sort(),
        ).toEqual(ids.sort());
      }),
      { numRuns: 60 },
    );
  });
});

test("findSplitLoops: thinking may not be removed without what follows from it", () => {
  const loop = drawConversation(
    "user: go\nassistant: !t | call 1 t x\ntool: result 1 y\nassistant: call 2 t x\ntool: result 2 y",
  );
  expect(findSplitLoops(loop, new Set(["m1.0", "m1.1", "m2.0"])).map(({ code }) => code)).toEqual(["split-loop"]);
  expect(findSplitLoops(loop, new Set(["m1.0", "m1.1", "m2.0", "m3.0", "m4.0"]))).toEqual([]);
  expect(findSplitLoops(loop, new Set(["m0.0"]))).toEqual([]);
});
