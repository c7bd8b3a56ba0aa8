import fc from "fast-check";
import { expect, test } from "vitest";
import { atomsOf, hasLoops } from "@/lib/conversation/atoms";
import type { Conversation } from "@/lib/conversation/message";
import { matchPairs } from "@/lib/conversation/pairs";
import { indexParts, type PartEntry } from "@/lib/conversation/part-index";
import { arbitraryConversation } from "@/tests/support/arbitrary-conversation";

/** First in, first out, in a slow implementation: each result answers the oldest earlier unanswered call with its id. */
function pairsBySearch(entries: readonly PartEntry[]) {
  const answered = new Set<number>();
  const callOf = entries.map(({ part, number }) => {
    if (part.type !== "tool-result") return -1;
    const calls = entries.filter((one) => one.part.type === "tool-call" && one.part.toolCallId === part.toolCallId);
    const before = calls.filter((one) => one.number < number);
    const call = before.find((one) => !answered.has(one.number)) ?? before.at(-1) ?? calls[0];
    if (before.length > 0 && call) answered.add(call.number);
    return call?.number ?? -1;
  });
  const open = entries.filter(({ part, number }) => part.type === "tool-call" && !answered.has(number));
  return { callOf, openCalls: open };
}

test("parts are numbered in order and found by id", () => {
  fc.assert(
    fc.property(arbitraryConversation(), (conversation) => {
      const { entries, byId, sharedIds } = indexParts(conversation);
      expect(entries.map(({ part }) => part)).toEqual(conversation.messages.flatMap(({ parts }) => parts));
      entries.forEach((entry, index) => {
        expect(entry.number).toBe(index);
        expect(conversation.messages[entry.messageIndex]).toBe(entry.message);
        expect(byId.get(entry.part.id)).toBe(entry);
      });
      expect(sharedIds.size).toBe(0);
    }),
    { numRuns: 60 },
  );
});

test("a shared id is reported, and leads to its last part", () => {
  const shared = { id: "s", type: "text", text: "" } as const;
  const messages = ["a", "b", "c"].map((id) => ({ id, role: "user" as const, parts: [shared, { ...shared, id }] }));
  const { entries, byId, sharedIds } = indexParts({ tools: [], messages });
  expect([...sharedIds]).toEqual(["s"]);
  expect(byId.get("s")).toBe(entries[4]);
});

test("pairs equal those found by searching", () => {
  const check = (conversation: Conversation) => {
    const parts = indexParts(conversation);
    const { callOf, openCalls } = matchPairs(parts);
    const expected = pairsBySearch(parts.entries);
    expect([...callOf]).toEqual(expected.callOf);
    expect(openCalls).toEqual(expected.openCalls);
  };
  fc.assert(fc.property(arbitraryConversation(), check), { numRuns: 150 });
});

test("pairs of recurring ids, in any order", () => {
  const kinds = fc.array(fc.constantFrom("call a", "call b", "result a", "result b"), { maxLength: 16 });
  fc.assert(
    fc.property(kinds, (drawn) => {
      const messages = drawn.map((kind, index) => {
        const [type, toolCallId = ""] = kind.split(" ");
        const part =
          type === "call"
            ? ({ id: `p${index}`, type: "tool-call", toolName: "t", toolCallId, input: {} } as const)
            : ({ id: `p${index}`, type: "tool-result", toolCallId, output: [], isError: false } as const);
        return { id: `m${index}`, role: type === "call" ? ("assistant" as const) : ("tool" as const), parts: [part] };
      });
      const parts = indexParts({ tools: [], messages });
      const { callOf, openCalls } = matchPairs(parts);
      const expected = pairsBySearch(parts.entries);
      expect([...callOf]).toEqual(expected.callOf);
      expect(openCalls).toEqual(expected.openCalls);
    }),
    { numRuns: 400 },
  );
});

test("a history has loops if an atom has one", () => {
  fc.assert(
    fc.property(arbitraryConversation(), (conversation) => {
      expect(hasLoops(conversation)).toBe(atomsOf(conversation).some(({ loop }) => loop !== null));
    }),
    { numRuns: 200 },
  );
});

test("atoms are in the order of their first part", () => {
  fc.assert(
    fc.property(arbitraryConversation(), (conversation) => {
      const { byId } = indexParts(conversation);
      const atoms = atomsOf(conversation);
      const starts = atoms.map(({ start }) => start);
      expect(starts).toEqual(starts.toSorted((a, b) => a - b));
      for (const { partIds, start, end } of atoms) {
        const places = partIds.map((id) => byId.get(id)?.messageIndex ?? -1);
        expect([Math.min(...places), Math.max(...places)]).toEqual([start, end]);
      }
    }),
    { numRuns: 150 },
  );
});
