import type { CompressAccount } from "../../api/schemas/compress";
import type { SummaryPromptAnswer } from "../../api/schemas/compression";
import type { ChatMessage } from "../../example/articles/chat";
import { NOTHING, parseSections } from "../../strategies/summaries/sections";

/** What happened to a message of the small history. */
export type DemoFate = "kept" | "shortened" | "dropped" | "summarised";
export type DemoRow = {
  readonly number: number;
  readonly who: "user" | "assistant" | "tool call" | "tool output" | "system";
  readonly text: string;
  readonly fate: DemoFate;
  /** A shortened message's new text; otherwise null. */
  readonly becomes: string | null;
};

/** A summary's section: the request to a model, and the text written by rule. */
export type DemoSection = { readonly title: string; readonly asks: string; readonly lines: readonly string[] };

/** A strategy's result for the small history, for its page. */
export type StrategyDemo = {
  readonly status: CompressAccount["status"];
  readonly before: number;
  readonly after: number;
  readonly rows: readonly DemoRow[];
  /** Messages that the strategy added, as sent. */
  readonly added: readonly string[];
  readonly sections: readonly DemoSection[];
  readonly prompts: readonly SummaryPromptAnswer[];
  readonly warnings: readonly string[];
};

type Answer = Pick<CompressAccount, "status" | "stats" | "edits" | "provenance" | "prompts" | "warnings">;

/** @param answer from POST /api/compress with edits, provenance and prompts. */
export function toStrategyDemo(answer: Answer, messages: readonly ChatMessage[]): StrategyDemo {
  const { stats, prompts = [] } = answer;
  const added = (answer.edits ?? []).flatMap(({ message }) => (message ? [textOf(message.parts)] : []));
  return {
    status: answer.status,
    before: stats.tokens_before,
    after: stats.tokens_after,
    rows: messages.map((message, at) => toRow(message, at, answer)),
    added,
    sections: toSections(prompts[0]?.task ?? "", added.join("\n")),
    prompts,
    warnings: answer.warnings.map(({ message }) => message),
  };
}

/** Shorter runs are shown in full. */
const MIN_RUN = 4;

/** Rows one by one, and runs of messages that stay together. */
export function foldRuns(rows: readonly DemoRow[]): readonly (readonly DemoRow[])[] {
  const runs: DemoRow[][] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    if (run && row.fate === "kept" && run[0]?.fate === "kept") run.push(row);
    else runs.push([row]);
  }
  return runs.flatMap((run) => (run.length < MIN_RUN ? run.map((row) => [row]) : [run]));
}

const textOf = (parts: readonly { readonly type: string; readonly text?: string }[]): string =>
  parts.map(({ text = "" }) => text).join("\n");

function toRow(message: ChatMessage, at: number, { edits = [], provenance = [] }: Answer): DemoRow {
  const parts = provenance.filter(({ message: index }) => index === at);
  const replaced = parts.find(({ fate }) => fate === "replaced");
  const produced = replaced?.edit === undefined ? undefined : edits[replaced.edit]?.produced;
  return {
    number: at + 1,
    ...saidBy(message),
    fate: fateOf(parts),
    becomes: produced ? firstLine(producedText(produced)) : null,
  };
}

/** As much of the text as fits in a row. */
const firstLine = (text: string): string => (text.trimStart().split("\n", 1)[0] ?? "").slice(0, 160);

function fateOf(parts: NonNullable<Answer["provenance"]>): DemoFate {
  const gone = parts.filter(({ fate }) => fate === "dropped");
  if (parts.length > 0 && gone.length === parts.length)
    return gone.some(({ summarised_by }) => summarised_by !== undefined) ? "summarised" : "dropped";
  return parts.some(({ fate }) => fate !== "kept") ? "shortened" : "kept";
}

function saidBy(message: ChatMessage): Pick<DemoRow, "who" | "text"> {
  const [call] = message.tool_calls ?? [];
  if (call) return { who: "tool call", text: firstLine(`${call.function.name} ${call.function.arguments}`) };
  const who = message.role === "tool" ? "tool output" : message.role;
  return { who, text: firstLine(message.content ?? "") };
}

/** A part that a strategy wrote: a text, a result, or a call with another input. */
const producedText = (part: { readonly type: string }): string => {
  const { text, output, input } = part as { text?: string; output?: readonly { text?: string }[]; input?: unknown };
  return text ?? output?.map((block) => block.text ?? "").join("\n") ?? JSON.stringify(input ?? null);
};

const MARKDOWN = /^## (.+)\n\((.+)\)$/gm;
const ELEMENT = /^<([a-z_]+)>(.+)<\/\1>$/gm;

/** The sections that a task text asks for, with the text of a rule-written summary in each. */
function toSections(task: string, summary: string): DemoSection[] {
  const sections = parseSections(summary);
  const asked = [...task.matchAll(MARKDOWN), ...task.matchAll(ELEMENT)];
  return asked.map(([, title = "", asks = ""]) => {
    const lines = (sections.get(title) ?? []).filter((line) => !line.startsWith("</"));
    return { title, asks, lines: lines.length > 0 ? lines : [NOTHING] };
  });
}
