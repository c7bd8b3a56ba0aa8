import { expect, test } from "vitest";
import { ConversationCompressor } from "@/lib/library/conversation-compressor";
import { createShelf } from "@/lib/library/vocabulary-shelf";
import { NODE_RUNTIME } from "@/package/entries/runtime-node";

const text = (words: number, seed: number) =>
  Array.from({ length: words }, (_, at) => `line${(at * 7 + seed) % 97}`).join(" ");

const step = (n: number) => [
  {
    role: "assistant",
    content: [{ type: "tool-call", toolCallId: `c${n}`, toolName: "read", input: { part: n } }],
  },
  {
    role: "tool",
    content: [
      { type: "tool-result", toolCallId: `c${n}`, toolName: "read", output: { type: "text", value: text(400, n) } },
    ],
  },
];

test("in a window that tools nearly fill, a change leaves room for later requests", async () => {
  const changed: number[] = [];
  const compressor = new ConversationCompressor(
    {
      model: "gpt-5",
      window: 15_000,
      reserve: 1_000,
      onEvent: (event) => event.type === "compressed" && changed.push(event.step),
    },
    createShelf(NODE_RUNTIME.readVocabulary),
    NODE_RUNTIME.sha256,
  );
  const tools = [{ name: "read", description: text(5_600, 1) }];
  const messages: object[] = [{ role: "user", content: "Read all parts." }];
  for (let n = 0; n < 20; n += 1) {
    messages.push(...step(n));
    await compressor.compress([...messages], tools);
  }
  expect(changed.length).toBeGreaterThan(1);
  expect(changed.slice(1).every((at, index) => at - (changed[index] as number) >= 2)).toBe(true);
});

test("a prompt that does not fit is sent once, even if its cache marks have moved", async () => {
  const reasons: string[] = [];
  const compressor = new ConversationCompressor(
    {
      model: "gpt-5",
      window: 2_000,
      reserve: 100,
      onEvent: (event) => event.type === "unchanged" && reasons.push(event.reason),
    },
    createShelf(NODE_RUNTIME.readVocabulary),
    NODE_RUNTIME.sha256,
  );
  const marked = { providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } };
  const first = { role: "user", content: [{ type: "text", text: text(200, 1) }] };
  const answer = { role: "assistant", content: [{ type: "text", text: "Go on." }] };
  await compressor.compress([{ ...first, ...marked }]);
  const history = [first, answer, { role: "user", content: [{ type: "text", text: text(3_000, 2) }], ...marked }];
  expect(await compressor.compress(history)).toEqual(history);
  expect(reasons).toEqual(["does-not-fit"]);
});
