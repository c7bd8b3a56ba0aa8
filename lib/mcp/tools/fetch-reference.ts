import * as z from "zod";
import { storedOutput } from "../../api/schemas/stored-output";
import { cutText, itemsWithin } from "../bounds";
import { defineTool } from "../tool";

/** Lines returned if no end is given. */
const MAX_LINES = 400;
const TEXT_CHARACTERS = 24_000;
const pattern = z.string().max(1_000).optional();

export const fetchReference = defineTool({
  name: "fetch_reference",
  title: "Fetch what was put aside",
  description:
    "Reads a tool output that a compression put aside and replaced by a reference (out_…): some lines of it, the lines that match a pattern, or the values selected by a JSON path.",
  input: z.strictObject({
    id: z
      .string()
      .regex(/^(out|state)_[0-9a-f]{1,64}$/, "a reference is out_ and hexadecimal digits")
      .describe("The reference."),
    start: z.int().min(1).default(1).describe("First line, from 1."),
    end: z.int().min(1).optional().describe(`Last line, included; default: ${MAX_LINES} lines.`),
    grep: pattern.describe("Only lines that match, in RE2 syntax."),
    json_path: pattern.describe("A JSON path (RFC 9535); applied first."),
  }),
  output: storedOutput
    .omit({ put_aside_at: true })
    .extend({
      truncated: z
        .boolean()
        .describe("Whether there is more than returned: more lines, longer lines, or more matches."),
      next_start: z.int().nullable().describe("For `start` of the next lines; null at the end, and with grep."),
    })
    .strip(),
  askForLess: "ask for fewer lines, or use grep",
  run: async ({ id, ...asked }, { call }) => {
    const end = asked.end ?? asked.start + MAX_LINES - 1;
    const query = { start: asked.start, end, grep: asked.grep ?? null, json_path: asked.json_path ?? null };
    const { put_aside_at: _, ...answer } = await call("GET /api/refs/{id}", { path: { id }, query });
    const matches = answer.matches && itemsWithin(answer.matches.map(shortMatch), TEXT_CHARACTERS);
    const text = matches ? "" : cutText(answer.text, TEXT_CHARACTERS);
    const isWhole = matches ? matches.length === answer.matches?.length : text === answer.text;
    const reached = isWhole ? end : asked.start + Math.max(1, text.split("\n").length - 1) - 1;
    return {
      ...storedOutput
        .omit({ put_aside_at: true })
        .strip()
        .parse({ ...answer, text, matches: matches && [...matches] }),
      truncated: answer.truncated || !isWhole || reached < answer.total_lines,
      next_start: matches || reached >= answer.total_lines ? null : reached + 1,
    };
  },
});

const shortMatch = <Match extends { readonly text: string }>(match: Match): Match => ({
  ...match,
  text: cutText(match.text, 2_000),
});
