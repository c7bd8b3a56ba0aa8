import type { CompareBody, CompressBody } from "@/lib/api-schemas/compress-body";

/** Parameters that are part of the contract and that no strategy uses yet: said, not silently swallowed. */
export function unusedWarnings(body: CompressBody | CompareBody): { code: string; message: string }[] {
  const named = {
    instructions: body.instructions !== undefined && body.input === undefined,
    summarizer: body.summarizer !== undefined && body.summarizer !== "extractive",
    state: body.state !== undefined && body.state !== null,
    "include: text_diff": body.include.includes("text_diff"),
    "include: evaluation": body.include.includes("evaluation"),
  };
  return Object.entries(named)
    .filter(([, isGiven]) => isGiven)
    .map(([name]) => ({ code: "not-used", message: `${name} has no effect: no strategy here uses it yet` }));
}
