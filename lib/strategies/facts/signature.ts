import { oncePerPart } from "../../conversation/once-per-part";
import type { ToolCallPart } from "../../conversation/part";
import { stableJson } from "../../conversation/stable-json";
import type { LineRange } from "../../tools/line-range";

/** Equal for two calls of the same tool with the same input. */
export const callSignature = oncePerPart(
  ({ toolName, input }: ToolCallPart): string => `${toolName} ${stableJson(input)}`,
);

/** True if a later read shows every line of an earlier read of the same file. A null range is the entire file. */
export function coversRange(later: LineRange | null, earlier: LineRange | null): boolean {
  if (later === null) return true;
  return earlier !== null && later.start <= earlier.start && later.end >= earlier.end;
}
