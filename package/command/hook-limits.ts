import fs from "node:fs";
import path from "node:path";
import type { Spend } from "@/lib/api/schemas/spend";
import { type Exceeded, exceededLimits, type SessionLimits } from "@/lib/library/session-limits";
import { formatAmount } from "@/lib/read-models/words/format-amount";
import { formatMoney, formatShare } from "@/lib/wording/number-format";
import { type LimitOptions, sessionLimitsOf } from "./check";
import { keepWarned, readWarned } from "./hook-notes";
import { analysesOf, filesUnder } from "./sources";
import { spendOfOne } from "./spend";

/**
 * Maximum bytes of a session's logs to read after an answer. 3.6 MB take 1.6 s of processor time, so this takes about 7
 * s.
 */
const MAX_BYTES = 16 << 20;
/** Minimum number of requests before a server counts as never called, because a young session may still call it. */
const MIN_REQUESTS = 10;

/**
 * The limits of `winnow check` that a session now exceeds for the first time, in one line. Each is reported once per
 * session.
 */
export async function limitWarning(session: string, transcript: string, options: LimitOptions): Promise<string> {
  const warned = readWarned(session);
  const limits = pendingLimits(sessionLimitsOf(options), warned);
  const files = [transcript, ...subAgentFiles(transcript)];
  if (Object.keys(limits).length === 0 || sizeOf(files) > MAX_BYTES) return "";
  const { value: analysis } = await analysesOf(files).next();
  if (!analysis || analysis.requests.length === 0) return "";
  const requests = analysis.requests.length;
  const spend = spendOfOne(analysis);
  const { uncalledServer: _, ...early } = limits;
  const exceeded = exceededLimits(spend, [], requests < MIN_REQUESTS ? early : limits);
  const found = exceeded.filter((each) => !warned.includes(keyOf(each)));
  if (found.length === 0) return "";
  keepWarned(session, [...warned, ...found.map(keyOf)]);
  return `Winnow: ${found.map((each) => sentenceOf(each, spend, requests)).join(" ")}`;
}

const keyOf = ({ kind, limit, value }: Pick<Exceeded, "kind" | "limit" | "value">): string =>
  `${kind} ${limit}${value === null ? " unknown" : ""}`;

/** The limits that still have to be checked: nothing is read if the user was already warned about all of them. */
function pendingLimits({ sessionCost, uncalledServer }: SessionLimits, warned: readonly string[]): SessionLimits {
  const isPending = (kind: Exceeded["kind"], limit: number) => !warned.includes(keyOf({ kind, limit, value: 0 }));
  return {
    ...(sessionCost !== undefined && isPending("session-cost", sessionCost) && { sessionCost }),
    ...(uncalledServer !== undefined && isPending("uncalled-server", uncalledServer) && { uncalledServer }),
  };
}

/** Claude Code writes sub-agents' logs into `<session>/subagents` next to the session's log. */
function subAgentFiles(transcript: string): string[] {
  const folder = path.join(transcript.replace(/\.jsonl$/, ""), "subagents");
  return fs.existsSync(folder) ? filesUnder(folder) : [];
}

const sizeOf = (files: readonly string[]): number => files.reduce((sum, file) => sum + fs.statSync(file).size, 0);

function sentenceOf({ kind, value, limit, what }: Exceeded, { cost }: Spend, requests: number): string {
  if (kind === "uncalled-server")
    return `the tools of the MCP server ${what} take ${formatShare(value)} of the prompts (limit ${formatShare(limit)}), and none was called in ${requests} requests.`;
  if (value === null)
    return `the cost of this session is unknown, so its limit of ${formatMoney(limit)} is not checked.`;
  const isSure = cost.kind !== "range" || cost.low > limit;
  return `this session has cost ${formatAmount(cost)}, ${isSure ? "" : "perhaps "}more than its limit of ${formatMoney(limit)}.`;
}
