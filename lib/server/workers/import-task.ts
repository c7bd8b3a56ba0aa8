import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { DEFAULT_PROJECT } from "@/lib/api/caller";
import type { FormatNotes } from "@/lib/api/schemas/session";
import { notesOf } from "@/lib/importers/format-notes";
import { type ImportFailure, importTranscript, type TranscriptFile } from "@/lib/importers/import-transcript";
import { shapeOfFile } from "@/lib/importers/shape/file-shape";
import type { TextShelf } from "@/lib/importers/text-shelf";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import type { ImportIssue, KeptRow, RowAccount, Session } from "@/lib/transcript/session";
import { type StoredStatement, statementFor, withStatedModel } from "@/lib/transcript/state-model";
import { rememberingLoader } from "../process/vocabulary";
import type { DerivedSession } from "./derived-session";
import { writeDerived } from "./write-derived";

export type ReportProgress = (progress: Record<string, unknown>) => void;

/** `files[0]` is the transcript, the others are its companions. `outDir` exists and is empty. */
export type ImportInput = {
  readonly files: readonly {
    readonly name: string;
    readonly sha256: string;
    readonly bytes: number;
    readonly path: string;
  }[];
  readonly outDir: string;
  /**
   * 64 hex digits as the base of the session ids instead of the transcript's hash, so a followed file keeps its ids.
   */
  readonly identity?: string;
  /** The target project. Outside the default one, session ids differ from project to project. */
  readonly project?: string;
  /** Maps the importer's id of a session to the id that an older importer gave it. */
  readonly keptIds?: Readonly<Record<string, string>>;
  /** The models that the reader named for logs that name none. */
  readonly statements?: readonly StoredStatement[];
};

export type ImportOutput =
  | {
      readonly ok: false;
      readonly code: string;
      readonly message: string;
      readonly at?: string;
      readonly shape?: string | null;
    }
  | {
      readonly ok: true;
      readonly format: string;
      readonly detectedBy: string;
      readonly sessions: readonly DerivedSession[];
      readonly rows: RowAccount;
      readonly issues: readonly ImportIssue[];
      /** Rows stored without being interpreted, by kind, most frequent first. */
      readonly keptKinds: readonly KeptKind[];
      readonly notes: FormatNotes;
      /** The shape of a file whose format was not verified against real files; otherwise null. */
      readonly shape: string | null;
      /** `ImportRun.conversation` as known in the project. */
      readonly conversation: string | null;
    };

/** Parses, analyses and writes the derived file of every session of one transcript, as `outDir/<session id>`. */
export async function importTask(input: ImportInput, report: ReportProgress): Promise<ImportOutput> {
  const bytesTotal = input.files.reduce((sum, file) => sum + file.bytes, 0);
  const onProgress = throttle(({ bytesRead, rowsRead }: { bytesRead: number; rowsRead: number }) =>
    report({ stage: "reading", bytes_read: bytesRead, rows_read: rowsRead, bytes_total: bytesTotal }),
  );
  const derived: DerivedSession[] = [];
  const kinds = new KeptKinds();
  const keep = (session: Session) => {
    kinds.add(session.keptRows);
    const stage = (name: string) => report({ stage: name, session: derived.length, bytes_total: bytesTotal });
    stage("analysing");
    const analysis = analyzeSession(
      stateModel(withKeptId(ofProject(withRealHash(session, input), input), input), input),
      rememberingLoader,
    );
    stage("writing");
    derived.push(writeDerived(analysis, input.outDir));
  };
  const opened = input.files.map(openFile);
  const shelf = new ShelfFile(path.join(input.outDir, "texts"));
  try {
    const files = opened.map(({ file }) => file).map(withIdentity(input));
    const imported = await importTranscript(files, { onProgress, onSession: keep, shelf });
    if (!imported.ok) return { ...imported.error, ok: false, shape: await shapeOfUnknown(imported.error, files) };
    const { format, detectedBy, sessions, rows, issues } = imported.value;
    const conversation = imported.value.conversation ? idInProject(imported.value.conversation, input) : null;
    sessions.forEach(keep);
    const notes = notesOf(format);
    const shape = notes.unchecked === null ? null : await shapeOfFile(files);
    const read = { format, detectedBy, rows, issues, notes, shape, conversation };
    return { ok: true, ...read, sessions: derived, keptKinds: kinds.list() };
  } finally {
    for (const { close } of opened) close();
    shelf.close();
  }
}

