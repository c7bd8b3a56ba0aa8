import { compareBody } from "@/lib/api-schemas/compress-body";
import {
  cacheJson,
  includedJson,
  referenceJson,
  statsJson,
  tokenStatsJson,
  warningsJson,
} from "@/lib/api-schemas/compression-json";
import { compareStrategies } from "@/lib/pipeline/compare-strategies";
import type { Compression } from "@/lib/strategies/compression";
import { problemOfZod } from "../zod-problem";
import type { BodyInput, BodyOutput } from "./body-task";
import { environmentOf, MemoryStore, optionsOf } from "./compress-environment";
import { readConversation } from "./conversation-source";
import { parseJsonBody } from "./parse-json";
import { unusedWarnings } from "./unused-parameters";

/** POST /api/compress/compare: one failing recipe is a row with its failure, not a failure of the table. */
export async function compareTask({ body }: BodyInput): Promise<BodyOutput> {
  const parsed = compareBody.safeParse(parseJsonBody(body));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const request = parsed.data;
  const source = readConversation(request);
  const environment = environmentOf(request, source, new MemoryStore());
  const compressions = compareStrategies(source.conversation, request.strategies, environment, optionsOf(request));
  const results = compressions.map((compression) => ({
    ...resultJson(compression),
    ...includedJson(compression, source.conversation, ["edits", "evaluation", ...request.include]),
  }));
  const original = originalJson(compressions, source.stored?.request.index ?? null);
  return {
    json: JSON.stringify({ format: source.codec.id, original, results, warnings: unusedWarnings(request) }),
    outputs: [],
  };
}

function originalJson([first]: readonly Compression[], request: number | null) {
  if (!first) return null;
  const { tokensBefore, messagesBefore } = first.stats;
  const unchanged = { tokensAfter: tokensBefore, messagesAfter: messagesBefore, tokensSaved: 0, savedFraction: 0 };
  return { ...tokenStatsJson({ ...first.stats, ...unchanged }), request };
}

const resultJson = (compression: Compression) => ({
  strategy: compression.strategy,
  status: compression.status,
  failure: compression.failure ? { code: compression.failure.code, message: compression.failure.message } : null,
  stats: statsJson(compression, null),
  cache: cacheJson(compression),
  refs: compression.references.map(referenceJson),
  warnings: warningsJson(compression),
});
