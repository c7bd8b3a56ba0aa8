import type { Operation, PathOperation } from "./shell-operations";

const HEADER = /^\*\*\* (Add|Update|Delete) File: (.+)$|^\*\*\* Move to: (.+)$/gm;
const OPERATIONS: Readonly<Record<string, Operation>> = { Add: "created", Update: "modified", Delete: "deleted" };

/** The files of a patch in Codex's `apply_patch` grammar (github.com/openai/codex, apply_patch instructions). */
export function patchOperations(patch: string): PathOperation[] {
  if (!patch.includes("*** ")) return [];
  return [...patch.matchAll(HEADER)].map(([, verb, path, target]) =>
    target !== undefined
      ? { path: target.trim(), operation: "renamed" as const }
      : { path: (path ?? "").trim(), operation: OPERATIONS[verb ?? ""] ?? ("modified" as const) },
  );
}
