import * as z from "zod";

/** Lines of a put-aside output returned if the model gives no end. */
const MAX_LINES = 200;

export const PUT_ASIDE_TOOL = "get_tool_output";

export const PUT_ASIDE_DESCRIPTION =
  "Reads a tool output that was put aside and left a reference (out_…): all of it, or some lines.";

export const putAsideRequest = z.object({
  id: z.string().describe("The reference, out_ and 24 hexadecimal digits."),
  start: z.int().min(1).optional().describe("First line, from 1."),
  end: z.int().min(1).optional().describe(`Last line, included; ${MAX_LINES} lines if it is not given.`),
});

export type PutAsideRequest = z.infer<typeof putAsideRequest>;

/** The requested lines, or a sentence saying that there is no such output. */
export function linesOf(
  outputs: ReadonlyMap<string, string>,
  { id, start = 1, end = start + MAX_LINES - 1 }: PutAsideRequest,
): string {
  const text = outputs.get(id);
  if (text === undefined) return `There is no output ${id}.`;
  return text
    .split("\n")
    .slice(start - 1, end)
    .join("\n");
}
