/**
 * Chooses a policy on one half of the sessions in the folders and applies it, by replay, to the other half; then the same
 * with the halves swapped:
 *
 *     node scripts/run-ts.mjs bench/advice/halves.ts FOLDER [FOLDER …]
 *
 * A row says what the chosen policy costs on the half that it was not chosen on, with lost facts paid, against the log,
 * against what `winnow` does by default, and how many of those sessions it makes surely cheaper or surely dearer.
 */
import { advise } from "@/lib/advice/advise";
import { type Change, changeOf, drawBlocks, drawOutcome } from "@/lib/advice/draws";
import { DEFAULT_FAMILIES, sharedPolicies } from "@/lib/advice/families";
import { type Outcome, wholeBlock } from "@/lib/advice/outcome";
import { measureSession, type SessionSearch } from "@/lib/advice/search-session";
import { replayEnvironments } from "@/lib/library/replay-environments";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { prepareReplay } from "@/lib/replay/prepare-replay";
import { loadVocabulary } from "@/lib/server/vocabulary";
import { WORKER_SURROUNDINGS } from "@/lib/server/workers/surroundings";
import { loadSharedSessions } from "@/tests/support/shared-transcripts";
import { printTable } from "../accuracy/print-table";

const PRICES = [0, 0.02, 0.05, 0.1, 0.2];
const FEWEST_REQUESTS = 30;
const LATEST = 200_000;
/** Winnow asked at each request, so that it decides itself, as a policy of its own. */
const OWN_DEFAULT = "winnow by default";

type Measured = SessionSearch & { readonly file: string; readonly client: string; readonly seconds: number };

async function measureAll(folders: readonly string[]): Promise<Measured[]> {
  const found: Measured[] = [];
  for (const folder of folders)
    for (const { file, session } of await loadSharedSessions(folder)) {
      const analysis = analyzeSession(session, loadVocabulary);
      if (analysis.requests.filter(({ agent }) => agent === "main").length < FEWEST_REQUESTS) continue;
      const { environmentOf } = replayEnvironments(analysis, "main", WORKER_SURROUNDINGS);
      const own = { id: OWN_DEFAULT, family: DEFAULT_FAMILIES[0] as (typeof DEFAULT_FAMILIES)[number] };
      const candidates = [...sharedPolicies(DEFAULT_FAMILIES, LATEST), { ...own, trigger: 0, floor: null }];
      const from = performance.now();
      const search = measureSession(candidates, { prepared: prepareReplay(analysis, { environmentOf }) });
      if (typeof search === "string") continue;
      const seconds = (performance.now() - from) / 1000;
      found.push({ ...search, file, client: session.client ?? session.format, seconds });
      console.error(`${file}: ${candidates.length} policies in ${seconds.toFixed(1)} s`);
    }
  return found;
}

const joined = (sessions: readonly Measured[], pick: (session: Measured) => Outcome | undefined): Outcome | null => {
  const outcomes = sessions.flatMap((session) => pick(session) ?? []);
  const [first] = outcomes;
  if (!first || outcomes.length < sessions.length) return null;
  return {
    ...first,
    blocks: outcomes.map(wholeBlock),
    fired: outcomes.reduce((sum, { fired }) => sum + fired, 0),
    overWindow: outcomes.reduce((sum, { overWindow }) => sum + overWindow, 0),
  };
};

const outcomeOf = (session: Measured, id: string): Outcome | undefined =>
  session.tried.find(({ candidate }) => candidate.id === id)?.outcome;

function apply(price: number, chosenOn: readonly Measured[], other: readonly Measured[]): string[] {
  const ids = (chosenOn[0]?.tried ?? []).map(({ candidate }) => candidate.id).filter((id) => id !== OWN_DEFAULT);
  const outcomes = ids.flatMap((id) => joined(chosenOn, (session) => outcomeOf(session, id)) ?? []);
  const advice = advise(
    outcomes,
    joined(chosenOn, ({ log }) => log),
    price,
  );
  const log = joined(other, (session) => session.log);
  const id = advice.best?.outcome.id ?? advice.cheapest?.outcome.id;
  const applied = id === undefined ? null : joined(other, (session) => outcomeOf(session, id));
  const own = joined(other, (session) => outcomeOf(session, OWN_DEFAULT));
  if (!log || !applied || !own) return [`$${price}`, advice.reason ?? "advice", "–", "–", "–", "–"];
  const draws = drawBlocks(log.blocks.length, 1_000);
  const drawn = drawOutcome(applied, draws);
  const against = changeOf(drawn, drawOutcome(log, draws), price, 0);
  const beside = changeOf(drawn, drawOutcome(own, draws), price, price);
  return [
    `$${price}`,
    advice.reason ?? "advice",
    id ?? "",
    advice.best ? text(advice.best.change) : "–",
    text(against),
    text(beside),
  ];
}

const whole = (share: number) => `${Math.round(share * 100)}`;
const text = ({ share, low, high }: Change) => `${whole(share)} % (${whole(low)} to ${whole(high)})`;

const all = await measureAll(process.argv.slice(2));
const halves = [0, 1].map((rest) => all.filter((_, index) => index % 2 === rest));
const heads = [
  "price of a lost fact",
  "verdict",
  "policy",
  "where it was chosen",
  "on the other half",
  "against winnow by default",
];
for (const [index, title] of ["Chosen on the first half", "Chosen on the second half"].entries()) {
  const [chosenOn = [], other = []] = index === 0 ? halves : [...halves].reverse();
  printTable(
    `${title}: ${chosenOn.length} sessions, applied to ${other.length}`,
    heads,
    PRICES.map((price) => apply(price, chosenOn, other)),
  );
}
console.log(`\n${all.length} sessions, ${all.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(1)} s of replays`);
