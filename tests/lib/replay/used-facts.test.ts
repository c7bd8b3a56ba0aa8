import { describe, expect, test } from "vitest";
import type { TextPart } from "@/lib/conversation/part";
import { createReaders } from "@/lib/evaluation/evidence";
import { createUsedFacts } from "@/lib/replay/used-facts";
import { mustImport } from "../../support/check-importer";
import { memoryFile } from "../../support/transcript-file";

const NAMES = ["src/cart.ts", "lib/prices.ts", "totalPrice", "sumPrices", "parser_module"];
const TOLD = "The function totalPrice in src/cart.ts calls sumPrices of lib/prices.ts beside parser_module";
const LISTED = NAMES.join(" ");

const text = (id: string, said: string): TextPart => ({ type: "text", id, text: said });

/** A session that starts with a `summary` of an earlier one; the user then mentions facts that the agent uses. */
async function factsOfSession(user: string) {
  const messages = [
    { role: "user", content: user },
    { role: "assistant", content: TOLD },
  ];
  const [session] = (await mustImport([memoryFile(JSON.stringify(messages))])).sessions;
  const [first] = session?.messages ?? [];
  if (!session || !first) throw new Error("the list holds a session");
  const summary = { ...first, id: "summary", origin: "summary" as const, parts: [text("summary part", LISTED)] };
  const whole = { ...session, messages: [...session.messages, summary] };
  return {
    session: whole,
    facts: createUsedFacts(
      whole,
      "main",
      createReaders(() => 1),
    ),
  };
}

describe("a part's used facts", () => {
  test("from the log count in any form", async () => {
    const { session, facts } = await factsOfSession(LISTED);
    const [said] = session.messages.flatMap(({ parts }) => parts);
    expect(said && facts.shownBy(said)).toHaveLength(NAMES.length);
  });

  test("that a strategy wrote count in a sentence, and not in a bare list", async () => {
    const { facts } = await factsOfSession(LISTED);
    expect(facts.shownBy(text("told", TOLD))).toHaveLength(NAMES.length);
    expect(facts.shownBy(text("listed", LISTED))).toEqual([]);
    expect(facts.shownBy(text("listed again", LISTED))).toEqual([]);
  });

  test("that the client's own summary only lists do not count either", async () => {
    const { session, facts } = await factsOfSession(LISTED);
    const [listed] = session.messages.at(-1)?.parts ?? [];
    expect(listed && facts.shownBy(listed)).toEqual([]);
  });
});
