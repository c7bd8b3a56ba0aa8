import { existsSync, readFileSync } from "node:fs";
import { asCount, asObject, asString, type JsonObject } from "@/lib/formats/json-fields";
import type { Analysis } from "@/lib/pipeline/analyze-session";
import { windowUse } from "@/lib/read-models/context-window";
import { toSessionSummary } from "@/lib/read-models/session-summary";
import { answerOf } from "@/lib/view-models/answer/answer-of";
import { statusFile } from "./clients";
import { objects } from "./model-server/blocks";
import type { Ran } from "./run-scenario";

/**
 * What Claude Code reports about a session: its result, `/context`, `/cost` and the status line's input. `null`: not
 * requested.
 */
export type Statements = {
  readonly result: JsonObject;
  readonly context: string | null;
  readonly cost: string | null;
  readonly status: JsonObject | null;
};

/** The last statement of each kind in a run's results; null if there is none. */
export function statementsIn({ log, home }: Pick<Ran, "log" | "home">): Statements | null {
  const said = rowsIn(log).filter(({ modelUsage }) => asObject(modelUsage));
  const answerTo = (command: string) =>
    asString(said.findLast(({ local_command }) => local_command === command)?.result);
  const result = said.at(-1);
  const status = rowsIn(statusFile(home)).at(-1) ?? null;
  return result ? { result, context: answerTo("context"), cost: answerTo("cost"), status } : null;
}

/** A session's figures compared with the client's. */
export type Said = { readonly equal: number; readonly compared: number; readonly differences: readonly string[] };

/** Each of the client's figures, next to ours. */
export function compareStatements(analysis: Analysis, statements: Statements | null): Said {
  if (statements === null) return { equal: 0, compared: 0, differences: [] };
  const ours = figuresOf(analysis);
  const pairs = [
    ...ofResult(statements.result, ours),
    ...ofContext(statements.context, ours),
    ...ofCost(statements.cost, ours),
    ...ofStatus(statements.status, ours),
  ];
  const differences = pairs.flatMap(([name, own, said]) =>
    own === said ? [] : [`${name}: ${own}, the client says ${said}`],
  );
  return { equal: pairs.length - differences.length, compared: pairs.length, differences };
}

type Pair = readonly [name: string, own: string, said: string];
type Figures = ReturnType<typeof figuresOf>;

/** Uses the window of the main thread's last request, because another model may have answered before. */
function figuresOf(analysis: Analysis) {
  const { session, requests } = analysis;
  const summary = toSessionSummary(analysis, answerOf(analysis));
  const last = requests.findLast(({ agent }) => agent === "main");
  const { tokens: window, lastTokens: prompt } = windowUse(session, last ? [last] : []);
  return { session, window, prompt, cost: summary.cost.amount, breaks: summary.cache.breaks };
}

/** Checks each model: its calls in the session must add up to the client's count. */
function ofResult({ modelUsage, total_cost_usd }: JsonObject, { session, window, cost }: Figures): Pair[] {
  const last = session.responses.findLast(({ agent }) => agent === "main")?.model;
  return [
    ["cost of the result", cents(cost), cents(asCount(total_cost_usd))],
    ...Object.entries(asObject(modelUsage) ?? {}).flatMap(([model, value]): Pair[] => {
      const said = asObject(value) ?? {};
      const own = session.responses.filter((response) => response.model === model);
      const sum = (...keys: readonly ("uncachedInput" | "cacheRead" | "cacheWrite5m" | "cacheWrite1h" | "output")[]) =>
        `${own.reduce((all, { usage }) => all + keys.reduce((part, key) => part + (usage?.[key] ?? 0), 0), 0)}`;
      return [
        [`${model} input`, sum("uncachedInput"), `${said.inputTokens}`],
        [`${model} output`, sum("output"), `${said.outputTokens}`],
        [`${model} read`, sum("cacheRead"), `${said.cacheReadInputTokens}`],
        [`${model} written`, sum("cacheWrite5m", "cacheWrite1h"), `${said.cacheCreationInputTokens}`],
        ...(model === last ? [[`${model} window`, `${window}`, `${said.contextWindow}`] as const] : []),
      ];
    }),
  ];
}

function ofContext(text: string | null, { prompt, window }: Figures): Pair[] {
  if (text === null) return [];
  const said = /\*\*Tokens:\*\* (.*)/.exec(text)?.[1]?.trim() ?? "nothing of tokens";
  return [["/context", `${short(prompt)} / ${short(window)} (${fill(prompt, window)}%)`, said]];
}

function ofCost(text: string | null, { cost }: Figures): Pair[] {
  if (text === null) return [];
  return [["/cost", cents(cost), cents(Number(/\$([\d.]+)/.exec(text)?.[1]))]];
}

function ofStatus(status: JsonObject | null, { prompt, window, cost, breaks }: Figures): Pair[] {
  const said = asObject(status?.context_window);
  if (status === null || said === null) return [];
  return [
    ["status line, window", `${window}`, `${said.context_window_size}`],
    ["status line, prompt", `${prompt}`, `${said.total_input_tokens}`],
    ["status line, fill", fill(prompt, window), `${said.used_percentage}`],
    ["status line, cost", cents(cost), cents(asCount(asObject(status.cost)?.total_cost_usd))],
    ["status line, misses of the cache", `${breaks}`, `${asObject(status.prompt_cache)?.misses}`],
  ];
}

/** Rounded to a hundredth of a cent, as in `/cost`. */
const cents = (amount: number | null): string => (amount === null ? "nothing" : `$${amount.toFixed(4)}`);
const fill = (prompt: number | null, window: number | null): string =>
  `${Math.round((100 * (prompt ?? 0)) / (window ?? 1))}`;

const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** `14.1k` and `1m`, as `/context` writes them. */
const short = (count: number | null): string => (count === null ? "nothing" : COMPACT.format(count).toLowerCase());

/** The rows of a file that are JSON objects. */
const rowsIn = (file: string): JsonObject[] =>
  existsSync(file) ? objects(readFileSync(file, "utf8").split("\n").map(parsed)) : [];

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
