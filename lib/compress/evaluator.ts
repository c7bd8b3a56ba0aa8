import { evaluationAnswer } from "../api/answers/evaluation";
import type { EvaluationAnswer } from "../api/schemas/evaluation";
import { rootsOf } from "../evaluation/cut-at";
import { evaluate } from "../evaluation/evaluate";
import { createReaders, gatherEvidence } from "../evaluation/evidence";
import { findNeeded } from "../evaluation/future";
import { toFuture } from "../evaluation/future-step";
import type { Cut } from "../evaluation/measure-loss";
import type { Compression } from "../strategies/grammar/compression";
import type { Environment } from "../strategies/grammar/environment";
import type { ConversationSource } from "./conversation-source";

export type Evaluator = (compression: Compression) => EvaluationAnswer | null;

/** Measures compressions of one conversation. A stored session's later messages show what was needed. */
export function evaluatorOf({ conversation, stored, codec }: ConversationSource, environment: Environment): Evaluator {
  const roots = rootsOf({ project: stored?.project ?? null });
  const readers = createReaders(environment.tokensOf, roots);
  const evidence = gatherEvidence(conversation, readers);
  const future = stored && toFuture(stored.future(), stored.request.agent);
  const needed = future && future.length > 0 ? findNeeded(evidence, future, readers) : null;
  const cut: Cut = { evidence, needed, readers };
  return (compression) => evaluationAnswer(evaluate(cut, compression, [codec]), evidence);
}
