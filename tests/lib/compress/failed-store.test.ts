import { expect, test } from "vitest";
import { compressRequest } from "@/lib/compress/compress-request";
import { KnownMessages } from "@/lib/compress/known-messages";
import { plainSurroundings } from "@/tests/support/plain-surroundings";

const output = (call: number) => Array.from({ length: 300 }, (_, n) => `const value_${call}_${n} = ${n};`).join("\n");

/** One question and twelve calls with long outputs. */
const messages = [
  { role: "user", content: "Make the tests pass." },
  ...Array.from({ length: 12 }, (_, call) => call).flatMap((call) => [
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { id: `c${call}`, type: "function", function: { name: "Read", arguments: `{"path":"${call}.ts"}` } },
      ],
    },
    { role: "tool", tool_call_id: `c${call}`, content: output(call) },
  ]),
];

test("a call after one that could not store the originals stores them", async () => {
  const { surroundings, kept } = plainSurroundings();
  let isFull = true;
  const keep: typeof surroundings.keep = async (text) => {
    if (isFull) throw new Error("the disk is full");
    await surroundings.keep(text);
  };
  const shared = { ...surroundings, keep, known: new KnownMessages() };
  const body = { messages, winnow: { tokenizer: "generic", target: { tokens: 15_000 } } };
  await expect(compressRequest(body, {}, shared)).rejects.toThrow("the disk is full");
  isFull = false;
  const made = await compressRequest(body, {}, shared);
  if (!made.ok) throw new Error(made.error.message);
  const { refs } = (made.value.answer as { winnow: { refs: { id: string }[] } }).winnow;
  expect(refs.length).toBeGreaterThan(0);
  for (const { id } of refs) expect(kept.has(id)).toBe(true);
});
