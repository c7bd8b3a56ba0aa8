import { evaluationAnswer } from "@/lib/api/answers/evaluation";
import type { EvaluationAnswer } from "@/lib/api/schemas/evaluation";
import { evaluate } from "@/lib/evaluation/evaluate";
import { createReaders, gatherEvidence } from "@/lib/evaluation/evidence";
import { findNeeded, MOST_FUTURE_CHARACTERS } from "@/lib/evaluation/future";
import { toFuture } from "@/lib/evaluation/future-step";
import type { Cut } from "@/lib/evaluation/measure-loss";
import type { Compression } from "@/lib/strategies/grammar/compression";
import type { Environment } from "@/lib/strategies/grammar/environment";
import type { SessionMessage } from "@/lib/transcript/session";
import type { SessionIndex } from "../derived";
import type { ConversationSource } from "./conversation-source";
import { readJson, readSlice } from "./derived-reader";
import type { StoredContext } from "./load-context";

export type Evaluator = (compression: Compression) => EvaluationAnswer | null;

/** Measures compressions of one conversation. For a stored session, its later messages show what was needed. */
export function evaluatorOf({ conversation, stored, codec }: ConversationSource, environment: Environment): Evaluator {
  const roots = stored?.project?.startsWith("/") ? [stored.project] : [];
  const readers = createReaders(environment.tokensOf, roots);
  const evidence = gatherEvidence(conversation, readers);
  const future = stored && toFuture(loadFuture(stored), stored.request.agent);
  const needed = future && future.length > 0 ? findNeeded(evidence, future, readers) : null;
  const cut: Cut = { evidence, needed, readers };
  return (compression) => evaluationAnswer(evaluate(cut, compression, [codec]), evidence);
}

/** The messages from the request's own answer onwards. */
export function loadFuture({ file, end }: StoredContext): SessionMessage[] {
  const { messageOffsets } = readJson<SessionIndex>(file, "index.json");
  const from = messageOffsets[end] ?? 0;
  const past = messageOffsets.findIndex((offset, line) => line > end && offset - from > MOST_FUTURE_CHARACTERS);
  const last = past < 0 ? messageOffsets.length - 1 : past - 1;
  return readSlice<SessionMessage>(file, "messages.jsonl", messageOffsets, {
    start: end,
    end: Math.max(end, last),
  });
}
