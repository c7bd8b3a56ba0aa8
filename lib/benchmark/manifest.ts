import * as z from "zod";
import data from "./manifest.json";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const bytes = z.int().min(1).max(100_000_000);

/** A file of a public repository. Only its address is here, none of its content. */
const publicFile = z.strictObject({ path: z.string().min(1), sha256, bytes });
const publicSession = z.strictObject({
  repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  files: z.array(publicFile).min(1),
});

const manifest = z.strictObject({
  version: z.iso.date(),
  /** Licences of the repositories that publish the sessions. */
  licences: z.record(z.string(), z.string()),
  /** In random order, with repositories taking turns, so that the first sessions are always a sample. */
  public: z.array(publicSession),
  /** Listed only by digest, so that nobody can tune on them. */
  heldOut: z.array(z.array(z.strictObject({ sha256, bytes })).min(1)),
});

/** A frozen list. Any change makes a new version, whose results get a separate table. */
export const MANIFEST = manifest.parse(data);

/** `own`: the runner's own sessions, which are not in any list. */
export type Part = "public" | "held-out" | "own";

/** A file to be found by its digest. `path` and `source` are null in the held-out part. */
export type ListedFile = {
  readonly path: string | null;
  readonly sha256: string;
  readonly bytes: number;
  /** Where the repository's host serves the raw file: `owner/name/commit/path`. */
  readonly source: string | null;
};

/** A session of the list; its id is the digest of its first file. */
export type ListedSession = {
  readonly id: string;
  readonly repository: string | null;
  readonly files: readonly ListedFile[];
};

/** The first sessions of a part of the list. */
export function listSessions(part: Exclude<Part, "own">, count: number): ListedSession[] {
  return (part === "public" ? publicSessions() : heldOutSessions()).slice(0, count);
}

const publicSessions = (): ListedSession[] =>
  MANIFEST.public.map(({ repository, commit, files }) => ({
    id: files[0]?.sha256 ?? "",
    repository,
    files: files.map((file) => ({
      ...file,
      source: [repository, commit, ...file.path.split("/").map(encodeURIComponent)].join("/"),
    })),
  }));

const heldOutSessions = (): ListedSession[] =>
  MANIFEST.heldOut.map((files) => ({
    id: files[0]?.sha256 ?? "",
    repository: null,
    files: files.map((file) => ({ ...file, path: null, source: null })),
  }));
