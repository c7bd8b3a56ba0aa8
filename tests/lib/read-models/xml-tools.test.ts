import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { isOversized, toAgentComposition } from "@/lib/read-models/composition";
import { toMessageRows } from "@/lib/read-models/message-rows";
import { countSession } from "@/lib/read-models/session-counts";
import type { Session } from "@/lib/transcript/session";
import { analyzeSketch } from "@/tests/support/analyze-sketch";
import { mustImport } from "@/tests/support/check-importer";
import { describeShared } from "@/tests/support/shared";
import { sketchSession } from "@/tests/support/sketch-session";
import { diskFile } from "@/tests/support/transcript-file";

const NONE = { tool_calls: 0, tool_results: 0, tool_errors: 0, orphan_calls: 0, orphan_results: 0 };
const task = (drawing: string) => ({ ...sketchSession(drawing), format: "cline" });
const counted = (drawing: string) => countSession(task(drawing));

/** The session with each result's text separated from the text that names its tool. */
const splitResult = (session: Session): Session => ({
  ...session,
  messages: session.messages.map((message) => ({
    ...message,
    parts: message.parts.flatMap((part) => {
      if (part.type !== "text" || !part.text.includes("] Result:")) return part;
      const [head = "", text = ""] = part.text.split(/(?<=\] Result:)/);
      return [
        { ...part, text: head },
        { ...part, id: `${part.id}.text`, text },
      ];
    }),
  })),
});

describe("tools that the model called in XML", () => {
  test("a result that names the previous answer's tool is a call and its result", () => {
    const drawing = `
      user go
      say Reading. <read_file><path>a.ts</path></read_file>
      client [read_file for 'a.ts'] Result: export
      say <execute_command><command>ls</command></execute_command>
      client [execute_command for 'ls'] Result: The tool execution failed with the following error: no shell
      say <attempt_completion><result>Done</result></attempt_completion>
      user [attempt_completion] Result: <feedback>thanks</feedback>
    `;
    expect(counted(drawing)).toMatchObject({ ...NONE, tool_calls: 3, tool_results: 3, tool_errors: 1 });
    const rows = toMessageRows(analyzeSketch("", task(drawing))).flatMap(({ parts }) => parts);
    expect(rows.map(({ tool }) => tool)).toEqual([
      null,
      null,
      "read_file",
      null,
      "execute_command",
      null,
      "attempt_completion",
    ]);
    expect(rows.map(({ is_error }) => is_error).indexOf(true)).toBe(4);
  });

  test("an output in the text that names it, or in the next one, can be oversized like any other; a file's text cannot", () => {
    const drawn = (tool: string) =>
      task(`
        user go
        say Running. <${tool}><path>src</path></${tool}>
        usage write=1000 in=0 out=9
        client [${tool} for 'src'] Result: ${"abcd ".repeat(1_800)}
        say ok
        usage read=1000 write=2300 in=0 out=9`);
    const oversized = (session: Session) =>
      toAgentComposition(analyzeSketch("", session), "main").parts.flatMap((part) =>
        isOversized(part, 2_000) ? part.tool : [],
      );
    expect(oversized(drawn("list_files"))).toEqual(["list_files"]);
    expect(oversized(splitResult(drawn("list_files")))).toEqual(["list_files"]);
    expect(oversized(drawn("read_file"))).toEqual([]);
  });

  test("what they show is outdated once a later call writes the file, and a duplicate if repeated", () => {
    const reading = (text: string) => `
      say Reading. <read_file><path>src/a.ts</path></read_file>
      usage write=1000 in=0 out=9
      client [read_file for 'src/a.ts'] Result: ${text}`;
    const text = "export const answer = 42; ".repeat(12);
    const drawing = `user go ${reading(text)} ${reading(text)}
      say <write_to_file><path>src/a.ts</path><content>new</content></write_to_file>
      usage read=1000 write=500 in=0 out=9
      client [write_to_file for 'src/a.ts'] Result: done
      say ok
      usage read=1500 write=100 in=0 out=9`;
    const { parts } = toAgentComposition(analyzeSketch("", task(drawing)), "main");
    const kinds = parts.flatMap(({ label, waste }) => waste.map(({ kind }) => `${label.slice(0, 10)} ${kind}`));
    expect(kinds.sort()).toEqual(["[read_file same-text", "[read_file stale-read", "[read_file stale-read"]);
    const failed = task(
      drawing.replaceAll("Result: export", "Result: The tool execution failed with the following error:"),
    );
    const rest = toAgentComposition(analyzeSketch("", failed), "main").parts.flatMap(({ waste }) => waste);
    expect(rest.map(({ kind }) => kind)).toEqual(["same-text"]);
  });

  test("one answer has one tool, however many texts name it", () => {
    const drawing = `
      say <new_task><message>Look</message></new_task>
      client [new_task completed] Result: looked
      client [new_task in Code mode: 'Look'] Result: created
    `;
    expect(counted(drawing)).toMatchObject({ ...NONE, tool_calls: 1, tool_results: 1 });
  });

  test.each([
    ["another tool than the answer's", "say <read_file></read_file>\nclient [list_files] Result: a"],
    ["no XML in the answer", "say I read it.\nclient [read_file for 'a.ts'] Result: a"],
    ["a name in the middle of a text", "say <read_file></read_file>\nuser why [read_file] Result: a"],
    ["a bracket without a result", "say <read_file></read_file>\nuser [read_file] please"],
    [
      "another answer in between",
      "say <read_file></read_file>\nusage in=1 out=1\nsay It was read.\nclient [read_file] Result: a",
    ],
  ])("%s is not a tool", (_, drawing) => {
    expect(counted(drawing)).toMatchObject(NONE);
  });

  test("other clients' texts are not read this way", () => {
    const drawing = "say <read_file></read_file>\nclient [read_file] Result: a";
    expect(countSession(sketchSession(drawing))).toMatchObject(NONE);
  });
});

describeShared("transcripts/roo-code/ac8aa7b4", (folder) => {
  test("a real Roo Code task: every result whose call is in the previous answer", async () => {
    const file = path.join(folder, "api_conversation_history.json");
    const [session] = (await mustImport([diskFile(file)])).sessions;
    const { tool_calls, tool_results } = countSession(session as NonNullable<typeof session>);
    expect([tool_calls, tool_results]).toEqual([pairsIn(file), pairsIn(file)]);
    expect(tool_calls).toBeGreaterThan(15);
  });
});

/** Read independently: answers whose last XML tag closes the tool that the next message starts with. */
function pairsIn(file: string): number {
  const messages: { role: string; content: string | { text: string }[] }[] = JSON.parse(readFileSync(file, "utf8"));
  const texts = messages.map(({ content }) =>
    typeof content === "string" ? content : content.map(({ text }) => text).join("\n"),
  );
  return messages.filter(({ role }, index) => {
    const name = /^\[(\w+)/.exec(texts[index + 1] ?? "")?.[1];
    return role === "assistant" && name !== undefined && texts[index]?.includes(`</${name}>`);
  }).length;
}
