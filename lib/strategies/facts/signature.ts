import { oncePerPart } from "../../conversation/once-per-part";
import type { JsonValue, ToolCallPart } from "../../conversation/part";
import type { LineRange } from "../../tools/line-range";

/** JSON with sorted keys and without null members, so that equal values give equal text, and a cached prefix stays the same. */
export function stableJson(value: JsonValue): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item) => sorted(item as JsonValue));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value as { readonly [key: string]: JsonValue });
  return Object.fromEntries(
    members
      .filter(([, member]) => member !== null && member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, member]) => [key, sorted(member)]),
  );
}

/** A text that is the same for two calls with the same tool and the same input. */
export const callSignature = oncePerPart(
  ({ toolName, input }: ToolCallPart): string => `${toolName} ${stableJson(input)}`,
);

/** Whether a later read shows every line of an earlier read of the same file. null is the whole file. */
export function coversRange(later: LineRange | null, earlier: LineRange | null): boolean {
  if (later === null) return true;
  return earlier !== null && later.start <= earlier.start && later.end >= earlier.end;
}
