import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import type { Conversation, Message } from "@/lib/conversation/message";
import { type Part, partText } from "@/lib/conversation/part";
import { History } from "@/lib/replay/history";
import type { Session, SessionMessage } from "@/lib/transcript/session";
import { sketchSession } from "../../support/sketch-session";

const size = (part: Part) => partText(part).length;
const partsOf = ({ messages }: Conversation) => messages.flatMap(({ parts }) => parts);
const sum = (parts: readonly Part[]) => parts.reduce((total, part) => total + size(part), 0);
const text = (id: string, length: number): Part => ({ id, type: "text", text: "x".repeat(length) });

/** What a recipe does to a message: nothing, drop it, change or drop one of its parts, or add one after it. */
const fate = fc.constantFrom("keep", "keep", "keep", "drop", "change", "shorten", "insert");
type Fate = "keep" | "drop" | "change" | "shorten" | "insert";

function edited(messages: readonly Message[], fates: readonly Fate[], firing: number): Message[] {
  return messages.flatMap((message, index): Message[] => {
    const [first, ...rest] = message.parts as [Part, ...Part[]];
    const own = fates[index % fates.length];
    if (own === "drop") return [];
    if (own === "change") return [{ ...message, parts: [...rest, text(`${first.id}~`, 1)] }];
    if (own === "shorten") return rest.length === 0 ? [] : [{ ...message, parts: rest }];
    return own === "insert"
      ? [message, { id: `${firing}-${message.id}`, role: "user", parts: [text(`n${index}`, 3)] }]
      : [message];
  });
}

/** Computed from both prompts in full. */
function difference(before: Conversation, after: Conversation) {
  const [old, now] = [partsOf(before), partsOf(after)];
  const places = ({ messages }: Conversation) =>
    messages.flatMap(({ id, role, parts }) => parts.map((part) => ({ id, role, part })));
  const [left, right] = [places(before), places(after)];
  let same = 0;
  while (
    same < left.length &&
    left[same]?.part === right[same]?.part &&
    left[same]?.id === right[same]?.id &&
    left[same]?.role === right[same]?.role
  )
    same += 1;
  return {
    gone: old.filter((part) => !now.includes(part)),
    fresh: now.filter((part) => !old.includes(part)),
    prefixTokens: sum(old.slice(0, same)),
  };
}

const session = (lengths: readonly (readonly number[])[]): Session => {
  const messages = lengths.map(
    (parts, index): SessionMessage => ({
      id: `m${index}`,
      agent: "main",
      role: index % 2 === 0 ? "user" : "assistant",
      origin: index % 2 === 0 ? "typed" : "model",
      parts: parts.map((length, part) => text(`m${index}.${part}`, length)),
    }),
  );
  return { tools: [], messages } as unknown as Session;
};

describe("a history", () => {
  test.prop([
    fc.array(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 14 }),
    fc.array(fc.array(fate, { minLength: 1, maxLength: 14 }), { minLength: 1, maxLength: 4 }),
  ])("knows its length and what a firing changed, as computed from both prompts", (lengths, firings) => {
    const log = session(lengths);
    const history = new History(log, "main", size);
    firings.forEach((fates, index) => {
      history.growTo({ end: Math.ceil((lengths.length * (index + 1)) / firings.length), gaps: null });
      const before = { tools: [], messages: [...history.conversation.messages] };
      const after = { tools: [], messages: edited(before.messages, fates, index) };
      expect(history.replace(after)).toEqual(difference(before, after));
      expect(history.conversation.messages).toEqual(after.messages);
      expect(history.tokens).toBe(sum(partsOf(after)));
    });
  });

  test("omits a summary only if the log has what it replaced", () => {
    const textsOf = (sketch: string) => {
      const log = sketchSession(sketch);
      const history = new History(log, "main", size);
      history.growTo({ end: log.messages.length, gaps: null });
      return partsOf(history.conversation).map(partText);
    };
    expect(textsOf("summary we did it\nuser go on\nsay done")).toEqual(["we did it", "go on", "done"]);
    expect(textsOf("user hi\nsay ho\nsummary we met\nuser go on")).toEqual(["hi", "ho", "go on"]);
  });
});
