import { Problem } from "@/lib/api/problem";
import { type CompactOptions, compactRequest, headroomRequest } from "@/lib/compress/drop-in";
import { type BodyOutput, type KeptFor, outputOf } from "./body-task";
import { parseJsonBody } from "./parse-json";
import { keepingSurroundings } from "./surroundings";

export type DropInInput = CompactOptions & {
  readonly shape: "headroom" | "compact";
  readonly body: Uint8Array;
  readonly keptFor?: KeptFor;
};

/** A call in another product's shape: takes the bytes of a body and returns the JSON of the answer. */
export async function dropInTask({ shape, body, keptFor, ...options }: DropInInput): Promise<BodyOutput> {
  const { surroundings, outputs } = keepingSurroundings(keptFor);
  const sent = parseJsonBody(body);
  if (typeof sent !== "object" || sent === null || Array.isArray(sent))
    throw new Problem(422, "invalid-parameter", "the body is not a JSON object");
  const result =
    shape === "headroom"
      ? await headroomRequest(sent, options.strategy, surroundings)
      : await compactRequest(sent, options, surroundings);
  return outputOf(result, outputs);
}
