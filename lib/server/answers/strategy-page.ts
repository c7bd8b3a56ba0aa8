import { readFile } from "node:fs/promises";
import path from "node:path";
import type { CompressAccount } from "@/lib/api/schemas/compress";
import type { StrategyAnswer } from "@/lib/api/schemas/strategy";
import { smallHistory } from "@/lib/example/articles/redis";
import { type ResultsRow, resultsRows } from "@/lib/view-models/strategies/results-row";
import { type StrategyDemo, toStrategyDemo } from "@/lib/view-models/strategies/strategy-demo";
import { strategyOfAddress, versionsOf } from "@/lib/view-models/strategies/strategy-directory";
import { runTask } from "../sessions/healing-task";
import { listPlainStrategies } from "./strategy-list";

/** Everything on a strategy's page; null for an unknown address. */
export type StrategyPageFacts = {
  readonly info: StrategyAnswer;
  readonly versions: readonly StrategyAnswer[];
  /** The engine's result for a small history; null if no worker can answer. */
  readonly demo: StrategyDemo | null;
  /** The strategy's row in docs/results.md; null if there is none, or the docs are absent. */
  readonly results: ResultsRow | null;
};

export async function loadStrategyPage(address: string): Promise<StrategyPageFacts | null> {
  const all = listPlainStrategies();
  const info = strategyOfAddress(address, all);
  if (info === null) return null;
  const [demo, results] = await Promise.all([demoOf(info.id), loadResults()]);
  return { info, versions: versionsOf(info, all), demo, results: results.get(info.id) ?? null };
}

/** A window that the small history nearly fills, so that shares of it mean something. */
const WINDOW = { context_window: 4_800, reserve: 800 };

/**
 * Forced, because the strategy would otherwise wait for a history too long to draw; rule-based, so it costs nothing.
 */
async function demoOf(strategy: string): Promise<StrategyDemo | null> {
  const messages = smallHistory();
  const ours = { strategy, force: true, dry_run: true, summarizer: "extractive", ...WINDOW };
  const include = ["edits", "provenance", "prompts"];
  const body = { messages, model: "claude-sonnet-4-5", format: "openai-chat", ...ours, include };
  try {
    const { json } = await runTask(
      { kind: "compress", input: { body: Buffer.from(JSON.stringify(body)) } },
      { lane: "interactive" },
    );
    return toStrategyDemo(JSON.parse(json) as CompressAccount, messages);
  } catch {
    return null;
  }
}

/** The measurements of docs/results.md by strategy; empty without the docs. */
export async function loadResults(): Promise<ReadonlyMap<string, ResultsRow>> {
  const page = await readFile(path.join(process.cwd(), "docs", "results.md"), "utf8").catch(() => "");
  return resultsRows(page);
}
