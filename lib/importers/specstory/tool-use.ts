import type { PartDraft } from "../item-session";
import { textOutput, toolCallDraft, toolResultDraft } from "../part-drafts";
import { Fence } from "./fence";

const OPEN = /^<tool-use data-tool-type="[^"]*" data-tool-name="([^"]*)"><details>\s*$/;
const CLOSE = /^<\/details><\/tool-use>\s*$/;
const SUMMARY = /^<summary>(.*)<\/summary>$/;

/** The lines of one call: what SpecStory shows of its arguments, and a fenced block with its result. */
export class ToolUse {
  private readonly fence = new Fence();
  private readonly lines: string[] = [];
  /** Numbers of the lines that are fences. */
  private readonly fences: number[] = [];

  private constructor(readonly name: string) {}

  static opening(line: string): ToolUse | null {
    const name = OPEN.exec(line)?.[1];
    return name === undefined ? null : new ToolUse(name);
  }

  /** False when the line closes the call. */
  read(line: string): boolean {
    if (CLOSE.test(line) && !(this.fence.isOpen && this.fence.isClear)) return false;
    if (this.fence.read(line)) this.fences.push(this.lines.length);
    this.lines.push(line);
    return true;
  }

  call(id: string): PartDraft {
    const [start] = this.resultLines();
    const told = this.lines.slice(0, start).map((line) => SUMMARY.exec(line)?.[1] ?? line);
    const lines = told.filter((line) => !LABEL.test(line) && line !== `Tool use: **${this.name}**`);
    const text = lines.join("\n").trim();
    return toolCallDraft(id, this.name, text === "" ? {} : { markdown: text });
  }

  /** Null without a fenced block: then the result is not in the file. */
  result(id: string): PartDraft | null {
    const [start, end] = this.resultLines();
    if (start === end) return null;
    const text = this.lines.slice(start + 1, end).join("\n");
    const isError = this.lines.slice(0, start).includes("**Error:**") || /^<tool_use_error>/.test(text);
    return toolResultDraft(id, textOutput(text), isError, this.name);
  }

  /** The last fenced block, or everything from the first fence to the last if the blocks are ambiguous. */
  private resultLines(): readonly [start: number, end: number] {
    const none = this.lines.length;
    const start = this.fences.at(this.fence.isClear ? -2 : 0) ?? none;
    const end = this.fences.at(-1) ?? none;
    return start < end ? [start, end] : [none, none];
  }
}

const LABEL = /^\*\*(?:Input|Result|Error):\*\*$/;
