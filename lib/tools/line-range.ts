import type { JsonValue } from "../conversation/part";
import type { Fields } from "./input-places";

/** Lines of a file, both ends inclusive, as counted by the tool. */
export type LineRange = { readonly start: number; readonly end: number };

/** The lines that a read requests, in any client's fields; null for the entire file. */
export function rangeIn(fields: Fields): LineRange | null {
  const view = fields.view_range ?? fields.line_range ?? fields.range;
  if (Array.isArray(view) && typeof view[0] === "number")
    return { start: view[0], end: lineOr(view[1] === -1 ? undefined : view[1], Number.POSITIVE_INFINITY) };
  const start =
    fields.start_line ?? fields.startLine ?? fields.StartLine ?? fields.line_start ?? fields.offset ?? fields.start;
  const end = fields.end_line ?? fields.endLine ?? fields.EndLine ?? fields.line_end ?? fields.end;
  const limit = fields.limit;
  if (typeof start !== "number" && typeof end !== "number" && typeof limit !== "number") return null;
  const from = lineOr(start, 1);
  return { start: from, end: lineOr(end, typeof limit === "number" ? from + limit - 1 : Number.POSITIVE_INFINITY) };
}

const lineOr = (value: JsonValue | undefined, otherwise: number): number =>
  typeof value === "number" ? value : otherwise;
