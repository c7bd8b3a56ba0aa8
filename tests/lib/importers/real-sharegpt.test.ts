import { expect, test } from "vitest";
import { importTranscript } from "@/lib/importers/import-transcript";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { countsOf, describeReal, type Json } from "@/tests/support/real-file";

describeReal("sharegpt/glaive-toolcall-zh.json", ({ nameless, json }) => {
  test("a session per conversation, and a message per turn", async () => {
    const turns = json().flatMap(({ conversations }: Json) => conversations);
    const of = (...names: string[]) => turns.filter(({ from }: Json) => names.includes(from));
    const length = (list: readonly Json[]) => list.reduce((sum, { value }) => sum + value.length, 0);
    await checkImporter([nameless], "sharegpt");
    const { sessions, rows } = await mustImport([nameless]);
    const calls = of("function_call").map(({ value }: Json) => JSON.parse(value));
    expect(countsOf(sessions)).toMatchObject({
      sessions: json().length,
      messages: turns.length,
      responses: of("gpt", "function_call").length,
      calls: calls.flat().length,
      results: of("observation").length,
      text: length(of("human", "gpt")),
      output: length(of("observation")),
    });
    const names = sessions.flatMap(({ messages }) =>
      messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "tool-call" ? [part.toolName] : []))),
    );
    expect(names).toEqual(calls.flat().map(({ name }: Json) => name));
    expect(rows).toMatchObject({ read: json().length + turns.length, bad: 0, kept: 0 });
  });
});

describeReal("terminal-cast/asciinema-simple.cast", ({ nameless }) => {
  test("is refused as a recording", async () => {
    expect(await importTranscript([nameless])).toMatchObject({
      ok: false,
      error: { code: "not-a-transcript", message: expect.stringContaining("recording") },
    });
  });
});
