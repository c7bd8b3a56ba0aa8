import type { JudgeMaterial } from "../api/answers/judgement";
import type { Conversation } from "../conversation/message";
import { createReaders, gatherEvidence } from "../evaluation/evidence";
import { contextText } from "../evaluation/judge/context-text";
import { judgeQuestions } from "../evaluation/judge/judge-questions";
import type { Environment } from "../strategies/grammar/environment";

export type Contender = { readonly name: string; readonly conversation: Conversation };

/** Makes questions from the original, and collects the text that a model would see of each contender. */
export function judgeMaterial(
  original: Conversation,
  contenders: readonly Contender[],
  { tokensOf }: Environment,
  perFamily: number,
): JudgeMaterial {
  const readers = createReaders(tokensOf);
  const tokensIn = ({ messages }: Conversation) =>
    messages.reduce((sum, { parts }) => sum + parts.reduce((inner, part) => inner + tokensOf(part), 0), 0);
  return {
    questions: judgeQuestions(gatherEvidence(original, readers), readers, perFamily),
    candidates: uniqueNames(contenders).map(({ name, conversation }) => ({
      name,
      text: contextText(conversation),
      tokens: tokensIn(conversation),
    })),
  };
}

/** Makes names unique: the second contender with a name becomes `name (2)`. */
function uniqueNames(contenders: readonly Contender[]): Contender[] {
  const seen = new Map<string, number>();
  return contenders.map((contender) => {
    const times = (seen.get(contender.name) ?? 0) + 1;
    seen.set(contender.name, times);
    return times === 1 ? contender : { ...contender, name: `${contender.name} (${times})` };
  });
}
