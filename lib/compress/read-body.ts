import type * as z from "zod";
import { Problem } from "../api/problem";
import { CONVERSATION_FIELDS, misspelt, type SplitBody, splitBody } from "../api/whole-body";
import { problemOfZod } from "../api/zod-problem";
import { checkJson } from "../conversation/check-json";

/** Winnow's checked parameters, and the body's settings for the provider. */
export type ReadBody<T> = Omit<SplitBody, "ours"> & { readonly request: T };

/**
 * Runs a call that accepts a provider's request body containing Winnow's parameters. Throws a 422 if a parameter is
 * invalid or looks misspelt. Errors of parameters under `winnow` point to their place there.
 */
export async function withBody<Schema extends z.ZodObject, T>(
  body: unknown,
  schema: Schema,
  work: (read: ReadBody<z.output<Schema>>) => T | Promise<T>,
): Promise<T> {
  const names = Object.keys(schema.shape);
  const split = splitBody(body, names);
  const slip = misspelt(split, names);
  if (slip) throw unknownName(slip);
  try {
    const parsed = checkJson(schema, split.ours);
    if (!parsed.success) throw problemOfZod(parsed.error);
    return await work({ ...split, request: parsed.data });
  } catch (error) {
    throw error instanceof Problem && split.isApart ? toldApart(error, split.settings) : error;
  }
}

const unknownName = ({ name, meant }: { readonly name: string; readonly meant: string }) =>
  new Problem(422, "unknown-parameter", `unknown parameter ${name}: is ${meant} meant?`, {
    errors: [{ pointer: `$.${name}`, detail: "if it is the provider's, put our parameters under winnow" }],
  });

/** Changes pointers such as `$.target` to `$.winnow.target`. Pointers into the provider's own keys are unchanged. */
function toldApart({ status, code, detail, options }: Problem, settings: SplitBody["settings"]): Problem {
  const outside = new Set(["winnow", "model", ...CONVERSATION_FIELDS, ...Object.keys(settings)]);
  const placed = (pointer: string) => {
    const first = /^\$\.(\w+)/.exec(pointer)?.[1] ?? "winnow";
    return outside.has(first) ? pointer : `$.winnow${pointer.slice(1)}`;
  };
  const errors = (options.errors ?? []).map((entry) =>
    entry.pointer === undefined ? entry : { ...entry, pointer: placed(entry.pointer) },
  );
  return new Problem(status, code, detail, { ...options, errors });
}
