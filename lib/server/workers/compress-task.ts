import { randomUUID } from "node:crypto";
import { type CompressBody, compressBody } from "@/lib/api-schemas/compress-body";
import {
  cacheJson,
  editJson,
  includedJson,
  referenceJson,
  statsJson,
  warningsJson,
} from "@/lib/api-schemas/compression-json";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import type { Compression } from "@/lib/strategies/compression";
import type { ModelCall } from "@/lib/strategies/summaries/summariser";
import { problemOfZod } from "../zod-problem";
import type { BodyInput, BodyOutput } from "./body-task";
import { carriedEdits, nextState } from "./carried-edits";
import { environmentOf, MemoryStore, optionsOf } from "./compress-environment";
import { assertAccepted, failureProblem } from "./compress-problems";
import { type ConversationSource, readConversation } from "./conversation-source";
import { type Evaluator, evaluatorOf } from "./evaluator";
import { keepOutputs } from "./keep-outputs";
import { readState, writeState } from "./kept-state";
import { parseJsonBody } from "./parse-json";
import { removedKeys } from "./removed-keys";
import { summaryDesk } from "./summary-rules";
import { unusedWarnings } from "./unused-parameters";

/** POST /api/compress: body bytes in, answer JSON out. Expected failures are thrown as problems. */
export async function compressTask({ body, summaries }: BodyInput, emit: Emit = () => {}): Promise<BodyOutput> {
  const startedAt = performance.now();
  const parsed = compressBody.safeParse(parseJsonBody(body));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const request = parsed.data;
  const source = readConversation(request);
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
  if (compression.failure) throw failureProblem(compression, "$.strategy");
  const encoded = encode(source, compression, carried.edits.length > 0);
  const isKept = request.store && !request.dry_run;
  const next = request.dry_run ? null : nextState(compression, source.conversation, carried);
  const { state, outputs: ofState } = await writeState(next, isKept);
  const outputs = isKept ? await keepOutputs(compression.references, store.contents) : [];
  const ms = Math.round(performance.now() - startedAt);
  const evaluate = request.include.includes("evaluation") ? evaluatorOf(source, environment) : () => null;
  const answer = answerJson(request, source, compression, { ms, evaluate, calls: desk.calls });
  const warnings = [...removedKeys(body), ...carried.warnings, ...answer.warnings];
  const json = JSON.stringify({ ...answer, state, warnings, ...(request.dry_run ? {} : encoded) });
  return { json, outputs: [...outputs, ...ofState] };
}

export type CompressEvent = { readonly event: "step" | "edit" | "summary.delta" | "warning"; readonly data: unknown };
export type Emit = (event: CompressEvent) => void;

/** What a stream tells before the answer: the steps with their counts, each edit, each warning. */
function emitProgress({ steps, edits, warnings }: Compression, emit: Emit): void {
  for (const { id, before, after, edits: count } of steps)
    emit({ event: "step", data: { id, before, after, edits: count } });
  for (const edit of edits) emit({ event: "edit", data: editJson(edit) });
  for (const { code, message } of warnings) emit({ event: "warning", data: { code, message } });
}

/** In the shape of the input; checked against the format's rules before anything is sent. */
function encode(source: ConversationSource, compression: Compression, hasState: boolean): Record<string, unknown> {
  if (compression.conversation === source.conversation && source.wire === null && compression.status !== "applied") {
    return pick(source.codec.encode(source.conversation) as Record<string, unknown>, source.keys);
  }
  const { codec, wire } = source;
  const encoded = wire ? codec.encode(compression.conversation, wire) : codec.encode(compression.conversation);
  assertAccepted(source, compression, encoded, hasState);
  return pick(encoded as Record<string, unknown>, source.keys);
}

const pick = (body: Record<string, unknown>, keys: readonly string[]) =>
  Object.fromEntries(keys.filter((key) => body[key] !== undefined).map((key) => [key, body[key]]));

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
    stats: statsJson(compression, ms, calls),
    cache: cacheJson(compression),
    ...includedJson(compression, source.conversation, request.include, evaluate),
    refs: compression.references.map(referenceJson),
    warnings: [...source.warnings, ...warningsJson(compression), ...unusedWarnings(request)],
    strategy: compression.strategy,
  };
}
