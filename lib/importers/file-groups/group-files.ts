import type { FileGroup, NamedFile } from "./file-group";

/**
 * Groups the files of each session: siblings with known names, and sub-agent files with their transcript. Sub-agent
 * files are in `<session id>/subagents/…` (Claude Code) or `subagents/<session id>/…` (Qwen Code), or are siblings
 * `agent-*` whose rows contain the session's id. A file whose transcript is missing is imported separately.
 * `sessionIdOf` returns the session id in a file's first rows; null if there is none.
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

/**
 * Finds the transcript that a sub-agent's file belongs to; for a description without a transcript, the sub-agent's
 * rows.
 */
function ownerFinder<F extends NamedFile>(
  mains: readonly F[],
  others: readonly F[],
  sessionIdOf: (file: F) => string | null,
): (file: F) => F | undefined {
  const byId = new Map<string, F>();
  for (const main of mains) addFirst(byId, sessionIdOf(main), main);
  // A file has the name of its session, although its rows may contain the id of the session that it continued.
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

/** True if the file name is that of a sub-agent's rows or description. */
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

/** How many bytes of a file to pass to `sessionIdIn`. */
export const PEEK_BYTES = 256 * 1024;

/** The session id in the first bytes of a file, found without parsing them. */
export const sessionIdIn = (head: string): string | null =>
  head.match(/"sessionId"\s*:\s*"([^"\\]{1,200})"/)?.[1] ?? null;

/**
 * A transcript whose session is spread over files in the same folder. The first of `mains` that exists is the
 * transcript.
 */
type SiblingRule = { readonly mains: readonly RegExp[]; readonly companions: readonly RegExp[] };

/**
 * File names as the clients write them. The content is checked later; a file that does not belong is reported and left
 * out.
 */
const RULES: readonly SiblingRule[] = [
  {
    mains: [/^api_conversation_history\.json$/, /^ui_messages\.json$/],
    companions: [/^ui_messages\.json$/, /^task_metadata\.json$/],
  },
  // Cline 4. The CLI stores sub-agents' messages next to their session's.
  {
    mains: [/^(?!agent_)(?:.*\.)?messages\.json$/],
    companions: [/^session\.json$/, /^\d+_\w+\.json$/, /^agent_.*\.messages\.json$/],
  },
  // Kiro's IDE.
  { mains: [/^messages\.jsonl$/], companions: [/^session\.json$/] },
  // Kimi CLI. Its successor has no context.jsonl.
  { mains: [/^context\.jsonl$/], companions: [/^wire\.jsonl$/] },
  // Grok CLI.
  { mains: [/^chat_history\.jsonl$/], companions: [/^updates\.jsonl$/, /^signals\.json$/] },
  // Bodies that Claude Code writes with OTEL_LOG_RAW_API_BODIES.
  { mains: [/^index\.jsonl$/], companions: [/\.request\.json$/, /\.response\.json$/] },
];

type Split<F extends NamedFile> = { readonly groups: readonly FileGroup<F>[]; readonly rest: readonly F[] };

/**
 * Groups the files of one session: Cline's tasks and sessions, OpenCode's storage tree, databases with their
 * write-ahead logs, Droid's sessions with their settings, the agents of Kimi Code and Gemini CLI.
 */
export function groupSiblings<F extends NamedFile>(files: readonly F[]): Split<F> {
  const taken = new Set<F>();
  const groups = [
    ...groupByFolder(files, taken),
    ...groupStorage(files, taken),
    ...groupLogs(files, taken),
    ...groupSettings(files, taken),
    ...groupAgents(files, taken),
    ...groupChats(files, taken),
  ];
  return { groups, rest: files.filter((file) => !taken.has(file)) };
}

function groupByFolder<F extends NamedFile>(files: readonly F[], taken: Set<F>): FileGroup<F>[] {
  const folders = new Map<string, F[]>();
  for (const file of files) {
    const siblings = folders.get(folderOf(file.name));
    if (siblings) siblings.push(file);
    else folders.set(folderOf(file.name), [file]);
  }
  const groups: FileGroup<F>[] = [];
  for (const siblings of folders.values())
    for (const { mains, companions } of RULES) {
      const main = mains.flatMap((pattern) => siblings.find((file) => pattern.test(baseOf(file.name))) ?? [])[0];
      if (!main) continue;
      const others = siblings.filter(
        (file) => file !== main && companions.some((pattern) => pattern.test(baseOf(file.name))),
      );
      if (others.length === 0) continue;
      for (const file of [main, ...others]) taken.add(file);
      groups.push({ main, companions: others });
    }
  return groups;
}

const SESSION = /(?:^|\/)(ses_[^/]+)\.json$/;
const MESSAGE = /(?:^|\/)(ses_[^/]+)\/(msg_[^/]+)\.json$/;
const PART = /(?:^|\/)(msg_[^/]+)\/prt_[^/]+\.json$/;

