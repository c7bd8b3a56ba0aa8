// After logged compactions, agents used facts that were gone. Prints how many of them Winnow's reminder would have
// contained. `node scripts/run-ts.mjs bench/after-compaction/reminder.ts`; needs ../shared.
import { partText } from "@/lib/conversation/part";
import { rootsOf } from "@/lib/evaluation/cut-at";
import { isNeedable } from "@/lib/evaluation/entities/entity";
import { createReaders, type Evidence, type KnownEntity } from "@/lib/evaluation/evidence";
import { compactionPlaces, measureCompaction } from "@/lib/replay/compaction-loss";
import { rankLostFacts } from "@/lib/view-models/receipt/likely-needed";
import { loadSharedSessions, NEWER_TRANSCRIPTS } from "../shared";

type Order = (evidence: Evidence, lost: readonly KnownEntity[]) => readonly KnownEntity[];

const newestFirst: Order = (_, lost) =>
  lost.toSorted((one, other) => (other.blocks.at(-1) ?? 0) - (one.blocks.at(-1) ?? 0));
const commonFirst: Order = (_, lost) => lost.toSorted((one, other) => other.messages - one.messages);
const ORDERS: readonly (readonly [string, Order])[] = [
  ["newest first", newestFirst],
  ["most messages first", commonFirst],
  ["ours: written by the agent, often and recently", rankLostFacts],
];
const TOPS = [20, 50, 80];

const sessions = [...(await loadSharedSessions()), ...(await loadSharedSessions(NEWER_TRANSCRIPTS))];
const cases = sessions.flatMap(({ session }) => {
  const readers = createReaders((part) => Math.ceil(partText(part).length / 4), rootsOf(session));
  return compactionPlaces(session, "main").flatMap((place) => {
    if (!place) return [];
    const { evidence, loss, missed } = measureCompaction(session, place, readers);
    const used = new Set(missed.map(({ known }) => known.entity.key));
    return used.size === 0 ? [] : [{ evidence, lost: loss.lost.filter(({ entity }) => isNeedable(entity)), used }];
  });
});

/** The mean over compactions, so that no long session dominates. */
function recallOf(order: Order, top: number): string {
  const shares = cases.map(({ evidence, lost, used }) => {
    const first = order(evidence, lost).slice(0, top);
    return first.filter(({ entity }) => used.has(entity.key)).length / used.size;
  });
  return percent(shares);
}

const percent = (shares: readonly number[]): string =>
  `${((100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length).toFixed(0)} %`;

const facts = cases.reduce((sum, { used }) => sum + used.size, 0);
/** The recall for a hook that does not know the summary, so everything that was there counts as lost. */
function recallWithoutSummary(top: number): string {
  const shares = cases.map(({ evidence, used }) => {
    const all = [...evidence.entities.values()].filter(({ entity }) => isNeedable(entity));
    const first = rankLostFacts(evidence, all).slice(0, top);
    return first.filter(({ entity }) => used.has(entity.key)).length / used.size;
  });
  return percent(shares);
}

console.log(`${cases.length} compactions after which ${facts} lost facts were used.\n`);
console.log(`| order of the facts | ${TOPS.join(" | ")} |\n| --- | ${TOPS.map(() => "---:").join(" | ")} |`);
for (const [name, order] of ORDERS) console.log(`| ${name} | ${TOPS.map((top) => recallOf(order, top)).join(" | ")} |`);
console.log(`| ours, without knowing the summary | ${TOPS.map(recallWithoutSummary).join(" | ")} |`);
