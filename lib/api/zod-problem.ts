import type * as z from "zod";
import { Problem, type ProblemDetail } from "./problem";

/** A body that does not match its schema: 422 with the JSON path of each fault; unknown keys are named. */
export function problemOfZod(error: z.ZodError): Problem {
  const errors = error.issues.slice(0, 20).flatMap(detailsOf);
  const unknown = error.issues.some((issue) => issue.code === "unrecognized_keys");
  const code = unknown ? "unknown-parameter" : "invalid-parameter";
  return new Problem(422, code, errors[0]?.detail ?? "the body does not fit", { errors });
}

function detailsOf(issue: z.ZodError["issues"][number]): ProblemDetail[] {
  if (issue.code !== "unrecognized_keys") return [{ pointer: pathOf(issue.path), detail: issue.message }];
  return issue.keys.map((key) => ({ pointer: pathOf([...issue.path, key]), detail: `unknown parameter ${key}` }));
}

/** $.messages[3].content, as JSONPath writes it. */
export const pathOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, step) => (typeof step === "number" ? `${text}[${step}]` : `${text}.${String(step)}`), "$");
