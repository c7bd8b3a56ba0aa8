import { expect, test } from "vitest";
import { compressTask } from "@/lib/server/workers/compress-task";
import { WITHOUT_MODEL } from "@/tests/support/kept-history";

const work = "a longer passage about the work on src/server/login.ts, ".repeat(60).trim();
const TEXTS = ["Make the tests pass.", work, "Now do part 1.", work, "Now do part 2.", work, "Now do part 3."];

/** Bodies without a system prompt, in formats that keep it outside the messages. */
const BODIES = [
  {
    format: "anthropic",
    messages: TEXTS.map((content, index) => ({ role: index % 2 === 0 ? "user" : "assistant", content })),
  },
  {
    format: "gemini",
    contents: TEXTS.map((text, index) => ({ role: index % 2 === 0 ? "user" : "model", parts: [{ text }] })),
  },
  {
    format: "openai-chat",
    messages: TEXTS.map((content, index) => ({ role: index % 2 === 0 ? "user" : "assistant", content })),
  },
];

type Inserted = { readonly op: string; readonly message?: { readonly parts: readonly { readonly text?: string }[] } };

test.each(BODIES)("what a preset inserts is in the returned $format body", async (body) => {
  let seen = 0;
  for (const { recipe } of WITHOUT_MODEL) {
    const sent = { ...body, strategy: recipe, force: true, store: false, include: ["edits"] };
    const { json } = await compressTask({ body: Buffer.from(JSON.stringify(sent)) });
    const { edits, state: _, ...answer } = JSON.parse(json) as { edits: Inserted[]; state: unknown };
    for (const { text } of edits.flatMap(({ op, message }) => (op === "insert" ? (message?.parts ?? []) : []))) {
      if (text === undefined) continue;
      seen += 1;
      expect(JSON.stringify(answer), JSON.stringify(recipe)).toContain(JSON.stringify(text).slice(1, -1));
    }
  }
  expect(seen).toBeGreaterThan(5);
});
