import type { ImportGroup, StagedFile } from "./import-types";

/** A transcript whose session is spread over files that stand in the same folder. `main` names the first one found. */
type SiblingRule = { readonly mains: readonly RegExp[]; readonly companions: readonly RegExp[] };

/** Names: formats.md 6. Content decides later; a file that does not belong is reported and left out. */
const RULES: readonly SiblingRule[] = [
  {
    mains: [/^api_conversation_history\.json$/, /^ui_messages\.json$/],
    companions: [/^ui_messages\.json$/, /^task_metadata\.json$/],
  },
  { mains: [/(?:^|\.)messages\.json$/], companions: [/^session\.json$/] },
];

type Split = { readonly groups: readonly ImportGroup[]; readonly rest: readonly StagedFile[] };

/** Puts files of one session together by their folder: Cline's tasks and sessions, OpenCode's storage tree. */
export function groupSiblings(files: readonly StagedFile[]): Split {
  const taken = new Set<StagedFile>();
  const groups = [...groupByFolder(files, taken), ...groupStorage(files, taken)];
  return { groups, rest: files.filter((file) => !taken.has(file)) };
}

function groupByFolder(files: readonly StagedFile[], taken: Set<StagedFile>): ImportGroup[] {
  const folders = new Map<string, StagedFile[]>();
  for (const file of files) folders.set(folderOf(file.name), [...(folders.get(folderOf(file.name)) ?? []), file]);
  const groups: ImportGroup[] = [];
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

/** `session/<project>/ses_*.json`, `message/<session>/msg_*.json`, `part/<message>/prt_*.json` (formats.md 9). */
function groupStorage(files: readonly StagedFile[], taken: Set<StagedFile>): ImportGroup[] {
  const sessions = new Map<string, { main: StagedFile; companions: StagedFile[] }>();
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

const baseOf = (name: string): string => name.split("/").at(-1) ?? name;
const folderOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf("/")));
