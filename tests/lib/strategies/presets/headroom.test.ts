import { describe, expect, test } from "vitest";
import type { Conversation } from "@/lib/conversation/message";
import { type Part, partText } from "@/lib/conversation/part";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { checkStrategy } from "@/tests/support/check-strategy";
import { drawConversation } from "@/tests/support/draw-conversation";
import { rememberingStore, testEnvironment } from "@/tests/support/strategy-environment";

const environment = testEnvironment();
const rows = (n: number) =>
  JSON.stringify(
    Array.from({ length: n }, (_, id) => ({ id, level: id % 7 === 0 ? "warn" : "info", text: `row ${id}` })),
  );

/** `user`, one exchange with this output, and this many messages after it. */
function withOutput(text: string, behind: number, isError = false): Conversation {
  const tail = Array.from({ length: behind }, (_, i) => `${i % 2 === 0 ? "assistant" : "user"}: more ${i}`);
  const drawn = drawConversation(["user: go", "assistant: call 1 bash ls", "tool: result 1 x", ...tail].join("\n"));
  const messages = drawn.messages.map((message, index) =>
    index === 2
      ? {
          ...message,
          parts: message.parts.map((part) => ({ ...part, isError, output: [{ type: "text", text }] }) as Part),
        }
      : message,
  );
  return { tools: [], messages };
}

describe("headroom: what may be crushed", () => {
  const run = (conversation: Conversation, params = {}, store = rememberingStore()) =>
    checkStrategy({ id: "headroom-crush", params }, conversation, testEnvironment({ store }), { isIdempotent: true });

  test("the newest four messages are not touched", () => {
    expect(run(withOutput(rows(100), 4)).status).toBe("applied");
    expect(run(withOutput(rows(100), 3)).status).toBe("noop");
  });

  test("crushes outputs of 250 tokens or more, but never user or system texts", () => {
    const tokens = (conversation: Conversation) => environment.tokensOf(conversation.messages[2] as never);
    const more = withOutput(rows(30), 5);
    const limit = tokens(more);
    expect(run(more, { minTokens: limit }).status).toBe("applied");
    expect(run(more, { minTokens: limit + 1 }).status).toBe("noop");
    const spoken = drawConversation(`system: ${rows(100)}\nuser: ${rows(100)}\n${"assistant: a\nuser: b\n".repeat(4)}`);
    expect(run(spoken).status).toBe("noop");
  });

  test("the remainder says how many of how many, and the original can be fetched by reference", () => {
    const store = rememberingStore();
    const result = run(withOutput(rows(100), 5), {}, store);
    const text = result.conversation.messages[2]?.parts.map(partText).join("") ?? "";
    expect(text).toMatch(/^\[15 of 100 items kept; the whole is out_[0-9a-f]+\]\n/);
    expect(store.contents.get(result.references[0]?.id ?? "")).toBe(rows(100));
  });

  test("a failed result stays by default; a result that would not be smaller stays", () => {
    expect(run(withOutput(rows(100), 5, true)).status).toBe("noop");
    expect(run(withOutput(rows(100), 5, true), { keepErrors: false }).status).toBe("applied");
    const items = JSON.stringify(Array.from({ length: 6 }, (_, i) => (i === 0 ? "b" : "a")));
    expect(run(withOutput(items, 5), { minTokens: 0 }).status).toBe("noop");
  });

  test("each crusher handles only its own contents", () => {
    const log = Array.from({ length: 200 }, (_, i) => `2026-01-01 10:00:00 INFO step ${i}`).join("\n");
    const diff = [
      "diff --git a/x b/x",
      "@@ -1,90 +1,90 @@",
      ...Array.from({ length: 90 }, (_, i) => ` const same${i} = ${i};`),
    ];
    const found = Array.from({ length: 60 }, (_, i) => `src/a.ts:${i}: const hit = ${i};`).join("\n");
    const prose = Array.from({ length: 30 }, (_, i) => `The module ${i} reads the file and returns its path.`).join(
      " ",
    );
    const contents = {
      json: rows(100),
      log,
      diff: [...diff.slice(0, 40), "+new", ...diff.slice(40)].join("\n"),
      found,
      prose,
    };
    const doers = {
      "headroom-log": "log",
      "headroom-diff": "diff",
      "headroom-search": "found",
      "headroom-text": "prose",
    } as const;
    for (const [id, own] of Object.entries(doers))
      for (const [kind, text] of Object.entries(contents)) {
        const { status } = compressConversation(withOutput(text, 5), id, environment);
        expect([id, kind, status]).toEqual([id, kind, kind === own ? "applied" : "noop"]);
      }
    for (const kind of ["json", "log", "diff", "found"] as const)
      expect(run(withOutput(contents[kind], 5)).status).toBe("applied");
  });
});

describe("headroom-read-lifecycle", () => {
  const long = "word ".repeat(200);
  const history = drawConversation(`
    user: go
    assistant: call 1 read a.ts
    tool: result 1 first ${long}
    assistant: call 2 read b.ts
    tool: result 2 second ${long}
    assistant: call 3 write a.ts
    tool: result 3 ok
    assistant: call 4 read b.ts
    tool: result 4 third ${long}
    assistant: done
  `);
  const replaced = (params: object, more = {}, before = history) =>
    checkStrategy({ id: "headroom-read-lifecycle", params: { ...params } }, before, testEnvironment(more), {
      isIdempotent: true,
    }).edits.map(({ targets }) => targets[0]);

  test("a read whose file was written later is outdated; one covered by a later read only on request", () => {
    expect(replaced({})).toEqual(["m2.0"]);
    expect(replaced({ superseded: true }).sort()).toEqual(["m2.0", "m4.0"]);
    expect(replaced({ stale: false })).toEqual([]);
  });

  test("results of at least 512 bytes", () => {
    const bytes = Buffer.byteLength(partText(history.messages[2]?.parts[0] as Part));
    expect(bytes).toBeGreaterThan(512);
    expect(replaced({ minBytes: bytes })).toEqual(["m2.0"]);
    expect(replaced({ minBytes: bytes + 1 })).toEqual([]);
  });

  test("cached content is frozen by default", () => {
    const cache = { prefixTokens: 100_000 };
    expect(replaced({}, { cache })).toEqual([]);
    expect(replaced({ frozen: false }, { cache })).toEqual(["m2.0"]);
    expect(replaced({}, { cache: { prefixTokens: 5 } })).toEqual(["m2.0"]);
  });

  test("the remainder names the file", () => {
    const result = compressConversation(history, "headroom-read-lifecycle", environment);
    expect(result.conversation.messages[2]?.parts.map(partText).join("")).toMatch(
      /^\[outdated read of a\.ts; the original is out_[0-9a-f]+\]$/,
    );
  });
});
