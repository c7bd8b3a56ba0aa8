import { readFileSync } from "node:fs";

/**
 * The figures by which two readings of a file are compared. `input` is the whole prompt including cached
 * tokens; `null` is unknown. No file in this folder imports from lib/importers, because agreement would then
 * prove nothing.
 */
export type Figures = {
  readonly sessions: number;
  /** Answers with usage. */
  readonly calls: number;
  readonly input: number | null;
  readonly read: number | null;
  readonly written: number | null;
  readonly output: number | null;
  readonly reasoning: number | null;
  readonly toolCalls: number;
  readonly toolResults: number;
};

// biome-ignore lint/suspicious/noExplicitAny: raw JSON of other programs, read without our own parsers
export type Json = any;

export type Reading = (files: readonly string[]) => Figures | Promise<Figures>;

/**
 * Usage of one call according to the format's rules. `input` includes cached tokens, `output` includes
 * reasoning. An absent value is not in the log.
 */
export type Call = Partial<Record<"input" | "read" | "written" | "output" | "reasoning", number | null | undefined>>;

export function figures(calls: readonly Call[], toolCalls: number, toolResults: number, sessions = 1): Figures {
  const sum = (key: keyof Call) => {
    const known = calls.flatMap((call) => call[key] ?? []);
    return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
  };
  const sums = { input: sum("input"), read: sum("read"), written: sum("written") };
  return {
    sessions,
    calls: calls.length,
    ...sums,
    output: sum("output"),
    reasoning: sum("reasoning"),
    toolCalls,
    toolResults,
  };
}

export const json = (file: string): Json => JSON.parse(readFileSync(file, "utf8"));

export const lines = (file: string): Json[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line));

/** The last value of each key, in the order in which the keys first appear. */
export const lastByKey = <T>(items: readonly T[], key: (item: T) => string): T[] => [
  ...new Map(items.map((item) => [key(item), item])).values(),
];

export const count = <T>(items: readonly T[], is: (item: T) => unknown): number => items.filter(is).length;
