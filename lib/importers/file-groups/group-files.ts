import type { FileGroup, NamedFile } from "./file-group";
import { groupSiblings } from "./group-siblings";

/**
 * Groups the files of each session: siblings with known names, and the files of sub-agents with their transcript.
 * Those are in `<session id>/subagents/…` (Claude Code) or `subagents/<session id>/…` (Qwen Code), or are siblings `agent-*`
 * whose rows hold the session's id. A file whose transcript
 * is missing is imported on its own. `sessionIdOf` returns the session id that a file's first rows name; null when they name
 * none.
 */
export function groupFiles<F extends NamedFile>(
  all: readonly F[],
  sessionIdOf: (file: F) => string | null,
): FileGroup<F>[] {
  const { groups, rest } = groupSiblings(all);
  return [...groups, ...groupSubAgents(rest, sessionIdOf)];
}

function groupSubAgents<F extends NamedFile>(
  files: readonly F[],
  sessionIdOf: (file: F) => string | null,
): FileGroup<F>[] {
  const others = files.filter((file) => isCompanionName(file.name));
  const mains = files.filter((file) => !isCompanionName(file.name));
  if (others.length === 0) return mains.map((main) => ({ main, companions: [] }));
  const ownerOf = ownerFinder(mains, others, sessionIdOf);
  const companionsOf = new Map<F, F[]>(mains.map((main) => [main, []]));
  for (const file of others) {
    const owner = ownerOf(file) ?? file;
    const found = companionsOf.get(owner) ?? [];
    companionsOf.set(owner, owner === file ? found : [...found, file]);
  }
  return [...companionsOf].map(([main, companions]) => ({ main, companions }));
}

/** Finds the transcript of a sub-agent's file; for a description without one, the sub-agent's rows. */
function ownerFinder<F extends NamedFile>(
  mains: readonly F[],
  others: readonly F[],
  sessionIdOf: (file: F) => string | null,
): (file: F) => F | undefined {
  const byId = new Map<string, F>();
  for (const main of mains) addFirst(byId, sessionIdOf(main), main);
  // A file is named after its session, whereas its rows may name the session that it continued.
  for (const main of mains) byId.set(stemOf(main.name), main);
  const rowsOf = new Map(others.flatMap((file) => (ROWS.test(file.name) ? [[stemWithFolder(file.name), file]] : [])));
  return (file) => {
    const rows = DESCRIPTION.test(file.name) ? rowsOf.get(stemWithFolder(file.name)) : undefined;
    const folders = folderSessionIds(file.name);
    const id = folders.find((name) => byId.has(name)) ?? (folders.length === 0 ? sessionIdOf(rows ?? file) : null);
    return (id === null ? undefined : byId.get(id)) ?? rows;
  };
}

function addFirst<K, V>(map: Map<K, V>, key: K | null, value: V) {
  if (key !== null && !map.has(key)) map.set(key, value);
}

const ROWS = /\.jsonl(?:\.gz|\.zst)?$/;
const DESCRIPTION = /\.meta\.json$/;

/** Whether a file's name is that of the rows or the description of a sub-agent. */
export const isCompanionName = (name: string): boolean =>
  /(^|\/)agent-[^/]+\.(?:jsonl(?:\.gz|\.zst)?|meta\.json)$/.test(name) ||
  /(^|\/)[^/]+\/subagents\/.+\.(?:jsonl(?:\.gz|\.zst)?|meta\.json)$/.test(name);

const stemWithFolder = (name: string): string => name.replace(ROWS, "").replace(DESCRIPTION, "");
const stemOf = (name: string): string => stemWithFolder(name).split("/").at(-1) ?? name;

/** Claude Code's `<id>/subagents/…` and Qwen Code's `subagents/<id>/…`. */
function folderSessionIds(name: string): string[] {
  const [, before, after] = name.match(/(?:^|\/)(?:([^/]+)\/)?subagents\/(?:([^/]+)\/)?/) ?? [];
  return [before, after].filter((folder) => folder !== undefined);
}

/** How many bytes of a file `sessionIdIn` should get. */
export const PEEK_BYTES = 256 * 1024;

/** The session id in the first bytes of a file, found without parsing them. */
export const sessionIdIn = (head: string): string | null =>
  head.match(/"sessionId"\s*:\s*"([^"\\]{1,200})"/)?.[1] ?? null;
