import type { ToolDefinition } from "../../conversation/message";
import { oncePerPart } from "../../conversation/once-per-part";
import type { ToolCallPart } from "../../conversation/part";
import { calledFiles, callFacts } from "../../tools/call-facts";
import { isBeforeField } from "../../tools/content-fields";
import { changesFiles } from "../../tools/operations";
import { failedCalls } from "../facts/artifacts";
import { stringsIn } from "../facts/call-strings";
import type { PartEntry } from "../grammar/view";
import { clip } from "../previews/clip";
import { lastSentence } from "./sentences";

const DETAIL = 110;
const MAX_DETAILS = 4;
const MAX_NAMES = 4;
/** Characters of a written text that are searched for what it defines. */
const LOOKED_AT = 20_000;

/** What a name of code stands behind where it is defined, in the languages that agents write most. */
const DEFINED =
  /\b(?:function|class|interface|struct|enum|trait|def|fn|func|fun|const|let|var|type|module|object|impl)\s+(?:\([^)\n]{0,60}\)\s*)?([A-Za-z_$][\w$]{2,60})/g;

/**
 * What was done to each changed file, in the agent's own words before the call, else by the names that the change
 * brought: path → a few short texts, the newest last. Calls that failed changed nothing.
 */
export function changesByFile(
  entries: readonly PartEntry[],
  tools: readonly ToolDefinition[],
): ReadonlyMap<string, readonly string[]> {
  const failed = failedCalls(entries, tools);
  const changes = new Map<string, Set<string>>();
  let said = "";
  for (const { part, message } of entries) {
    if (part.type === "tool-result") said = "";
    if (part.type === "text") said = message.role === "assistant" ? lastSentence(part.text) : "";
    if (part.type !== "tool-call" || failed.has(part.toolCallId) || !changesFiles(callFacts(part, tools).operation))
      continue;
    const detail = clip([...new Set([said, namesOf(part)])].filter((text) => text !== "").join(" – "), DETAIL);
    // Of several calls after one sentence, each has it; what they brought tells them apart.
    for (const { path, operation } of calledFiles(part, tools))
      if (operation !== "read" && detail !== "") changes.set(path, (changes.get(path) ?? new Set()).add(detail));
  }
  return new Map([...changes].map(([path, details]) => [path, [...details].slice(-MAX_DETAILS)]));
}

/** Names that the change defines and what it replaced does not, else its first new line. */
const namesOf = oncePerPart((call: ToolCallPart): string => {
  const texts = stringsIn(call);
  const before = textOf(texts.filter(([field]) => isBeforeField(field)));
  const after = textOf(texts.filter(([field]) => !isBeforeField(field) && !/path|file|description/i.test(field)));
  const isPatch = /^(?:\*\*\* |@@ |\+\+\+ )/m.test(after);
  const added = isPatch ? linesWith(after, "+") : after;
  const removed = isPatch ? linesWith(after, "-") : before;
  const known = new Set(definedIn(removed));
  const names = definedIn(added).filter((name) => !known.has(name));
  if (names.length > 0) return names.slice(0, MAX_NAMES).join(", ");
  const old = new Set(removed.split("\n").map((line) => line.trim()));
  const line = added.split("\n").find((text) => /[A-Za-z]{3}/.test(text) && !old.has(text.trim()));
  return removed === "" || line === undefined ? "" : `\`${clip(line.trim(), 60)}\``;
});

const textOf = (texts: readonly (readonly [string, string])[]): string =>
  texts
    .map(([, text]) => text)
    .join("\n")
    .slice(0, LOOKED_AT);

const linesWith = (patch: string, sign: string): string =>
  patch
    .split("\n")
    .filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3)))
    .map((line) => line.slice(1))
    .join("\n");

const definedIn = (text: string): string[] => [...new Set([...text.matchAll(DEFINED)].map(([, name = ""]) => name))];
