import type { Emit } from "@/lib/compress/compress-answer";
import { compressRequest } from "@/lib/compress/compress-request";
import { type BodyInput, type BodyOutput, outputOf } from "./body-task";
import { GrownBodies } from "./grown-body";
import { keepingSurroundings } from "./surroundings";

const bodies = new GrownBodies();

/**
 * POST /api/compress: takes the bytes of a body and returns the JSON of the answer. Throws expected failures as
 * problems.
 */
export async function compressTask({ body, summaries, keptFor }: BodyInput, emit?: Emit): Promise<BodyOutput> {
  const { surroundings, outputs } = keepingSurroundings(keptFor);
  const { value, warnings } = bodies.read(body);
  const options = { warnings, ...(summaries && { summaries }), ...(emit && { emit }) };
  return outputOf(await compressRequest(value, options, surroundings), outputs);
}
