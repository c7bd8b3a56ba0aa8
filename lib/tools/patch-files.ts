import type { FileAction, FileOperation } from "./operations";

const HEADER = /^\*\*\* (Add|Update|Delete) File: (.+)$|^\*\*\* Move to: (.+)$/gm;
const OPERATIONS: Readonly<Record<string, FileOperation>> = { Add: "created", Update: "modified", Delete: "deleted" };

/**
 * The files of a patch in Codex's `apply_patch` grammar (github.com/openai/codex, apply_patch instructions), anywhere
 * in the text. Inside a program, its line ends are escaped.
 */
export function patchFiles(text: string): FileAction[] {
  if (!text.includes("*** ")) return [];
  const patch = /^\*\*\* (?:Add|Update|Delete) File: /m.test(text) ? text : text.replaceAll("\\n", "\n");
  return [...patch.matchAll(HEADER)].map(([, verb, path, target]) =>
    target !== undefined
      ? { path: target.trim(), operation: "renamed" as const }
      : { path: (path ?? "").trim(), operation: OPERATIONS[verb ?? ""] ?? ("modified" as const) },
  );
}