/** The shape of a file that no importer recognises; null for other failures. */
const shapeOfUnknown = ({ code }: ImportFailure, files: readonly TranscriptFile[]) =>
  code === "not-a-transcript" ? shapeOfFile(files) : null;

type OpenFile = { readonly file: TranscriptFile; close(): void };

/** Opens a file. Streams open it themselves; only reading by offset keeps it open until `close`. */
function openFile({ name, sha256, bytes, path: location }: ImportInput["files"][number]): OpenFile {
  let descriptor: number | null = null;
  const readAt = (offset: number, length: number) => {
    descriptor ??= fs.openSync(location, "r");
    const buffer = Buffer.allocUnsafeSlow(length);
    return buffer.subarray(0, fs.readSync(descriptor, buffer, 0, length, offset));
  };
  const open = () => fs.createReadStream(location, { highWaterMark: 1 << 18 });
  const close = () => descriptor !== null && fs.closeSync(descriptor);
  return { file: { name, sha256, bytes, open, readAt }, close };
}

const withIdentity =
  ({ identity }: ImportInput) =>
  (file: TranscriptFile, index: number): TranscriptFile =>
    index === 0 && identity !== undefined ? { ...file, sha256: identity } : file;

/** Sets the content's real hash in the session's files, even if its ids derive from another identity. */
function withRealHash(session: Session, { files: [main], identity }: ImportInput): Session {
  if (identity === undefined || !main) return session;
  const files = session.files.map((file) => (file.sha256 === identity ? { ...file, sha256: main.sha256 } : file));
  return { ...session, files };
}

/**
 * The same file is a separate session in each project, so no project reveals that another has it. In the default
 * project, ids are the log's own or its hash, as in libraries older than projects.
 */
function ofProject(session: Session, input: ImportInput): Session {
  const id = idInProject(session.id, input);
  return id === session.id ? session : { ...session, id };
}

const idInProject = (id: string, { project = DEFAULT_PROJECT }: ImportInput): string =>
  project === DEFAULT_PROJECT ? id : createHash("sha256").update(`${project}\n${id}`).digest("hex").slice(0, ID_DIGITS);

const ID_DIGITS = 24;

function withKeptId(session: Session, { keptIds = {} }: ImportInput): Session {
  const id = Object.hasOwn(keptIds, session.id) ? keptIds[session.id] : undefined;
  return id === undefined ? session : { ...session, id };
}

const stateModel = (session: Session, { statements = [] }: ImportInput): Session =>
  withStatedModel(session, statementFor(session, statements));

/** Limits reports to five per second. */
function throttle<A>(report: (argument: A) => void): (argument: A) => void {
  let last = 0;
  return (argument) => {
    const now = performance.now();
    if (now - last < 200) return;
    last = now;
    report(argument);
  };
}

/** The number of rows of one kind that were stored without being interpreted. */
type KeptKind = { readonly kind: string; readonly count: number };

/** Maximum number of kinds, because a kind may be text of the file; the rest are counted together. */
const MAX_KINDS = 30;
const OTHERS = "other kinds";

/** Counts the uninterpreted rows of a file's sessions, several of which may share one list. */
export class KeptKinds {
  private readonly counts = new Map<string, number>();
  private readonly seen = new WeakSet<readonly KeptRow[]>();