/** `session/<project>/ses_*.json`, `message/<session>/msg_*.json`, `part/<message>/prt_*.json`. */
function groupStorage<F extends NamedFile>(files: readonly F[], taken: Set<F>): FileGroup<F>[] {
  const sessions = new Map<string, { main: F; companions: F[] }>();
  const sessionOf = new Map<string, string>();
  for (const file of files) {
    const session = SESSION.exec(file.name)?.[1];
    if (session !== undefined && !sessions.has(session)) sessions.set(session, { main: file, companions: [] });
    const [, owner, message] = MESSAGE.exec(file.name) ?? [];
    if (owner !== undefined && message !== undefined) sessionOf.set(message, owner);
  }
  for (const file of files) {
    const owner = MESSAGE.exec(file.name)?.[1] ?? sessionOf.get(PART.exec(file.name)?.[1] ?? "");
    const group = owner === undefined ? undefined : sessions.get(owner);
    if (!group) continue;
    group.companions.push(file);
    taken.add(group.main).add(file);
  }
  return [...sessions.values()].filter((group) => group.companions.length > 0);
}

/** SQLite derives its log's name from the database's. The log's index (`-shm`) is useless on another machine. */
function groupLogs<F extends NamedFile>(files: readonly F[], taken: Set<F>): FileGroup<F>[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  return files.flatMap((main) => {
    const companions = ["-wal", "-shm"].flatMap((end) => byName.get(main.name + end) ?? []);
    if (companions.length === 0) return [];
    for (const file of [main, ...companions]) taken.add(file);
    return [{ main, companions }];
  });
}

/** Droid's `<id>.jsonl` with `<id>.settings.json`. */
function groupSettings<F extends NamedFile>(files: readonly F[], taken: Set<F>): FileGroup<F>[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  return files.flatMap((main) => {
    const settings = byName.get(main.name.replace(/\.jsonl$/, ".settings.json"));
    if (!settings || settings === main) return [];
    taken.add(main).add(settings);
    return [{ main, companions: [settings] }];
  });
}

/** Kimi Code's `agents/main/wire.jsonl` with `agents/<other>/wire.jsonl`. */
function groupAgents<F extends NamedFile>(files: readonly F[], taken: Set<F>): FileGroup<F>[] {
  const sessions = new Map<string, { main: F | null; companions: F[] }>();
  for (const file of files) {
    const [, session, agent] = KIMI_AGENT.exec(file.name) ?? [];
    if (session === undefined) continue;
    const group = sessions.get(session) ?? { main: null, companions: [] };
    sessions.set(session, group);
    if (agent === "main") group.main = file;
    else group.companions.push(file);
  }
  return [...sessions.values()].flatMap(({ main, companions }) => {
    if (main === null || companions.length === 0) return [];
    for (const file of [main, ...companions]) taken.add(file);
    return [{ main, companions }];
  });
}

const KIMI_AGENT = /^((?:.*\/)?agents)\/([^/]+)\/wire\.jsonl$/s;

/**
 * Gemini CLI's `session-<time>-<start of the id>.jsonl` with `<id>/<agent>.jsonl`. A resumed session leaves further
 * files with the same start of the id, but continues in the first.
 */
function groupChats<F extends NamedFile>(files: readonly F[], taken: Set<F>): FileGroup<F>[] {
  const groups = new Map<string, { main: F | null; companions: F[] }>();
  for (const file of files) {
    const owner = chatOfAgent(file.name);
    if (owner === null) continue;
    const group = groups.get(owner) ?? { main: null, companions: [] };
    groups.set(owner, group);
    group.companions.push(file);
  }
  for (const file of groups.size > 0 ? files : []) {
    const group = groups.get(chatOf(file.name) ?? "");
    if (group && (group.main === null || file.name < group.main.name)) group.main = file;
  }
  return [...groups.values()].flatMap(({ main, companions }) => {
    if (main === null) return [];
    for (const file of [main, ...companions]) taken.add(file);
    return [{ main, companions }];
  });
}

/**
 * What the file names of a Gemini CLI session and of its sub-agents have in common: the folder, and 8 digits of the id.
 */
export function chatOf(name: string): string | null {
  const [, folder, start] = /^((?:.*\/)?)session-[^/]*-([0-9a-f]{8})\.jsonl$/s.exec(name) ?? [];
  return start === undefined ? null : `${folder}${start}`;
}

export function chatOfAgent(name: string): string | null {
  const [, folder, start] = /^((?:.*\/)?)([0-9a-f]{8})-[0-9a-f-]{27}\/[^/]+\.jsonl$/s.exec(name) ?? [];
  return start === undefined ? null : `${folder}${start}`;
}

const baseOf = (name: string): string => name.split("/").at(-1) ?? name;
const folderOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf("/")));
