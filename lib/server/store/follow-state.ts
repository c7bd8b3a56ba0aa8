import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { DEFAULT_PROJECT } from "../../api/caller";
import { syncDirectory } from "../objects/local-objects";
import { log } from "../process/log";
import { processState } from "../process/process-state";
import { dataDir } from "../process/settings";

/**
 * Maximum number of revisions listed for a followed file. Older revisions are listed only while their files still have
 * to be removed.
 */
export const MAX_REVISIONS = 10;
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * One followed session. Its ids derive from `identity`, not from the content, so all revisions of a file
 * share them. The identity is the hash of the revision already in the library, otherwise the hash of root
 * and path.
 */
const followedFile = z.object({
  /** The Winnow project of its sessions. */
  project: z.string().default(DEFAULT_PROJECT),
  root: z.string(),
  path: z.string(),
  identity: sha256,
  /** Hashes of older revisions with remaining files, then the newest revision's, so a crash loses none. */
  shas: z.array(sha256).max(MAX_REVISIONS),
  /** Hash of the session's files' sizes and times at the last import; null if they must be checked again. */
  signature: z.string().nullable(),
});
export type FollowedFile = z.infer<typeof followedFile>;

const stateFile = z.object({
  version: z.literal(1),
  roots: z.array(z.object({ id: z.string(), since: z.iso.datetime() })),
  files: z.array(followedFile),
});

/** The followed roots, when each was added, and their imported files. Stored as `follow.json` in the data directory. */
export class FollowState {
  readonly #roots = new Map<string, string>();
  readonly #files = new Map<string, FollowedFile>();

  constructor(readonly file: string) {
    const stored = readStored(file);
    for (const { id, since } of stored?.roots ?? []) this.#roots.set(id, since);
    for (const entry of stored?.files ?? []) this.#files.set(keyOf(entry.root, entry.path), entry);
  }

  /** The ISO time of the earliest write that counts, by root. */
  get roots(): ReadonlyMap<string, string> {
    return this.#roots;
  }
  fileAt(root: string, path: string): FollowedFile | undefined {
    return this.#files.get(keyOf(root, path));
  }
  /** Another followed file of the project with this content, since a project has one row per content. */
  holderOf(sha: string, except: FollowedFile): FollowedFile | undefined {
    const key = keyOf(except.root, except.path);
    const isHolder = ([other, { project, shas }]: [string, FollowedFile]) =>
      other !== key && project === except.project && shas.includes(sha);
    return [...this.#files].find(isHolder)?.[1];
  }

  /** If a followed file of the project once had this content, the hash of its newest revision. */
  newerThan(sha: string, project: string): string | undefined {
    const isIt = ({ project: its, shas }: FollowedFile) => its === project && shas.slice(0, -1).includes(sha);
    return [...this.#files.values()].find(isIt)?.shas.at(-1);
  }

  /** The identity of the project's followed session with this content. */
  identityOf(sha: string, project: string): string | undefined {
    const isIt = (entry: FollowedFile) => entry.project === project && entry.shas.includes(sha);
    return [...this.#files.values()].find(isIt)?.identity;
  }

  follow(root: string, since: string): void {
    this.#roots.set(root, since);
    this.#write();
  }
  unfollow(root: string): void {
    this.#roots.delete(root);
    this.#write();
  }
  put(entry: FollowedFile): void {
    this.#files.set(keyOf(entry.root, entry.path), entry);
    this.#write();
  }
  forget(entry: FollowedFile): void {
    this.#files.delete(keyOf(entry.root, entry.path));
    this.#write();
  }
  filesOf(root: string): FollowedFile[] {
    return [...this.#files.values()].filter((entry) => entry.root === root);
  }

  /** Replaces the file atomically: writes a temporary file and renames it. */
  #write(): void {
    const roots = [...this.#roots].map(([id, since]) => ({ id, since }));
    const temporary = `${this.file}.${randomUUID()}`;
    fs.mkdirSync(path.dirname(this.file), { recursive: true });
    fs.writeFileSync(temporary, JSON.stringify({ version: 1, roots, files: [...this.#files.values()] }), {
      flush: true,
    });
    fs.renameSync(temporary, this.file);
    syncDirectory(path.dirname(this.file));
  }
}

const keyOf = (root: string, file: string): string => `${root}\n${file}`;

function readStored(file: string): z.infer<typeof stateFile> | null {
  if (!fs.existsSync(file)) return null;
  try {
    return stateFile.parse(JSON.parse(fs.readFileSync(file, "utf8")));
  } catch {
    log().warn("follow.json cannot be read; nothing is followed until it is switched on again");
    return null;
  }
}

export function followState(): FollowState {
  const file = path.join(dataDir(), "follow.json");
  const states = processState("follow-states", () => new Map<string, FollowState>());
  const state = states.get(file) ?? new FollowState(file);
  states.set(file, state);
  return state;
}
