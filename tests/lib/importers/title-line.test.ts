import { expect, test } from "vitest";
import { isTitle, titleLine } from "@/lib/importers/title-line";
import { mustImport } from "@/tests/support/check-importer";
import { memoryFile } from "@/tests/support/transcript-file";

test.each([
  ["/mode", false],
  ["/plan the parser", true],
  ["/usr/bin/make fails", true],
  ["[REDACTED_TEXT len=32]", false],
  ["fix [REDACTED] in the parser", true],
  ["<system_instruction>\nYou work in a client.\n</system_instruction>", false],
  ["修复解析器", true],
  ["…", false],
  ["", false],
])("%s can be a title: %s", (text, wanted) => {
  expect(isTitle(text)).toBe(wanted);
});

test("blocks that a client puts before the user's prompt are not part of the title", () => {
  const blocks =
    "<system_instruction>\nBe brief.\n</system_instruction>\n\n<system-instruction>\nRename.\n</system-instruction>";
  expect(titleLine(`${blocks}\n\nFix the CI`)).toBe("Fix the CI");
  expect(titleLine("<system_instruction> is a tag")).toBe("<system_instruction> is a tag");
});

test("reads many blocks in linear time", () => {
  const start = performance.now();
  titleLine("<system-reminder>".repeat(100_000));
  titleLine("<system-reminder></system-reminder>".repeat(100_000));
  expect(performance.now() - start).toBeLessThan(5_000);
});

test("a long line is cut", () => {
  expect(titleLine("a".repeat(500))).toHaveLength(120);
});

test("the first typed message that can be a title becomes it", async () => {
  const row = (at: number, type: "user" | "assistant", content: unknown) => ({
    ...{
      type,
      uuid: `u${at}`,
      parentUuid: at === 0 ? null : `u${at - 1}`,
      sessionId: "s",
      version: "2.1.0",
      cwd: "/work",
    },
    timestamp: `2026-11-28T10:00:0${at}.000Z`,
    message:
      type === "user"
        ? { role: "user", content }
        : { id: `m${at}`, role: "assistant", model: "claude-sonnet-4-5", content: [{ type: "text", text: content }] },
  });
  const rows = [
    row(0, "user", "[REDACTED_TEXT len=32]"),
    row(1, "assistant", "Yes?"),
    row(2, "user", "Fix the parser"),
    row(3, "assistant", "Done."),
  ];
  const { sessions } = await mustImport([memoryFile(rows.map((one) => JSON.stringify(one)).join("\n"))]);
  expect(sessions[0]?.title).toBe("Fix the parser");
});
