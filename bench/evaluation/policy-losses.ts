import { LostWordingWatch } from "@/bench/evaluation/lost-wording-watch";
import { usedWording } from "@/bench/evaluation/used-wording";
import type { Part } from "@/lib/conversation/part";
import type { Readers } from "@/lib/evaluation/evidence";
import type { PartWording } from "@/lib/evaluation/wording/part-wording";
import { replayEnvironments } from "@/lib/library/replay-environments";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { prepareReplay } from "@/lib/replay/prepare-replay";
import { replayPolicy } from "@/lib/replay/replay-policy";
import type { PreparedReplay, ReplayPolicy } from "@/lib/replay/replay-types";
import { createUsedFacts } from "@/lib/replay/used-facts";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { WORKER_SURROUNDINGS } from "@/lib/server/workers/surroundings";
import { isNoteText } from "@/lib/strategies/grammar/note-head";
import type { Session } from "@/lib/transcript/session";

/**
 * What one policy costs over one session, and what it lost that the agent then wrote, counted. "By content": what only a note of
 * the strategy names (its index of what was dropped) counts as lost, and is fetched again. Cost: US dollars; null if the log
 * has no prices, or does not say what was read from the cache.
 */
export type Losses = {
  readonly requests: number;
  readonly cost: number | null;
  readonly fetches: number;
  readonly fetchesByContent: number;
  readonly facts: number;
  readonly factsByContent: number;
  readonly runs: number;
  readonly rareWords: number;
};

export type Measure = (policy: ReplayPolicy) => Losses;

const NO_WORDING: PartWording = { words: new Int32Array(), runs: new Int32Array() };

/** Prepares a session once, and measures policies over its main agent. */
export function lossesOver(session: Session): Measure {
  const analysis = analyzeSession(session, loadVocabulary);
  const { environmentOf } = replayEnvironments(analysis, "main", WORKER_SURROUNDINGS);
  const prepared = prepareReplay(analysis, { environmentOf });
  const content = withoutNotes(prepared.readers);
  const byContent: PreparedReplay = { ...prepared, factsOf: createUsedFacts(session, "main", content) };
  const runs = usedWording(session, "main", "runs", content.wordingOf);
  const rareWords = usedWording(session, "main", "words", content.wordingOf);
  return (policy) => {
    const watches = [new LostWordingWatch(runs), new LostWordingWatch(rareWords)] as const;
    const { totals } = replayPolicy(prepared, policy, watches);
    const { totals: strict } = replayPolicy(byContent, policy);
    return {
      requests: totals.requests,
      cost: totals.readShare === null ? null : totals.cost,
      fetches: totals.fetchCost ?? 0,
      fetchesByContent: strict.fetchCost ?? 0,
      facts: totals.lostFactsUsed,
      factsByContent: strict.lostFactsUsed,
      runs: watches[0].repeated,
      rareWords: watches[1].repeated,
    };
  };
}

function withoutNotes(readers: Readers): Readers {
  const isNote = (part: Part) => part.type === "text" && isNoteText(part.text);
  return {
    ...readers,
    entitiesOf: (part) => (isNote(part) ? new Map() : readers.entitiesOf(part)),
    wordingOf: (part) => (isNote(part) ? NO_WORDING : readers.wordingOf(part)),
  };
}
