/** Characters of an output that is read as JSON; a longer one is a page of data, not a report of a failure. */
const LONGEST = 20_000;

/** True if an answer in JSON says by a field of its own that the call failed. */
export function saysFailureInJson(text: string): boolean {
  const start = text.trimStart();
  if (!start.startsWith("{") || start.length > LONGEST) return false;
  const value = parsed(start);
  if (typeof value !== "object" || value === null) return false;
  const { error, errors, success, ok, isError, is_error, status } = value as Readonly<Record<string, unknown>>;
  if (success === false || ok === false || isError === true || is_error === true) return true;
  if (typeof status === "string" && /^(?:error|failed|failure)$/i.test(status)) return true;
  const isTold = (said: unknown) =>
    (typeof said === "string" && said !== "") || (typeof said === "object" && said !== null);
  const isAlone = Object.keys(value).length <= 3 && success !== true && ok !== true;
  return isAlone && (isTold(error) || (Array.isArray(errors) && errors.length > 0));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // Not JSON, or more than one value: no answer of this kind.
  }
}
