import type * as z from "zod";
import { Problem, type ProblemDetail } from "./problem";

/**
 * The problem of a body that does not match its schema: 422, with the JSON path of each fault and the names of unknown
 * keys.
 */
export function problemOfZod(error: z.ZodError): Problem {
  const errors = error.issues.slice(0, 20).flatMap(detailsOf);
  const unknown = error.issues.some((issue) => issue.code === "unrecognized_keys");
  const code = unknown ? "unknown-parameter" : "invalid-parameter";
  return new Problem(422, code, errors[0]?.detail ?? "the body does not match the schema", { errors });
}

function detailsOf(issue: z.ZodError["issues"][number]): ProblemDetail[] {
  if (issue.code !== "unrecognized_keys") return [{ pointer: pathOf(issue.path), detail: issue.message }];
  return issue.keys.map((key) => ({ pointer: pathOf([...issue.path, key]), detail: `unknown parameter ${key}` }));
}

/** The path as JSONPath writes it: `$.messages[3].content`. */
export const pathOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, step) => (typeof step === "number" ? `${text}[${step}]` : `${text}.${String(step)}`), "$");
