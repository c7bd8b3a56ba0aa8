/**
 * Chooses a policy on one half of the sessions in the folders and applies it, by replay, to the other half; then the
 * same with the halves swapped, and with every other way to split the sessions:
 *
 *     node scripts/run-ts.mjs bench/advice/halves.ts FOLDER [FOLDER …]
 *
 * A row shows what the advice promises, and what its policy costs on the other half, including lost facts: compared
 * with the log, with the compaction of each session's client if the client compacts by itself, and with `winnow` by
 * default. If nothing is advised, the row is about the cheapest policy.
 */
import { advise } from "@/lib/advice/advise";
import type { Candidate } from "@/lib/advice/candidate";
import { DEFAULT_FAMILIES, FOLD_AS_CLIENT, sharedPolicies } from "@/lib/advice/families";
import { type Change, changeOf, pricedAt } from "@/lib/advice/interval";
import { type Outcome, wholeBlock } from "@/lib/advice/outcome";
import { measureSession, type SessionSearch } from "@/lib/advice/search-session";
import { exactly, type Terms } from "@/lib/advice/terms";
import { WINNOW_BY_DEFAULT } from "@/lib/advice/winnow-by-default";
import { replayEnvironments } from "@/lib/library/replay-environments";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { windowUse } from "@/lib/read-models/context-window";
import { prepareReplay } from "@/lib/replay/prepare-replay";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { WORKER_SURROUNDINGS } from "@/lib/server/workers/surroundings";
import { loadSharedSessions } from "@/tests/support/shared-transcripts";
import { printTable } from "../accuracy/print-table";

const PRICES = [0, 0.02, 0.05, 0.1, 0.2];
const FEWEST_REQUESTS = 30;
const LATEST = 200_000;
/** The compaction that the session's client runs by itself, as opposed to one that can be chosen. */
const CLIENT_DEFAULT = "the client by default";
/** Default if the client's own trigger is not known; most clients use about this share of the window. */
const USUAL_SHARE = 0.8;

const termsAt = (price: number): Terms => ({
  price: exactly(price),
  mostLost: null,
  earliest: 60_000,
  parts: "sessions",
});

type Measured = SessionSearch & { readonly file: string; readonly seconds: number };

async function measureAll(folders: readonly string[]): Promise<Measured[]> {
  const found: Measured[] = [];
  for (const folder of folders)
    for (const { file, session } of await loadSharedSessions(folder)) {
      const analysis = analyzeSession(session, loadVocabulary);
      if (analysis.requests.filter(({ agent }) => agent === "main").length < FEWEST_REQUESTS) continue;
      const { window, environmentOf } = replayEnvironments(analysis, "main", WORKER_SURROUNDINGS);
      const ownTrigger = windowUse(session, analysis.requests, "main").trigger;
      const trigger = ownTrigger ?? Math.round((window ?? LATEST) * USUAL_SHARE);
      const own: Candidate = { id: CLIENT_DEFAULT, family: FOLD_AS_CLIENT, trigger };
      const candidates = [...sharedPolicies(DEFAULT_FAMILIES, LATEST), own];
      const from = performance.now();
      const search = measureSession(candidates, { prepared: prepareReplay(analysis, { environmentOf }) });
      if (typeof search === "string") continue;
      const seconds = (performance.now() - from) / 1000;
      found.push({ ...search, file, seconds });
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

type Applied = {
  readonly reason: string | null;
  readonly policy: string;
  readonly promised: Change | null;
  /** Results on the other sessions, compared with each of the references. */
  readonly against: readonly (Change | null)[];
};

function apply(price: number, chosenOn: readonly Measured[], other: readonly Measured[]): Applied | null {
  const ids = (chosenOn[0]?.tried ?? []).map(({ candidate }) => candidate.id).filter((id) => id !== CLIENT_DEFAULT);
  const outcomes = ids.flatMap((id) => joined(chosenOn, (session) => outcomeOf(session, id)) ?? []);
  const own = joined(chosenOn, ({ log }) => log);
  const advice = advise(outcomes, own, termsAt(price));
  const policy = (advice.best ?? advice.cheapest)?.outcome.id;
  const applied = policy === undefined ? null : joined(other, (session) => outcomeOf(session, policy));
  const log = joined(other, (session) => session.log);
  if (policy === undefined || applied === null || log === null) return null;
  const references = [CLIENT_DEFAULT, WINNOW_BY_DEFAULT.id].map((id) => joined(other, (one) => outcomeOf(one, id)));
  const [here, ...others] = [applied, ...references].map((outcome) => outcome && pricedAt(outcome, exactly(price)));
  const against = [pricedAt(log), ...others].map((reference) => (here && reference ? changeOf(here, reference) : null));
  return { reason: advice.reason, policy, promised: advice.heldOut, against };
}

const whole = (share: number) => `${Math.round(share * 100)}`;
const text = (change: Change | null) =>
  change ? `${whole(change.share)} % (${whole(change.low)} to ${whole(change.high)})` : "–";

const rowOf = (price: number, applied: Applied | null): string[] =>
  applied
    ? [`$${price}`, applied.reason ?? "advice", applied.policy, text(applied.promised), ...applied.against.map(text)]
    : [`$${price}`, "–", "–", "–", "–", "–", "–"];

/** Every way to choose this many of the sessions. */
function choices<T>(items: readonly T[], size: number): T[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, index) => choices(items.slice(index + 1), size - 1).map((rest) => [item, ...rest]));
}

const all = await measureAll(process.argv.slice(2));
const halves = [0, 1].map((rest) => all.filter((_, index) => index % 2 === rest));
const references = ["the log", "the clients by default", "winnow by default"];
const heads = ["price of a lost fact", "verdict", "policy", "promised", ...references.map((name) => `against ${name}`)];
for (const [index, title] of ["Chosen on the first half", "Chosen on the second half"].entries()) {
  const [chosenOn = [], other = []] = index === 0 ? halves : [...halves].reverse();
  printTable(
    `${title}: ${chosenOn.length} sessions, applied to ${other.length}`,
    heads,
    PRICES.map((price) => rowOf(price, apply(price, chosenOn, other))),
  );
}

const size = halves[0]?.length ?? 0;
const ways = choices(all, size);
const isDearer = (change: Change | null | undefined) => (change?.share ?? 0) > 0;
printTable(
  `Every way to choose on ${size} of ${all.length} sessions, applied to the others`,
  [
    "price",
    "ways",
    "advised",
    "of these other than winnow by default",
    ...references.map((name) => `dearer than ${name}`),
    "mean promised",
    "mean on the others",
  ],
  PRICES.map((price) => {
    const advised = ways.flatMap((chosenOn) => {
      const applied = apply(
        price,
        chosenOn,
        all.filter((session) => !chosenOn.includes(session)),
      );
      return applied && applied.reason === null ? [applied] : [];
    });
    const mean = (pick: (one: Applied) => number | undefined) =>
      `${whole(advised.reduce((sum, one) => sum + (pick(one) ?? 0), 0) / Math.max(1, advised.length))} %`;
    return [
      `$${price}`,
      ways.length,
      advised.length,
      advised.filter(({ policy }) => policy !== WINNOW_BY_DEFAULT.id).length,
      ...references.map((_, at) => advised.filter(({ against }) => isDearer(against[at])).length),
      mean(({ promised }) => promised?.share),
      mean(({ against }) => against[0]?.share),
    ];
  }),
);
console.log(`\n${all.length} sessions, ${all.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(1)} s of replays`);
