import type { Evidence, Readers } from "../evidence";
import { askedProbes, PROBE_FAMILIES, type Probe, type ProbeFamily, sourceText } from "../probes";

/** A question for a model that sees only a compressed context, with the known answers. Plain data. */
export type JudgeQuestion = {
  readonly family: ProbeFamily;
  readonly question: string;
  /** All correct answers, oldest first. */
  readonly gold: readonly string[];
  /** The start of the part with the newest answer. */
  readonly source: string;
};

const GOLD_CHARACTERS = 400;

/** Merges probes with the same question, keeping all their answers. Returns the newest of each family. */
export function judgeQuestions(evidence: Evidence, readers: Readers, perFamily: number): JudgeQuestion[] {
  const probes = askedProbes(evidence, readers);
  return PROBE_FAMILIES.flatMap((family) => {
    const asked = new Map<string, Probe[]>();
    for (const probe of probes)
      if (probe.family === family) asked.set(probe.question, [...(asked.get(probe.question) ?? []), probe]);
    return [...asked.values()]
      .sort((a, b) => newestBlock(a) - newestBlock(b))
      .slice(-perFamily)
      .map((group) => toQuestion(group, evidence));
  });
}

const newestBlock = (probes: readonly Probe[]): number => Math.max(...probes.map(({ block }) => block));

function toQuestion(probes: readonly Probe[], evidence: Evidence): JudgeQuestion {
  const last = probes.at(-1) as Probe;
  return {
    family: last.family,
    question: last.question,
    gold: probes.map(({ gold }) => gold.slice(0, GOLD_CHARACTERS)),
    source: sourceText(last, evidence),
  };
}
