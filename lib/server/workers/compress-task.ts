import { randomUUID } from "node:crypto";
import {
  cacheAnswer,
  editAnswer,
  includedAnswer,
  referenceAnswer,
  statsAnswer,
  warningsAnswer,
} from "@/lib/api/answers/compression";
import { type CompressBody, compressBody } from "@/lib/api/schemas/compress-body";
import { filterFields, jsonText } from "@/lib/conversation/exact-json";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import type { Compression } from "@/lib/strategies/grammar/compression";
import type { ModelCall } from "@/lib/strategies/grammar/summariser";
import type { BodyInput, BodyOutput } from "./body-task";
import { carriedEdits, nextState } from "./carried-edits";
import { compressionWarnings, environmentOf, MemoryStore, optionsOf } from "./compress-environment";
import { assertAccepted, failureProblem } from "./compress-problems";
import { type ConversationSource, readHistory } from "./conversation-source";
import { type Evaluator, evaluatorOf } from "./evaluator";
import { keepOutputs } from "./keep-outputs";
import { readState, writeState } from "./kept-state";
import { type ReadBody, withBody } from "./read-body";
import { removedKeys } from "./removed-keys";
import { summaryDesk } from "./summary-rules";
import { unusedWarnings } from "./unused-parameters";

/** POST /api/compress: takes the bytes of a body and returns the JSON of the answer. Throws expected failures as problems. */
export const compressTask = ({ body, summaries }: BodyInput, emit: Emit = () => {}): Promise<BodyOutput> =>
  withBody(body, compressBody, (read) => compress(read, { body, summaries }, emit));

async function compress(read: ReadBody<CompressBody>, { body, summaries }: Given, emit: Emit): Promise<BodyOutput> {
  const startedAt = performance.now();
  const { request } = read;
  const source = readHistory(request, read.settings);
  const store = new MemoryStore();
  const desk = summaryDesk(request, summaries, source.codec.id);
  const environment = { ...environmentOf(request, source, store), summaries: desk.rules };
  const options = optionsOf(request, source);
  const carried = carriedEdits(await readState(request.state), source.conversation, { ...environment, ...options });
  const compression = compressConversation(source.conversation, request.strategy ?? null, environment, {
    ...options,
    carried: carried.edits,
  });
  const missing = desk.missing();
  if (missing) return missing;
  emitProgress(compression, emit);
  const places = { strategy: "$.strategy", limit: request.drain ? "$.drain" : "$.target" };
  if (compression.failure) throw failureProblem(compression, places, source.wire);
  const encoded = request.dry_run
    ? {}
    : encode(source, compression, { hasState: carried.edits.length > 0, isApart: read.isApart });
  const isKept = request.store && !request.dry_run;
  const next = request.dry_run ? null : nextState(compression, source.conversation, carried);
  const { state, outputs: ofState } = await writeState(next, isKept);
  const outputs = isKept ? await keepOutputs(compression.references, store.contents) : [];
  const ms = Math.round(performance.now() - startedAt);
  const evaluate = request.include.includes("evaluation") ? evaluatorOf(source, environment) : () => null;
  const answer = answerJson(request, source, compression, { ms, evaluate, calls: desk.calls });
  const warnings = [...removedKeys(body), ...carried.warnings, ...answer.warnings];
  const json = jsonText(handBack({ ...answer, state, warnings }, encoded, read));
  return { json, outputs: [...outputs, ...ofState] };
}

type Given = { readonly body: Uint8Array; readonly summaries: BodyInput["summaries"] };
type Answer = { readonly warnings: readonly object[]; readonly [name: string]: unknown };

/** The provider's body, ready to be sent, with Winnow's answer, which is under `winnow` if the parameters were. */
function handBack(
  answer: Answer,
  encoded: Record<string, unknown>,
  { isApart }: { readonly isApart: boolean },
): object {
  if (isApart) return { ...encoded, winnow: answer };
  const taken = Object.keys(encoded).filter((name) => name in answer);
  if (taken.length === 0) return { ...answer, ...encoded };
  const message = `${taken.join(", ")} is also a name in this answer, so the value that was sent is not returned; put Winnow's parameters under winnow`;
  return { ...encoded, ...answer, warnings: [...answer.warnings, { code: "name-taken", message }] };
}

export type CompressEvent = { readonly event: "step" | "edit" | "summary.delta" | "warning"; readonly data: unknown };
export type Emit = (event: CompressEvent) => void;

/** Emits the events before the answer: steps with their counts, then each edit, then each warning. */
function emitProgress({ steps, edits, warnings }: Compression, emit: Emit): void {
  for (const { id, before, after, edits: count } of steps)
    emit({ event: "step", data: { id, before, after, edits: count } });
  for (const edit of edits) emit({ event: "edit", data: editAnswer(edit) });
  for (const { code, message } of warnings) emit({ event: "warning", data: { code, message } });
}

/** Encodes the result in the format of the input and checks it against the format's rules. */
function encode(
  source: ConversationSource,
  compression: Compression,
  { hasState, isApart }: { readonly hasState: boolean; readonly isApart: boolean },
): Record<string, unknown> {
  if (compression.conversation === source.conversation && source.wire === null && compression.status !== "applied") {
    return pick(source.codec.encode(source.conversation) as Record<string, unknown>, source.keys);
  }
  const { codec, wire } = source;
  const encoded = wire ? codec.encode(compression.conversation, wire) : codec.encode(compression.conversation);
  assertAccepted(source, compression, encoded, hasState);
  // Only OpenAI has a parameter `store`; with other formats it is Winnow's own.
  const isOpenAi = codec.id.startsWith("openai");
  const keys = isOpenAi || isApart ? source.keys : source.keys.filter((key) => key !== "store");
  return pick(encoded as Record<string, unknown>, keys);
}

const pick = (body: Record<string, unknown>, keys: readonly string[]) =>
  filterFields(body, (key, value) => value !== undefined && keys.includes(key));

type Measured = { readonly ms: number; readonly evaluate: Evaluator; readonly calls: readonly ModelCall[] };

function answerJson(
  request: CompressBody,
  source: ConversationSource,
  compression: Compression,
  { ms, evaluate, calls }: Measured,
) {
  return {
    id: `cmp_${randomUUID()}`,
    object: "context.compression",
    created_at: new Date().toISOString(),
    status: compression.status,
    format: source.codec.id,
    stats: statsAnswer(compression, ms, calls),
    cache: cacheAnswer(compression),
    ...includedAnswer(compression, source.conversation, request.include, evaluate),
    refs: compression.references.map(referenceAnswer),
    warnings: [
      ...source.warnings,
      ...compressionWarnings(request, source),
      ...warningsAnswer(compression),
      ...unusedWarnings(request),
    ],
    strategy: compression.strategy,
  };
}
