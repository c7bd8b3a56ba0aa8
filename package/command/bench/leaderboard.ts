import fs from "node:fs";
import { leaderboardHtml, leaderboardMarkdown } from "@/lib/benchmark/leaderboard";
import { type BenchmarkResults, benchmarkResults } from "@/lib/benchmark/results";
import { print, progress, Refusal } from "../output";

/** Builds one page from several files of results. */
export function leaderboard(files: readonly string[], { output, html }: { output?: string; html?: boolean }): void {
  const results = files.map(readResults);
  const page = html ? leaderboardHtml(results) : leaderboardMarkdown(results);
  if (output === undefined) print(page);
  else {
    fs.writeFileSync(output, page);
    progress(`wrote ${output}`);
  }
}

function readResults(file: string): BenchmarkResults {
  let json: unknown;
  try {
    json = JSON.parse(fs.readFileSync(file, "utf8"));
  } catch (error) {
    throw new Refusal(`${file}: ${(error as Error).message}`, 2);
  }
  const parsed = benchmarkResults.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Refusal(`${file} is not a file of results: ${issue?.path.join(".")}: ${issue?.message}`, 2);
}
