import { Problem } from "@/lib/api/problem";

/** An integer from the query string within its range; the default if absent. */
export function integerParam(url: URL, name: string, range: { min: number; max: number; default: number }): number {
  const text = url.searchParams.get(name);
  if (text === null || text === "") return range.default;
  const value = Number(text);
  if (Number.isInteger(value) && value >= range.min && value <= range.max) return value;
  const detail = `${name} must be a whole number from ${range.min} to ${range.max}`;
  throw new Problem(422, "bad-parameter", detail, { errors: [{ pointer: name, detail }] });
}

/** True for `true` and `1`; false for `false`, `0` and empty. Other words are refused, so a typo is noticed. */
export function flagParam(url: URL, name: string): boolean {
  const found = choiceParam(url, name, ["true", "false", "1", "0"]);
  return found === "true" || found === "1";
}

/** One of the choices; null if the parameter is absent. */
export function choiceParam<T extends string>(url: URL, name: string, choices: readonly T[]): T | null {
  const text = url.searchParams.get(name);
  if (text === null || text === "") return null;
  const found = choices.find((choice) => choice === text);
  if (found) return found;
  const detail = `${name} must be one of ${choices.join(", ")}`;
  throw new Problem(422, "bad-parameter", detail, { errors: [{ pointer: name, detail }] });
}

/** Refuses unknown query parameters, because a typo must not be silently ignored. */
export function refuseUnknownParams(url: URL, known: readonly string[]): void {
  const unknown = [...url.searchParams.keys()].filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new Problem(
    422,
    "unknown-parameter",
    `unknown parameter: ${unknown.join(", ")}; known: ${known.join(", ") || "none"}`,
    {
      errors: unknown.map((name) => ({ pointer: name, detail: "unknown parameter" })),
    },
  );
}
