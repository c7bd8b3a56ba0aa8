import fs from "node:fs";
import type { ImportGroup, StagedFile } from "./import-types";
import { groupSiblings } from "./sibling-files";

const PEEK_BYTES = 256 * 1024;

/**
 * Puts Claude Code's sub-agent files beside their transcript: siblings `agent-*.jsonl`, which carry the
 * session's id in their rows, and `<session id>/subagents/…`. One without its transcript is imported on its own.
 */
export function groupCompanions(all: readonly StagedFile[]): ImportGroup[] {
  const { groups, rest: files } = groupSiblings(all);
  const mains = files.filter((file) => !isCompanionName(file.name));
  const keysOfMain = mains.map((file) => ({ file, keys: new Set([stemOf(file.name), peekSessionId(file.path)]) }));
  const companionsOf = new Map<StagedFile, StagedFile[]>(mains.map((file) => [file, []]));
  const alone: ImportGroup[] = [];
  for (const file of files.filter((candidate) => isCompanionName(candidate.name))) {
    const sessionId = folderSessionId(file.name) ?? peekSessionId(file.path);
    const owner = keysOfMain.find(({ keys }) => sessionId !== null && keys.has(sessionId));
    if (owner) companionsOf.get(owner.file)?.push(file);
    else alone.push({ main: file, companions: [] });
  }
  return [...groups, ...mains.map((main) => ({ main, companions: companionsOf.get(main) ?? [] })), ...alone];
}

export const isCompanionName = (name: string): boolean =>
  /(^|\/)agent-[^/]+\.jsonl$/.test(name) || /(^|\/)[^/]+\/subagents\/.+\.jsonl$/.test(name);

const stemOf = (name: string): string => (name.split("/").at(-1) ?? name).replace(/\.jsonl$/, "");

const folderSessionId = (name: string): string | null => name.match(/(?:^|\/)([^/]+)\/subagents\//)?.[1] ?? null;

/** The session id of the first rows, without parsing them. */
export function peekSessionId(file: string): string | null {
  const descriptor = fs.openSync(file, "r");
  try {
    const buffer = Buffer.alloc(PEEK_BYTES);
    const length = fs.readSync(descriptor, buffer, 0, PEEK_BYTES, 0);
    return buffer.toString("utf8", 0, length).match(/"sessionId"\s*:\s*"([^"\\]{1,200})"/)?.[1] ?? null;
  } finally {
    fs.closeSync(descriptor);
  }
}
