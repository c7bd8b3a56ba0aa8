import { apparentOrigin } from "../../conversation/apparent-origin";
import type { SourceLocation } from "../../conversation/part";
import type { RowVerdict } from "../import-run";
import { isoTime } from "../iso-time";
import { ItemSession, type PartDraft } from "../item-session";
import { textDrafts, textOutput, toolCallDraft, toolResultDraft } from "../part-drafts";

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/**
 * Tracks fenced code in a text, because markers inside it are content. Source:
 * https://spec.commonmark.org/0.31.2/#fenced-code-blocks
 */
class Fence {
  /** The characters that opened the current block; null outside a block. */
  private open: string | null = null;
  /** Number of fence lines so far. */
  count = 0;
  private longest = 0;

  get isOpen(): boolean {
    return this.open !== null;
  }

  /**
   * False if blocks are ambiguous. Earlier versions of SpecStory put three marks around any content, including other
   * fences, so the closing fence cannot be determined.
   */
  get isClear(): boolean {
    return this.longest > 3 || this.count <= 2;
  }

  /** True if the line is a fence. */
  read(line: string): boolean {
    const [, marks, rest = ""] = FENCE.exec(line) ?? [];
    if (marks === undefined) return false;
    if (this.open === null) this.open = marks;
    else if (marks.startsWith(this.open) && rest.trim() === "") this.open = null;
    else if (marks.length < this.open.length) return false;
    this.longest = Math.max(this.longest, marks.length);
    this.count += 1;
    return true;
  }
}

