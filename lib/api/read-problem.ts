import * as z from "zod";
import { Problem } from "./problem";

const told = z.looseObject({
  code: z.string(),
  detail: z.string(),
  errors: z
    .array(z.object({ pointer: z.string().optional(), line: z.number().optional(), detail: z.string() }))
    .default([]),
});
/** Members that `Problem` itself sets in every problem. */
const COMMON = ["type", "title", "status", "instance", "code", "detail", "errors"];

/** The problem in a failed API answer, as if the call had run in this process. */
export async function readProblem(response: Response): Promise<Problem> {
  const parsed = told.safeParse(await response.json().catch(() => null));
  if (!parsed.success) return new Problem(response.status, "no-answer", `the server answered ${response.status}`);
  const { code, detail, errors, ...rest } = parsed.data;
  const extra = Object.fromEntries(Object.entries(rest).filter(([name]) => !COMMON.includes(name)));
  const details = errors.map(({ pointer, line, detail: text }) => ({
    detail: text,
    ...(pointer !== undefined && { pointer }),
    ...(line !== undefined && { line }),
  }));
  return new Problem(response.status, code, detail, { errors: details, extra });
}
