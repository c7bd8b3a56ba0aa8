import type { Emit } from "@/lib/compress/compress-answer";
import { compressRequest } from "@/lib/compress/compress-request";
import { type BodyInput, type BodyOutput, outputOf } from "./body-task";
import { parseJsonBody } from "./parse-json";
import { removedKeys } from "./removed-keys";
import { keepingSurroundings } from "./surroundings";

/** POST /api/compress: takes the bytes of a body and returns the JSON of the answer. Throws expected failures as problems. */
export async function compressTask({ body, summaries, keptFor }: BodyInput, emit?: Emit): Promise<BodyOutput> {
  const { surroundings, outputs } = keepingSurroundings(keptFor);
  const options = { warnings: removedKeys(body), ...(summaries && { summaries }), ...(emit && { emit }) };
  return outputOf(await compressRequest(parseJsonBody(body), options, surroundings), outputs);
}
