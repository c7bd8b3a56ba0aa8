import { english, type Say } from "../../wording/say";

/** An error in a recipe's shape; the server checks ids and parameters. */
export type RecipeFault = { readonly at: string; readonly message: string };

const SHAPES = "id, {id, params}, {step}, {pipe}, {orElse}, {when, run}, {until, ladder}";

/** The first place at which a value is not a recipe; null if its shape is valid. */
export function recipeFault(value: unknown, at = "$", say: Say = english): RecipeFault | null {
  if (typeof value === "string") return value === "" ? { at, message: say("expected an id") } : null;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { at, message: say("expected one of: {shapes}", { shapes: SHAPES }) };
  const { id, step, pipe, orElse, run, ladder, when, until } = value as Readonly<Record<string, unknown>>;
  if (id !== undefined) return typeof id === "string" ? null : { at: `${at}.id`, message: say("expected a text") };
  if (step !== undefined)
    return typeof step === "object" && step !== null
      ? null
      : { at: `${at}.step`, message: say("expected select and transform") };
  if (pipe !== undefined) return listFault(pipe, `${at}.pipe`, say);
  if (ladder !== undefined)
    return until === undefined
      ? { at, message: say("`ladder` requires `until`") }
      : listFault(ladder, `${at}.ladder`, say);
  if (orElse !== undefined) {
    const isPair = Array.isArray(orElse) && orElse.length === 2;
    return isPair
      ? listFault(orElse, `${at}.orElse`, say)
      : { at: `${at}.orElse`, message: say("expected two recipes") };
  }
  if (run !== undefined)
    return when === undefined ? { at, message: say("`run` requires `when`") } : recipeFault(run, `${at}.run`, say);
  return { at, message: say("expected one of: {shapes}", { shapes: SHAPES }) };
}

function listFault(value: unknown, at: string, say: Say): RecipeFault | null {
  if (!Array.isArray(value) || value.length === 0) return { at, message: say("expected a list of recipes") };
  for (const [index, inner] of value.entries()) {
    const fault = recipeFault(inner, `${at}[${index}]`, say);
    if (fault) return fault;
  }
  return null;
}
