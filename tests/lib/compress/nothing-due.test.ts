import { describe, expect, test } from "vitest";
import { compressRequest } from "@/lib/compress/compress-request";
import { plainSurroundings } from "@/tests/support/plain-surroundings";

const output = (tokens: number) => Array.from({ length: tokens / 10 }, (_, n) => `const value_${n} = ${n};`).join("\n");

/** One question, and this many calls with outputs of this many tokens. */
function history(calls: number, tokens: number) {
  const messages: object[] = [{ role: "user", content: "Make the tests pass." }];
  for (let call = 0; call < calls; call += 1) {
    const id = `c${call}`;
    const asked = { id, type: "function", function: { name: "Read", arguments: `{"file_path":"src/part${call}.ts"}` } };
    messages.push({ role: "assistant", content: null, tool_calls: [asked] });
    messages.push({ role: "tool", tool_call_id: id, content: `${call}\n${output(tokens)}` });
  }
  return messages;
}

async function compress(messages: object[], settings: object = {}) {
  const body = { messages, winnow: { tokenizer: "generic", store: false, ...settings } };
  const made = await compressRequest(body, {}, plainSurroundings().surroundings);
  if (!made.ok || made.value.answer === null) throw new Error("not answered");
  const { winnow } = made.value.answer as { winnow: { status: string; warnings: { code: string; message: string }[] } };
  return { ...winnow, why: winnow.warnings.find(({ code }) => code === "nothing-due")?.message };
}

describe("a prompt that is left alone", () => {
  test("explains why, and suggests a call that then acts", async () => {
    const messages = history(4, 20_000);
    const { status, why } = await compress(messages);
    expect(status).toBe("noop");
    expect(why).toBe(
      "nothing was left out: winnow looks for what pays at every 5th request, 23 after what it left out last; for a decision about exactly this prompt send force, or a target with a fraction",
    );
    const forced = await compress(messages, { target: { fraction: 0.5 } });
    expect([forced.status, forced.why]).toEqual(["applied", undefined]);
  });

  test("within a given limit, says so", async () => {
    const { why } = await compress(history(4, 5_000), { target: { tokens: 100_000 } });
    expect(why).toMatch(/^nothing was left out: the prompt of \d+ tokens is within its limit, and winnow looks for/);
  });

  test("explains nothing if it is small, or if something was left out", async () => {
    expect(await compress(history(2, 500))).toMatchObject({ status: "noop", why: undefined });
    expect(await compress(history(20, 2_000))).toMatchObject({ status: "applied", why: undefined });
  });
});
