import { expect, test } from "vitest";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { countsOf, describeReal } from "@/tests/support/real-file";

const TYPED = /^#### (?![/!]\S)|^#### \/(?:ask|code|architect|context)\s+\S/;

/** Lines of sessions with only commands and no answers. */
function linesWithoutExchange(text: string): number {
  const sessions = text
    .split(/^(?=# aider chat started at )/m)
    .map((part) => part.split("\n").filter((line) => line.trim()));
  const isSaid = (line: string) => !/^# aider chat started at /.test(line) && !/^(?:>|####).* {2}$/.test(line);
  const silent = sessions.filter((lines) => !lines.some((line) => isSaid(line) || TYPED.test(line)));
  return silent.flat().length;
}

describeReal("aider/aider-chat-history-excerpt.md", ({ nameless, text }) => {
  test("sessions with a conversation, prompts, usage lines, and no line lost", async () => {
    const pieces = text()
      .split(/^# aider chat started at .*$/m)
      .slice(1);
    const prompts = text().match(/^#### .* {2}$/gm) ?? [];
    const usage = [...text().matchAll(/^> Tokens: ([\d,]+) sent, ([\d,]+) received/gm)];
    const sum = (group: number) => usage.reduce((total, match) => total + Number(match[group]?.replace(/,/g, "")), 0);
    await checkImporter([nameless], "aider");
    const { sessions, rows } = await mustImport([nameless]);
    const counts = countsOf(sessions);
    expect(usage.length).toBe(131);
    expect(counts.usage).toMatchObject({ uncached: sum(1), output: sum(2), read: null, written: null });
    expect(rows).toMatchObject({
      bad: 0,
      kept: linesWithoutExchange(text()),
      read: text()
        .split("\n")
        .filter((line) => line.trim() !== "").length,
    });
    const said = pieces.filter((piece) => /^#### (?![/!])/m.test(piece));
    expect(sessions.length).toBeGreaterThanOrEqual(said.length);
    expect(sessions.length).toBeLessThanOrEqual(pieces.length);
    const typed = sessions.flatMap(({ messages }) => messages.filter(({ parts }) => parts[0]?.type === "text"));
    const lines = typed
      .filter(({ role }) => role === "user")
      .flatMap(({ parts }) => (parts[0]?.type === "text" ? parts[0].text.split("\n") : []));
    for (const prompt of prompts.filter((line) => !/^#### [/!]/.test(line)))
      expect(lines).toContain(prompt.slice(5, -2));
  });
});
