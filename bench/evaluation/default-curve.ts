/**
 * What the default costs as a policy over whole sessions and what it loses, at other triggers, floors, lengths of its index of
 * names and constants, beside the log and other products' cuts; by our facts and by two measures that know nothing of them.
 *
 *     node scripts/run-ts.mjs bench/evaluation/default-curve.ts [--half tuned|held] FOLDER [FOLDER …]
 *
 * Look at the half on which constants are chosen, and at the other one only to report what was chosen.
 */
import { randomIndexes } from "@/lib/evaluation/seeded-random";
import { loadSharedSessions } from "@/tests/support/shared-transcripts";
import { percent, printTable } from "../accuracy/print-table";
import { type Losses, lossesOver } from "./policy-losses";
import { POLICIES } from "./policy-rows";
import { type Half, halfOf } from "./session-halves";

const FEWEST_REQUESTS = 30;
const DRAWS = 2_000;
const LOG = "the log";
const DEFAULT = "winnow";

/** The losses of every policy over one session. */
type Measured = { readonly half: Half; readonly by: ReadonlyMap<string, Losses> };

async function measuredIn(folder: string, only: string | null): Promise<Measured[]> {
  const long = (await loadSharedSessions(folder)).filter(
    ({ session }) => session.responses.filter(({ agent }) => agent === "main").length >= FEWEST_REQUESTS,
  );
  const files = [...new Set(long.map(({ file }) => file))];
  return long.flatMap(({ file, session }) => {
    const half = halfOf(file, files);
    if (only !== null && !half.startsWith(only)) return [];
    const measure = lossesOver(session);
    return [{ half, by: new Map(POLICIES.map((policy) => [policy.id, measure(policy)])) }];
  });
}

type Kind = "facts" | "factsByContent" | "runs" | "rareWords";
const KINDS: readonly Kind[] = ["facts", "factsByContent", "runs", "rareWords"];
const NAMES = ["facts", "facts by content", "runs of six words", "rare words"];

const lossesIn = ({ by }: Measured, policy: string): Losses => by.get(policy) as Losses;

function sumOf(sessions: readonly Measured[], pick: (session: Measured) => number): number {
  return sessions.reduce((sum, session) => sum + pick(session), 0);
}

const per100 = (sessions: readonly Measured[], policy: string, kind: Kind): number =>
  (100 * sumOf(sessions, (session) => lossesIn(session, policy)[kind])) /
  sumOf(sessions, (session) => lossesIn(session, policy).requests);

type Extra = "fetches" | "fetchesByContent" | null;

function costShare(sessions: readonly Measured[], policy: string, extra: Extra): number {
  const logged = sumOf(sessions, (session) => lossesIn(session, LOG).cost ?? 0);
  const own = sumOf(sessions, (session) => {
    const losses = lossesIn(session, policy);
    return (losses.cost ?? 0) + (extra === null ? 0 : losses[extra]);
  });
  return own / logged;
}

function valuesOf(sessions: readonly Measured[], policy: string): string[] {
  const costs = ([null, "fetches", "fetchesByContent"] as const).map((extra) => costShare(sessions, policy, extra));
  return [...costs.map((share) => percent(share)), ...KINDS.map((kind) => per100(sessions, policy, kind).toFixed(1))];
}

/** A difference with its 95 % interval; whole sessions are drawn again, since what one of them loses is alike. */
function difference(sessions: readonly Measured[], of: (sessions: readonly Measured[]) => number): string {
  const next = randomIndexes(42);
  const drawn = () => sessions.map(() => sessions[next(sessions.length)] as Measured);
  const draws = Array.from({ length: DRAWS }, () => of(drawn())).sort((a, b) => a - b);
  const [low, high] = [draws[Math.floor(DRAWS * 0.025)] ?? 0, draws[Math.floor(DRAWS * 0.975)] ?? 0];
  return `${signed(of(sessions))} [${signed(low)}, ${signed(high)}]${low <= 0 && high >= 0 ? " n. s." : ""}`;
}

const signed = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(1)}`;

/** The policy less another one: points of the log's cost with fetches by content, and losses per 100 requests. */
const differencesOf = (all: readonly Measured[], priced: readonly Measured[], policy: string, other: string) => [
  ...(["fetches", "fetchesByContent"] as const).map((extra) =>
    difference(priced, (drawn) => 100 * (costShare(drawn, policy, extra) - costShare(drawn, other, extra))),
  ),
  ...KINDS.map((kind) => difference(all, (drawn) => per100(drawn, policy, kind) - per100(drawn, other, kind))),
];

function printHalf(title: string, all: readonly Measured[]): void {
  const priced = all.filter((session) => lossesIn(session, LOG).cost !== null);
  const ids = POLICIES.map(({ id }) => id);
  const costs = ["cost", "with fetches", "with fetches by content"];
  const lost = NAMES.map((name) => `lost ${name}`);
  printTable(
    `${title}: ${priced.length} priced sessions, losses per 100 requests`,
    ["policy", ...costs, ...lost],
    [...ids.map((id) => [id, ...valuesOf(priced, id)])],
  );
  for (const other of [LOG, DEFAULT])
    printTable(
      `${title}: less ${other}; costs over ${priced.length} sessions, losses over ${all.length}`,
      ["policy", ...costs.slice(1), ...lost],
      ids.filter((id) => id !== other).map((id) => [id, ...differencesOf(all, priced, id, other)]),
    );
}

const words = process.argv.slice(2);
const only = words[0] === "--half" ? (words[1] ?? null) : null;
const sessions: Measured[] = [];
for (const folder of only === null ? words : words.slice(2)) sessions.push(...(await measuredIn(folder, only)));
for (const [half, title] of [
  ["tuned on", "Chosen on"],
  ["held out", "Held out"],
] as const) {
  const own = sessions.filter((session) => session.half === half);
  if (own.length > 0) printHalf(title, own);
}
