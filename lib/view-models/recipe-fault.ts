/** What is wrong with a recipe's shape; ids and parameters are the server's to judge. */
export type RecipeFault = { readonly at: string; readonly message: string };

const SHAPES = "an id, {id, params}, {step}, {pipe}, {orElse}, {when, run} or {until, ladder}";

/** The first place at which a value is no recipe; null = its shape is right. */
export function recipeFault(value: unknown, at = "$"): RecipeFault | null {
  if (typeof value === "string") return value === "" ? { at, message: "an id, please" } : null;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { at, message: `expected ${SHAPES}` };
  const { id, step, pipe, orElse, run, ladder, when, until } = value as Readonly<Record<string, unknown>>;
  if (id !== undefined) return typeof id === "string" ? null : { at: `${at}.id`, message: "a text, please" };
  if (step !== undefined)
    return typeof step === "object" && step !== null
      ? null
      : { at: `${at}.step`, message: "select and transform, please" };
  if (pipe !== undefined) return listFault(pipe, `${at}.pipe`);
  if (ladder !== undefined)
    return until === undefined ? { at, message: "a ladder needs until" } : listFault(ladder, `${at}.ladder`);
  if (orElse !== undefined) {
    const isPair = Array.isArray(orElse) && orElse.length === 2;
    return isPair ? listFault(orElse, `${at}.orElse`) : { at: `${at}.orElse`, message: "two recipes, please" };
  }
  if (run !== undefined) return when === undefined ? { at, message: "run needs when" } : recipeFault(run, `${at}.run`);
  return { at, message: `expected ${SHAPES}` };
}

function listFault(value: unknown, at: string): RecipeFault | null {
  if (!Array.isArray(value) || value.length === 0) return { at, message: "a list of recipes, please" };
  for (const [index, inner] of value.entries()) {
    const fault = recipeFault(inner, `${at}[${index}]`);
    if (fault) return fault;
  }
  return null;
}