const OPEN = /^<tool-use data-tool-type="[^"]*" data-tool-name="([^"]*)"><details>\s*$/;
const CLOSE = /^<\/details><\/tool-use>\s*$/;
const SUMMARY = /^<summary>(.*)<\/summary>$/;

/** The lines of one call: its arguments as SpecStory shows them, and a fenced block with its result. */
class ToolUse {
  private readonly fence = new Fence();
  private readonly lines: string[] = [];
  /** Line numbers of the fences. */
  private readonly fences: number[] = [];

  private constructor(readonly name: string) {}

  static opening(line: string): ToolUse | null {
    const name = OPEN.exec(line)?.[1];
    return name === undefined ? null : new ToolUse(name);
  }

  /** False if the line closes the call. */
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

  /** Null without a fenced block, because the file then lacks the result. */
  result(id: string): PartDraft | null {
    const [start, end] = this.resultLines();
    if (start === end) return null;
    const text = this.lines.slice(start + 1, end).join("\n");
    const isError = this.lines.slice(0, start).includes("**Error:**") || /^<tool_use_error>/.test(text);
    return toolResultDraft(id, textOutput(text), isError, this.name);
  }

  /** The last fenced block, or everything between the first fence and the last if the blocks are ambiguous. */
  private resultLines(): readonly [start: number, end: number] {
    const none = this.lines.length;
    const start = this.fences.at(this.fence.isClear ? -2 : 0) ?? none;
    const end = this.fences.at(-1) ?? none;
    return start < end ? [start, end] : [none, none];
  }
}

const LABEL = /^\*\*(?:Input|Result|Error):\*\*$/;

const SESSION = /^<!-- (.+) Session (\S+) \((.+)\) -->\s*$/;
const ROLE = /^_\*\*(User|Agent)( - sidechain)?(?: \((.*)\))?\*\*_\s*$/;
const TIME = /^(?:(.*) )?(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(Z|[+-]\d{4})$/;
const THINK = "<think><details><summary>Thought Process</summary>";
const END_OF_THOUGHT = "</details></think>";

type Speaker = {
  readonly isUser: boolean;
  /** True for a prompt or an answer of a sub-agent. */
  readonly isSide: boolean;
  readonly model: string | null;
  readonly time: string | null;
};

/** The content collected for one speaker. An answer ends with its call. */
type Turn = { speaker: Speaker; readonly source: SourceLocation; readonly parts: PartDraft[] };

/** Divides the Markdown into sessions, speakers, reasoning and calls. Markers inside fenced code are content. */
export class MarkdownReader {
  readonly sessions: ItemSession[] = [];
  private session = new ItemSession("specstory", null);
  private turn: Turn | null = null;
  private text: string[] = [];
  private fence = new Fence();
  private thought: string[] | null = null;
  private tool: ToolUse | null = null;
  private calls = 0;
  private sideAgents = 0;

  readonly interpret = (line: string, source: SourceLocation): RowVerdict => {
    if (this.tool) this.inTool(this.tool, line, source);
    else if (this.thought) this.inThought(this.thought, line);
    else this.outside(line, source);
    return "interpreted";
  };

  finish(): readonly ItemSession[] {
    this.endSession();
    return this.sessions;
  }

  private inTool(tool: ToolUse, line: string, source: SourceLocation): void {
    if (!tool.read(line)) this.endTool(tool, source);
  }

  private inThought(thought: string[], line: string): void {
    if (line !== END_OF_THOUGHT) thought.push(line);
    else this.endThought(thought);
  }

  private outside(line: string, source: SourceLocation): void {
    const isCode = this.fence.isOpen;
    this.fence.read(line);
    const opening = isCode ? null : ToolUse.opening(line);
    if (!isCode && this.startsSomething(line, source)) return;
    if (opening) {
      this.endText();
      this.tool = opening;
    } else if (!isCode && line === THINK) {
      this.endText();
      this.thought = [];
    } else if (this.turn) this.text.push(line);
  }

  /** True if the line starts a session or a speaker. Before the first speaker there is only the header. */
  private startsSomething(line: string, source: SourceLocation): boolean {
    const [, client, id] = SESSION.exec(line) ?? [];
    const role = ROLE.exec(line);
    if (client !== undefined && !this.turn) this.startSession(client, id ?? "");
    else if (role) this.startTurn(speakerOf(role), source);
    else return false;
    return true;
  }

  private startSession(client: string, id: string): void {
    this.endSession();
    this.session = new ItemSession("specstory", client);
    this.session.logId = id;
    this.session.isSnapshot = true;
  }

  private endSession(): void {
    if (this.tool) this.endTool(this.tool, null);
    if (this.thought) this.endThought(this.thought);
    this.endTurn();
    if (this.session.messages.length > 0) this.sessions.push(this.session);
  }

  private startTurn(speaker: Speaker, source: SourceLocation): void {
    this.dropRule();
    this.endText();
    if (this.turn && continues(this.turn, speaker)) {
      this.turn.speaker = speaker;
      return;
    }
    this.endTurn();
    this.turn = { speaker, source, parts: [] };
  }

  /** Removes the rule that SpecStory draws between speakers. */
  private dropRule(): void {
    while (this.text.length > 0 && this.text.at(-1)?.trim() === "") this.text.pop();
    if (this.text.at(-1) === "---") this.text.pop();
  }

  private endText(): void {
    this.turn?.parts.push(...textDrafts(this.text.join("\n").trim()));
    this.text = [];
    this.fence = new Fence();
  }

  private endThought(thought: readonly string[]): void {
    this.turn?.parts.push({ type: "reasoning", text: thought.join("\n").trim() });
    this.thought = null;
  }

  private endTool(tool: ToolUse, source: SourceLocation | null): void {
    this.tool = null;
    this.calls += 1;
    const id = `call-${this.calls}`;
    const { turn } = this;
    if (!turn) return;
    turn.parts.push(tool.call(id));
    this.endTurn();
    const result = tool.result(id);
    const agent = this.agentOf(turn.speaker);
    const place = source ?? turn.source;
    if (result) this.session.say({ role: "tool", origin: "tool", parts: [result], time: null, ...agent }, place);
    this.turn = { ...turn, source: place, parts: [] };
  }

  private endTurn(): void {
    this.dropRule();
    this.endText();
    const { turn } = this;
    this.turn = null;
    if (!turn || turn.parts.length === 0) return;
    const { speaker, source, parts } = turn;
    const isPrompt = speaker.isUser || (speaker.isSide && speaker.model === null);
    if (isPrompt && speaker.isSide) this.startSideAgent(parts);
    const agent = this.agentOf(speaker);
    const origin = speaker.isSide ? "client" : apparentOrigin({ role: "user", parts });
    if (isPrompt) this.session.say({ role: "user", origin, parts, time: speaker.time, ...agent }, source);
    else this.session.answer({ parts, model: speaker.model, usage: null, time: speaker.time, ...agent }, source);
  }

  private startSideAgent(parts: readonly PartDraft[]): void {
    this.sideAgents += 1;
    const [first] = parts;
    const title = first?.type === "text" ? first.text.split("\n", 1)[0]?.slice(0, 80) : undefined;
    this.session.addSubAgent(`sidechain-${this.sideAgents}`, { ...(title && { title }) });
  }

  /**
   * A sub-agent's answer belongs to the sub-agent that was prompted last, because the file does not identify
   * sub-agents.
   */
  private agentOf({ isSide }: Speaker): { readonly agent?: string } {
    if (!isSide) return {};
    this.sideAgents = Math.max(1, this.sideAgents);
    const agent = `sidechain-${this.sideAgents}`;
    this.session.addSubAgent(agent, {});
    return { agent };
  }
}

function speakerOf([, role, side, detail = ""]: RegExpExecArray): Speaker {
  const [, model, date, clock, zone] = TIME.exec(detail) ?? [];
  const isTimed = date !== undefined;
  const time = isTimed ? isoTime(`${date}T${clock}${zone?.replace(/(\d\d)(\d\d)$/, "$1:$2")}`) : null;
  return { isUser: role === "User", isSide: side !== undefined, model: (isTimed ? model : detail) || null, time };
}

/**
 * True if the same turn continues, because reasoning, text and call each have a heading. A sub-agent's prompt has no
 * model.
 */
const continues = ({ speaker }: Turn, next: Speaker): boolean =>
  !next.isUser &&
  !speaker.isUser &&
  speaker.isSide === next.isSide &&
  speaker.model === next.model &&
  (next.model !== null || !next.isSide);
