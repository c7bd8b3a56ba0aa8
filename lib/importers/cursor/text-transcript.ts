import type { SourceLocation } from "../../conversation/part";
import type { RowVerdict } from "../import-run";
import { ItemSession, type PartDraft } from "../item-session";
import { parsedObject, textDrafts, textOutput, toolCallDraft, toolResultDraft } from "../part-drafts";
import { typedText } from "./typed-text";

type Kind = "text" | "thinking" | "call" | "result";
type Block = { readonly kind: Kind; readonly name: string; readonly lines: string[]; readonly source: SourceLocation };
type Speaker = "user" | "assistant";

const SPEAKER = /^(user|assistant):\s*$/;
const MARKER = /^\[(Thinking|Tool call|Tool result)\] ?(.*)$/;
const KINDS: Readonly<Record<string, Kind>> = { Thinking: "thinking", "Tool call": "call", "Tool result": "result" };

/**
 * Reads the text form of a transcript. In an answer, `[Thinking]`, `[Tool call] name` and `[Tool result] name` begin blocks
 * whose further lines are indented; a line without indentation is text again. A user's message is all text.
 */
export class TextTranscript {
  private readonly draft = new ItemSession("cursor-transcript", "Cursor");
  private speaker: Speaker | null = null;
  private blocks: Block[] = [];
  private unanswered: { readonly id: string; readonly name: string }[] = [];

  readonly interpret = (line: string, source: SourceLocation): RowVerdict => {
    const speaker = SPEAKER.exec(line)?.[1] as Speaker | undefined;
    if (speaker) {
      this.endTurn();
      this.speaker = speaker;
      return "interpreted";
    }
    if (this.speaker === null) return { kept: "before the first speaker" };
    this.add(line, source);
    return "interpreted";
  };

  finish(): ItemSession {
    this.endTurn();
    return this.draft;
  }

  private add(line: string, source: SourceLocation) {
    const marker = this.speaker === "assistant" ? MARKER.exec(line) : null;
    const last = this.blocks.at(-1);
    if (marker) {
      const kind = KINDS[marker[1] as string] as Kind;
      const rest = marker[2] ?? "";
      this.blocks.push({
        kind,
        name: kind === "thinking" ? "" : rest.trim(),
        lines: kind === "thinking" ? [rest] : [],
        source,
      });
    } else if (last && (last.kind === "text" || line.trim() === "" || /^\s/.test(line))) last.lines.push(line);
    else this.blocks.push({ kind: "text", name: "", lines: [line], source });
  }

  private endTurn() {
    if (this.speaker === "user") this.prompt();
    else if (this.speaker === "assistant") this.answers();
    this.blocks = [];
  }

  private prompt() {
    const [first] = this.blocks;
    if (!first) return;
    const text = textOf(first);
    const typed = typedText(text);
    this.draft.title ??= typed;
    const origin = typed === null ? "client" : "typed";
    this.draft.say({ role: "user", origin, parts: textDrafts(text), time: null }, first.source);
  }

  /** A result begins the next answer, and so does anything but another call after a call. */
  private answers() {
    let said: PartDraft[] = [];
    let place: SourceLocation | null = null;
    const flush = () => {
      if (place && said.length > 0) this.draft.answer({ parts: said, model: null, usage: null, time: null }, place);
      said = [];
      place = null;
    };
    for (const block of this.blocks) {
      const isAfterCall = said.at(-1)?.type === "tool-call";
      if (block.kind === "result" || (isAfterCall && block.kind !== "call" && textOf(block) !== "")) flush();
      if (block.kind === "result") this.result(block);
      else {
        said.push(...this.partsOf(block));
        place ??= block.source;
      }
    }
    flush();
  }

  private partsOf(block: Block): PartDraft[] {
    const text = textOf(block);
    if (block.kind === "text") return textDrafts(text);
    if (block.kind === "thinking") return text === "" ? [] : [{ type: "reasoning", text }];
    const id = `call-${block.source.line}`;
    this.unanswered.push({ id, name: block.name });
    return [toolCallDraft(id, block.name || "unknown", inputOf(text))];
  }

  private result(block: Block) {
    const call = this.unanswered.find(({ name }) => name === block.name) ?? this.unanswered[0];
    this.unanswered = this.unanswered.filter((other) => other !== call);
    const parts = [
      toolResultDraft(call?.id ?? `call-${block.source.line}`, textOutput(textOf(block)), false, block.name),
    ];
    this.draft.say({ role: "tool", origin: "tool", parts, time: null }, block.source);
  }
}

const textOf = ({ lines }: Block): string => lines.join("\n").trim();

/** Reads JSON, or lines of `key=value`; anything else stays text. */
function inputOf(text: string): unknown {
  const json = parsedObject(text);
  if (json) return json;
  const pairs = text.split("\n").map((line) => /^\s*([A-Za-z_]\w*)\s*=\s?(.*)$/.exec(line));
  if (text === "" || pairs.some((pair) => !pair)) return text === "" ? {} : { text };
  return Object.fromEntries(pairs.map((pair) => [pair?.[1], pair?.[2]]));
}
