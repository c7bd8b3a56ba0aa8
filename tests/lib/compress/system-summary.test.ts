import { expect, test } from "vitest";
import { compressRequest } from "@/lib/compress/compress-request";
import { plainSurroundings } from "../../support/plain-surroundings";

const TASK = `Fix the login. ${"A long passage about it. ".repeat(60)}`;

/** The system prompt with Continue's summary in a body of one format. */
async function systemOf(body: object, read: (answer: Record<string, unknown>) => unknown) {
  const strategy = "continue-summary";
  const result = await compressRequest({ ...body, strategy, force: true }, {}, plainSurroundings().surroundings);
  if (!result.ok) throw result.error;
  return JSON.stringify(read(result.value.answer as Record<string, unknown>));
}

test("Continue's summary is part of the system prompt in formats that separate it from the messages", async () => {
  const turns = [TASK, TASK, "Go on.", "I looked at it.", "And now?"];
  const anthropic = {
    model: "claude-sonnet-4-5",
    max_tokens: 100,
    system: "Be careful.",
    messages: turns.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content })),
  };
  const gemini = {
    model: "gemini-2.5-pro",
    systemInstruction: { parts: [{ text: "Be careful." }] },
    contents: turns.map((text, at) => ({ role: at % 2 === 0 ? "user" : "model", parts: [{ text }] })),
  };
  for (const system of [
    await systemOf(anthropic, (answer) => answer.system),
    await systemOf(gemini, (answer) => answer.systemInstruction ?? answer.system_instruction),
  ]) {
    expect(system).toContain("Be careful.");
    expect(system).toContain("Previous conversation summary:");
    expect(system).toContain("Fix the login.");
  }
});
