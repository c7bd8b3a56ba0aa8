import { type Json, lines } from "./figures";

/**
 * An independent reading of the calls of a Codex rollout, one row per call, without code of the importer. It
 * uses the whole file: the runs of model items, and the reports whose running total differs from that of the
 * previous report. If the first report comes before every run, each report is about the next run, otherwise
 * about the previous one.
 */
export type CodexCall = {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly reasoning: number;
  readonly window: number | null;
  /** Characters of text and tool input that the model wrote in this call, without reasoning, which is hidden. */
  readonly characters: number;
};

type Run = { readonly from: number; to: number; characters: number };

const OUTPUT = /_output$/;

export function codexCalls(file: string): CodexCall[] {
  const rows = lines(file);
  const runs = runsOf(rows);
  const reports = reportsOf(rows);
  const isFirst = (reports[0]?.at ?? 0) < (runs[0]?.from ?? 0);
  return reports.map(({ at, info }, index) => {
    const near = isFirst ? runs.find(({ from }) => from > at) : runs.findLast(({ to }) => to < at);
    const neighbour = isFirst ? reports[index + 1]?.at : reports[index - 1]?.at;
    const isTaken = near !== undefined && neighbour !== undefined && isBeyond(near, neighbour, isFirst);
    const last = info.last_token_usage;
    return {
      input: last.input_tokens,
      cached: last.cached_input_tokens,
      output: last.output_tokens,
      reasoning: last.reasoning_output_tokens,
      window: info.model_context_window ?? null,
      characters: isTaken ? 0 : (near?.characters ?? 0),
    };
  });
}

/** True when the run belongs to the neighbouring report, because this report is about a call that left no items. */
const isBeyond = ({ from, to }: Run, neighbour: number, isFirst: boolean) =>
  isFirst ? from > neighbour : to < neighbour;

/** Runs of consecutive items that the model wrote. A tool output or a message by somebody else ends a run. */
function runsOf(rows: readonly Json[]): Run[] {
  const runs: Run[] = [];
  let open: Run | null = null;
  rows.forEach(({ type, payload }, at) => {
    if (type !== "response_item") return;
    const isModel = !OUTPUT.test(payload.type) && (payload.type !== "message" || isAnswer(payload));
    if (!isModel) open = null;
    else if (open) open.to = at;
    else {
      open = { from: at, to: at, characters: 0 };
      runs.push(open);
    }
    if (open && isModel) open.characters += lengthOf(payload);
  });
  return runs;
}

/**
 * False for a user's message and for the findings of a review, which the client writes with a new id and
 * which no call of this thread produced.
 */
const isAnswer = ({ role, id }: Json) => role === "assistant" && !String(id).startsWith("review_rollout");

function lengthOf({ type, content, arguments: args, input }: Json): number {
  const texts: string[] = type === "message" ? content.map(({ text }: Json) => text ?? "") : [args ?? input ?? ""];
  return texts.reduce((sum, text) => sum + Number(REDACTED.exec(text)?.[1] ?? text.length), 0);
}

/** In one of the samples, each text was replaced by a note that states its length. */
const REDACTED = /^\[REDACTED_\w+ len=(\d+)/;

function reportsOf(rows: readonly Json[]): { at: number; info: Json }[] {
  let total = "";
  return rows.flatMap(({ payload }, at) => {
    const info = payload?.type === "token_count" ? payload.info : null;
    if (!info || JSON.stringify(info.total_token_usage) === total) return [];
    total = JSON.stringify(info.total_token_usage);
    return [{ at, info }];
  });
}

/** Pearson's correlation of the characters that calls wrote with the tokens that were billed for them, without reasoning. */
export function correlation(calls: readonly Pick<CodexCall, "output" | "reasoning" | "characters">[]): number {
  const points = calls.map(({ output, reasoning, characters }) => [output - reasoning, characters] as const);
  const mean = (pick: 0 | 1) => points.reduce((sum, point) => sum + point[pick], 0) / points.length;
  const means = [mean(0), mean(1)] as const;
  const spread = (left: 0 | 1, right: 0 | 1) =>
    points.reduce((sum, point) => sum + (point[left] - means[left]) * (point[right] - means[right]), 0);
  return spread(0, 1) / Math.sqrt(spread(0, 0) * spread(1, 1));
}
