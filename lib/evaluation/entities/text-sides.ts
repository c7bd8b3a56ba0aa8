import type { ToolCallPart } from "../../conversation/part";
import { isBeforeField } from "../../tools/content-fields";
import { stringsOf } from "./part-entities";

/** The text that a call replaces and the text that it writes, from separate fields or from a patch's lines. */
export function textSides({ input, inputText }: ToolCallPart): { readonly before: string; readonly after: string } {
  const strings = [...stringsOf(input, "")];
  const all = strings.length > 0 ? strings : [["", inputText ?? ""] as const];
  const patch = all.map(([, value]) => value).find((value) => value.includes("*** ") || /^@@ /m.test(value));
  if (patch !== undefined) return { before: linesWith(patch, "-"), after: linesWith(patch, "+") };
  const join = (isOld: boolean) =>
    all.flatMap(([field, value]) => (isBeforeField(field) === isOld ? value : [])).join("\n");
  return { before: join(true), after: join(false) };
}

const linesWith = (patch: string, sign: string): string =>
  patch
    .split("\n")
    .filter((line) => line.startsWith(sign))
    .map((line) => line.slice(1))
    .join("\n");