  add(rows: readonly KeptRow[]): void {
    if (this.seen.has(rows)) return;
    this.seen.add(rows);
    for (const { kind } of rows) {
      const name = this.counts.has(kind) || this.counts.size < MAX_KINDS ? kind : OTHERS;
      this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    }
  }

  list(): KeptKind[] {
    return [...this.counts].map(([kind, count]) => ({ kind, count })).sort((one, other) => other.count - one.count);
  }
}

/**
 * Texts of this length or more, in UTF-16 units, move to the file. A shorter one takes no more memory than its
 * position.
 */
const LONG = 512;

/** The first long texts stay in memory, because the analysis reads each text about ten times. */
const MAX_IN_MEMORY = 32 << 20;

/**
 * The first byte, the length in bytes, and the encoding: one byte per unit if all are below 256, otherwise two. Both
 * keep every string exactly, and are read without looking at each character.
 */
type Place = readonly [start: number, bytes: number, encoding: "latin1" | "utf16le"];

const BEYOND_ONE_BYTE = /[\u0100-\uffff]/;

/**
 * Keeps long texts in an unnamed file, which the system removes no matter how the thread ends. Synchronous, for worker
 * threads. The caller must `close` it.
 */
export class ShelfFile implements TextShelf {
  readonly #descriptor: number;
  readonly #places = new WeakMap<object, Map<string, Place>>();
  /** Getters by key, because objects with the same keys share a hidden class only if they share these functions. */
  readonly #getters = new Map<string, () => string>();
  #end = 0;
  #inMemory = 0;
  /** The text read last, because a text is usually read twice in succession. */
  #last: { readonly place: Place; readonly text: string } | null = null;

  /** `file` must not exist. `maxInMemory`: texts of this length in total, in UTF-16 units, do not move. */
  constructor(
    file: string,
    private readonly maxInMemory = MAX_IN_MEMORY,
  ) {
    this.#descriptor = fs.openSync(file, "wx+", 0o600);
    fs.unlinkSync(file);
  }

  rest(part: object): void {
    for (const [key, value] of Object.entries(part)) {
      if (typeof value === "object" && value !== null) this.rest(value);
      else if (typeof value === "string" && value.length >= LONG) this.#put(part, key, value);
    }
  }

  close(): void {
    fs.closeSync(this.#descriptor);
  }

  #put(owner: object, key: string, text: string): void {
    if (this.#inMemory + text.length <= this.maxInMemory) {
      this.#inMemory += text.length;
      return;
    }
    const places = this.#places.get(owner) ?? new Map<string, Place>();
    this.#places.set(owner, places.set(key, this.#write(text)));
    Object.defineProperty(owner, key, { enumerable: true, configurable: true, get: this.#getter(key) });
  }

  #getter(key: string): () => string {
    const known = this.#getters.get(key);
    if (known) return known;
    const placeOf = (owner: object) => this.#places.get(owner)?.get(key) as Place;
    const read = (place: Place) => this.#read(place);
    function get(this: object): string {
      return read(placeOf(this));
    }
    this.#getters.set(key, get);
    return get;
  }

  #write(text: string): Place {
    const encoding = BEYOND_ONE_BYTE.test(text) ? "utf16le" : "latin1";
    const bytes = Buffer.from(text, encoding);
    const place = [this.#end, bytes.length, encoding] as const;
    for (let done = 0; done < bytes.length; )
      done += fs.writeSync(this.#descriptor, bytes, done, bytes.length - done, this.#end + done);
    this.#end += bytes.length;
    return place;
  }

  #read(place: Place): string {
    if (this.#last?.place === place) return this.#last.text;
    const [start, length, encoding] = place;
    const bytes = Buffer.allocUnsafe(length);
    if (fs.readSync(this.#descriptor, bytes, 0, length, start) < length) throw new Error("a text on the shelf is cut");
    const text = bytes.toString(encoding);
    this.#last = { place, text };
    return text;
  }
}
