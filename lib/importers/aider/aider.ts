import { fail } from "../../conversation/errors";
import type { SourceLocation } from "../../conversation/part";
import type { Usage } from "../../transcript/usage";
import { finishAll } from "../envelopes";
import type { ImportRun, RowVerdict } from "../import-run";
import type { Importer } from "../importer";
import { isoTime } from "../iso-time";
import { ItemSession } from "../item-session";
import { textDrafts, usageOf } from "../part-drafts";
import { readTextLines } from "../text-lines";

/**
 * Aider's `.aider.chat.history.md`: all sessions of a project, one after another. Console output and commands become
 * hidden messages, because the log does not show whether they were sent. Source: aider documentation, "Options" (chat
 * history file).
 */
export const aider: Importer = {
  id: "aider",
  title: "Aider chat history",
  detect: (sample) =>
    sample.shape === "text" && /^# aider chat started at \d{4}-/m.test(sample.head) ? "aider's session headings" : null,
  async parse(files, sample, run) {
    const [file] = files;
    if (!file || sample.shape !== "text") throw new Error("parse is only called on what detect claimed");
    const reader = new HistoryReader(run);
    const failure = await readTextLines(file, sample.encoding, run, reader.interpret);
    return failure ? fail(failure) : finishAll(reader.finish(), file, run);
  },
};

const AMOUNT = "([\\d.,]+k?)";
const USAGE = new RegExp(
  `^Tokens: ${AMOUNT} sent(?:, ${AMOUNT} cache write)?(?:, ${AMOUNT} cache hit)?, ${AMOUNT} received`,
);

/**
 * `Tokens: 5,244 sent, 604 received. Cost: …`: the usage of the answer above it, rounded as shown ("2.4k"). "Sent"
 * includes cache writes. It also includes cache hits, unless the line has writes too, which only Anthropic reports.
 * Source: aider `base_coder.py`, `calculate_and_show_tokens_and_cost` (0.47–0.86).
 */
function readUsageLine(line: string): Usage | null {
  const match = USAGE.exec(line);
  if (!match) return null;
  const [, sentText, writeText, hitText, receivedText] = match;
  const [sent, cacheWriteUnsplit, cacheRead] = [amount(sentText), amount(writeText), amount(hitText)];
  const inside = cacheWriteUnsplit ?? cacheRead ?? 0;
  const uncachedInput = sent === null ? null : Math.max(0, sent - inside);
  return usageOf({ uncachedInput, cacheWriteUnsplit, cacheRead, output: amount(receivedText) });
}

function amount(text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = Number(text.replace(/,/g, "").replace("k", ""));
  return Number.isFinite(value) ? Math.round(text.endsWith("k") ? value * 1000 : value) : null;
}

const START = /^# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*$/;
/** Aider's own lines end with the two spaces of a Markdown line break. Similar lines within an answer do not. */
const TYPED = /^#### (.*) {2}$/;
const CONSOLE = /^> ?(.*) {2}$/;
const MODEL = /^(?:Models?|Main model): (\S+) with /;
const VERSION = /^Aider v(\S+)/;
/** Commands that send the text after them to the model. All other commands change the chat. */
const ASKING = /^\/(?:ask|code|architect|context)\s+\S/;

type Speaker = "typed" | "console" | "answer";
type Block = { readonly speaker: Speaker; readonly lines: string[]; readonly source: SourceLocation };

/**
 * Divides the history into sessions and their blocks: typed text, console output, and answers, which are everything
 * else.
 */
class HistoryReader {
  readonly sessions: ItemSession[] = [];
  private session = new ItemSession("aider", "aider");
  private block: Block | null = null;
  private model: string | null = null;
  private isConversation = false;
  /** Lines of a session that has no message yet. If it never gets one, they are only kept. */
  private unsettled: SourceLocation[] = [];

  constructor(private readonly run: ImportRun) {}

  readonly interpret = (line: string, source: SourceLocation): RowVerdict | null => {
    const start = START.exec(line);
    if (start) this.startSession(start[1] as string);
    else this.add(line, source);
    if (this.isConversation) return "interpreted";
    if (line.trim() !== "") this.unsettled.push(source);
    return null;
  };

  finish(): readonly ItemSession[] {
    this.endSession();
    return this.sessions;
  }

  private startSession(time: string) {
    this.endSession();
    this.session = new ItemSession("aider", "aider");
    this.session.logId = time;
    this.model = null;
    // A local time without a zone. It is good enough to order the sessions, but its hour may be wrong.
    this.session.noteTime(isoTime(time));
  }

  /** Drops a session without any message (a run of --lint), because it is not a conversation. */
  private endSession() {
    this.endBlock();
    if (this.isConversation) this.sessions.push(this.session);
    this.settle(this.isConversation ? "interpreted" : { kept: "no-exchange" });
    this.isConversation = false;
  }

  private settle(verdict: RowVerdict) {
    for (const source of this.unsettled) this.run.settle(verdict, source);
    this.unsettled = [];
  }

  private add(line: string, source: SourceLocation) {
    const typed = TYPED.exec(line)?.[1];
    const console = typed === undefined ? CONSOLE.exec(line)?.[1] : undefined;
    if (typed !== undefined) this.append("typed", typed, source);
    else if (console !== undefined) this.append("console", console, source);
    else if (line.trim() !== "") this.append("answer", line, source);
    // A blank line ends a block written by aider, but not an answer.
    else if (this.block?.speaker === "answer") this.block.lines.push(line);
  }

  private append(speaker: Speaker, line: string, source: SourceLocation) {
    if (this.block?.speaker !== speaker) {
      this.endBlock();
      this.block = { speaker, lines: [], source };
    }
    this.block.lines.push(line);
    if (speaker === "console") this.noteConsole(line, source);
  }

  private noteConsole(line: string, source: SourceLocation) {
    const version = VERSION.exec(line)?.[1];
    if (version !== undefined) this.session.versions.add(version);
    this.model = MODEL.exec(line)?.[1] ?? this.model;
    const usage = readUsageLine(line);
    const last = this.session.responses.at(-1);
    if (usage && last?.usage === null) last.usage = usage;
    if (line.startsWith("^C KeyboardInterrupt")) this.session.event({ type: "interruption" }, source);
  }

  private endBlock() {
    if (!this.block) return;
    const { speaker, lines, source } = this.block;
    const parts = textDrafts(lines.join("\n").trimEnd());
    const { model } = this;
    const time = null;
    if (speaker === "answer") this.session.answer({ parts, model, usage: null, time }, source);
    else if (speaker === "console")
      this.session.say({ role: "user", origin: "client", parts, time, isHidden: true }, source);
    else this.sayTyped(lines, source);
    this.block = null;
    const last = this.session.messages.at(-1);
    if (!last || last.isHidden) return;
    this.isConversation = true;
    this.settle("interpreted");
  }

  private sayTyped(lines: readonly string[], source: SourceLocation) {
    const text = lines.join("\n");
    const isCommand = /^[/!]\S/.test(text) && !ASKING.test(text);
    const parts = textDrafts(text);
    this.session.say(
      { role: "user", origin: isCommand ? "client" : "typed", parts, time: null, isHidden: isCommand },
      source,
    );
  }
}
