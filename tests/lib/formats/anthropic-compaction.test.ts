import { expect, test } from "vitest";
import { encodeAnthropic } from "@/lib/formats/anthropic/encode";
import { validateAnthropic } from "@/lib/formats/anthropic/validate";
import { OPENING_TEXT } from "@/lib/formats/opening";
import { drawConversation } from "@/tests/support/draw-conversation";

const block = { type: "compaction", content: "what came before", signature: "sig" };
const prompt = { role: "user", content: "go on" };

test("a compaction block may come first, any other answer may not", () => {
  const codes = (messages: unknown[]) => validateAnthropic({ messages }).map(({ code }) => code);
  expect(codes([{ role: "assistant", content: [block] }, prompt])).toEqual([]);
  expect(codes([{ role: "assistant", content: "hello" }, prompt])).toEqual(["first-message-not-user"]);
  expect(codes([{ role: "assistant", content: [{ type: "text", text: "hello" }, block] }, prompt])).toEqual([
    "first-message-not-user",
  ]);
});

test("adds nothing before a compaction block; an answer that comes first gets an opening", () => {
  const history = drawConversation("assistant: hello\nuser: go on");
  const compacted = {
    ...history,
    messages: history.messages.map((message, index) =>
      index === 0
        ? { ...message, parts: [{ id: "m0.0", type: "opaque", provider: "anthropic", value: block } as const] }
        : message,
    ),
  };
  expect(encodeAnthropic(compacted)).toMatchObject({ messages: [{ role: "assistant", content: [block] }, prompt] });
  expect(encodeAnthropic(history)).toMatchObject({ messages: [{ role: "user", content: OPENING_TEXT }, {}, prompt] });
});
