import { createHash } from "node:crypto";
import { Problem } from "@/lib/api/problem";
import { describeFile, type FoundFile } from "../discovery/discovery-files";
import { CompanionFinder, listRoot, type RootListing } from "../discovery/discovery-listing";
import { discoveryRoots } from "../discovery/discovery-roots";
import { describeFailure } from "../http/problem";
import { importRevision, type RevisionOutcome } from "../ingest/follow-import";
import { firstFollowed, wasDeleted } from "../ingest/follow-plan";
import { type StagedTail, TailReader } from "../ingest/follow-tail";
import { dropStaged } from "../objects/blobs";
import { log } from "../process/log";
import type { FollowState } from "../store/follow-state";
import { busyTimer } from "./busy-time";

/** Times in milliseconds, and shares. */
export const FOLLOW = {
  /** Between two polls of the followed folders. Longer if a poll would take more than a twentieth of the time. */
  poll: 2_000,
  lookShare: 20,
  longestPoll: 10_000,
  /** Between polls, recently written files are checked this often, newest first, without reading folders. */
  glance: 300,
  glanced: 50,
  /**
   * After an import, the file waits for this multiple of the import's working time, so it uses at most a
   * quarter of a thread.
   */
  restShare: 3,
  longestRest: 30_000,
  /** A session written to within this time is live. */
  live: 120_000,
  /** A file read in pieces is read completely after this long without a write. */
  settled: 60_000,
  /** A file's time can be this much earlier than the clock, because systems stamp files with the last clock tick. */
  clockTick: 20,
} as const;

const SHOWN_FAILURES = 20;

export type FollowFailure = { readonly path: string; readonly code: string; readonly message: string };

/** The follower's memory of a file between two polls. */
type Memory = {
  /** Hash of sizes and times at the last attempt, successful or not. */
  readonly signature: string;
  readonly notBefore: number;
  readonly failure: FollowFailure | null;
  /** Another file currently has the same content. */
  readonly isDuplicate: boolean;
};

/** The current state of one session in its folder. */
type Candidate = {
  readonly listing: RootListing;
  readonly main: FoundFile;
  readonly signature: string;
  readonly lastWrite: number;
};

/** Follows chosen roots: polls their files and imports new content as a revision of its session. */
export class Follower {
  readonly #tails = new TailReader();
  readonly #memories = new Map<string, Map<string, Memory>>();
  /** Files of which only appended pieces were read so far, so they still have to be read completely once. */
  readonly #unproved = new Set<string>();
  readonly #live = new Map<string, number>();
  /** Recently written sessions, by root. */
  readonly #lately = new Map<string, readonly Candidate[]>();
  #changes = 0;

  constructor(
    readonly state: FollowState,
    readonly now: () => number = Date.now,
  ) {}

  /** Number of revisions so far. A page reloads the library when it changes. */
  get changes(): number {
    return this.#changes;
  }
  /** True if a session was written to recently, so a quick check is worthwhile. */
  get isLive(): boolean {
    return [...this.#lately.values()].some((candidates) => candidates.length > 0);
  }
  liveIn = (root: string): number => this.#live.get(root) ?? 0;
  failuresIn = (root: string): FollowFailure[] =>
    [...(this.#memories.get(root)?.values() ?? [])].flatMap(({ failure }) => failure ?? []).slice(0, SHOWN_FAILURES);

  /** Polls every followed root once. A failing file does not stop the others. */
  async look(signal: AbortSignal): Promise<void> {
    const roots = discoveryRoots();
    for (const [id, since] of [...this.state.roots]) {
      const root = roots.find((candidate) => candidate.id === id);
      const listing = root ? await listRoot(root) : null;
      if (listing) await this.#lookAt(listing, Date.parse(since), signal);
      else this.#noneLive(id);
    }
    for (const id of this.#live.keys()) if (!this.state.roots.has(id)) this.#noneLive(id);
  }

  #noneLive(root: string): void {
    this.#live.delete(root);
    this.#lately.delete(root);
  }

  /** Checks recently written files, so the page of a growing session need not wait for a poll. */
  async glance(signal: AbortSignal): Promise<void> {
    const lately = [...this.#lately.values()].flat().sort((one, other) => other.lastWrite - one.lastWrite);
    for (const known of lately.slice(0, FOLLOW.glanced)) {
      const candidate = await describeAgain(known);
      const since = this.state.roots.get(known.listing.root.id);
      if (signal.aborted) return;
      if (candidate && since !== undefined && this.#isDue(candidate, Date.parse(since)))
        await this.#take(candidate, new CompanionFinder(candidate.listing), signal);
    }
  }

  /** Forgets the files of a root, so that all are checked again after following was turned off and on. */
  forget(root: string): void {
    this.#memories.delete(root);
    this.#noneLive(root);
  }

  async #lookAt(listing: RootListing, since: number, signal: AbortSignal): Promise<void> {
    for (const path of this.#memories.get(listing.root.id)?.keys() ?? [])
      if (!listing.mains.has(path)) this.#memories.get(listing.root.id)?.delete(path);
    const finder = new CompanionFinder(listing);
    const candidates = [...listing.mains.values()].map((main) => describe(listing, main));
    const lately = candidates.filter((one) => this.now() - one.lastWrite < FOLLOW.live);
    this.#live.set(listing.root.id, lately.length);
    this.#lately.set(listing.root.id, lately);
    for (const candidate of candidates) {
      if (signal.aborted || !this.state.roots.has(listing.root.id)) return;
      if (this.#isDue(candidate, since)) await this.#take(candidate, finder, signal);
      else if (this.#isToBeProved(candidate)) await this.#prove(candidate, finder, signal);
    }
  }

  #isDue({ listing, main, signature, lastWrite }: Candidate, since: number): boolean {
    const memory = this.#memoryOf(listing.root.id, main.path);
    if (memory && (memory.signature === signature || this.now() < memory.notBefore)) return false;
    const followed = this.state.fileAt(listing.root.id, main.path);
    return followed ? followed.signature !== signature : lastWrite >= since - FOLLOW.clockTick;
  }

  #isToBeProved({ listing, main, lastWrite }: Candidate): boolean {
    return this.#unproved.has(keyOf(listing, main.path)) && this.now() - lastWrite >= FOLLOW.settled;
  }

  /** Reads the files of a session completely. Equal content changes nothing. */
  async #prove(candidate: Candidate, finder: CompanionFinder, signal: AbortSignal): Promise<void> {
    const { listing, main } = candidate;
    for (const path of [main.path, ...(await finder.of(main.path))]) this.#tails.forget(listing.base, path);
    await this.#take(candidate, finder, signal);
  }

  async #take(candidate: Candidate, finder: CompanionFinder, signal: AbortSignal): Promise<void> {
    const { listing, main, signature } = candidate;
    const busy = busyTimer();
    const outcome = await this.#import(candidate, finder, signal).catch(failureOf);
    const rest = Math.min(FOLLOW.longestRest, FOLLOW.restShare * busy());
    if (outcome === "later") return;
    const failure = outcome.kind === "failed" ? { ...outcome, path: main.path } : null;
    if (outcome.kind === "replaced") this.#countChange();
    const isDuplicate = outcome.kind === "duplicate";
    this.#remember(listing.root.id, main.path, { signature, notBefore: this.now() + rest, failure, isDuplicate });
    if (failure) log().warn({ root: listing.root.id, code: failure.code }, "a followed file could not be imported");
  }

  /** Counts a change and forgets duplicates, because the other file with the same content may have changed. */
  #countChange(): void {
    this.#changes += 1;
    for (const memories of this.#memories.values())
      for (const [path, memory] of memories) if (memory.isDuplicate) memories.delete(path);
  }

  async #import(candidate: Candidate, finder: CompanionFinder, signal: AbortSignal): Promise<RevisionOutcome> {
    const { listing, main, signature } = candidate;
    const { id } = listing.root;
    const followed = this.state.fileAt(id, main.path) ?? firstFollowed(id, main.path);
    if (await wasDeleted(followed)) return { kind: "deleted" };
    const staged = await this.#stage(listing, [main.path, ...(await finder.of(main.path))]);
    return importRevision(staged, { ...followed, signature }, this.state, signal);
  }

  async #stage(listing: RootListing, paths: readonly string[]): Promise<StagedTail[]> {
    const staged: StagedTail[] = [];
    try {
      for (const path of paths) staged.push(await this.#tails.stage(listing.base, path));
    } catch (error) {
      staged.forEach(dropStaged);
      throw error;
    }
    const key = keyOf(listing, paths[0] as string);
    if (staged.some((file) => file.readFrom > 0)) this.#unproved.add(key);
    else this.#unproved.delete(key);
    return staged;
  }

  #memoryOf = (root: string, path: string): Memory | undefined => this.#memories.get(root)?.get(path);

  #remember(root: string, path: string, memory: Memory): void {
    const memories = this.#memories.get(root) ?? new Map<string, Memory>();
    this.#memories.set(root, memories.set(path, memory));
  }
}

const keyOf = (listing: RootListing, path: string): string => `${listing.root.id}\n${path}`;

function describe(listing: RootListing, main: FoundFile): Candidate {
  const files = [main, ...(listing.companions.get(main.path) ?? [])];
  const lastWrite = Math.max(...files.map((file) => file.modifiedMs));
  return { listing, main, lastWrite, signature: signatureOf(files) };
}

/** Current state of the session, with the companions of the last poll; null if its main file is gone. */
async function describeAgain({ listing, main }: Candidate): Promise<Candidate | null> {
  const companions = listing.companions.get(main.path) ?? [];
  const [now, ...others] = await Promise.all(
    [main, ...companions].map((file) => describeFile(listing.base, file.path)),
  );
  if (!now) return null;
  const found = others.flatMap((file) => file ?? []);
  return describe({ ...listing, companions: new Map([[main.path, found]]) }, now);
}

/** A hash of the sizes and times of all files of a session. */
function signatureOf(files: readonly FoundFile[]): string {
  const hash = createHash("sha256");
  for (const { path, bytes, modifiedMs } of files) hash.update(`${path}\n${bytes}\n${modifiedMs}\n`);
  return hash.digest("hex").slice(0, 32);
}

/** Temporary failures (a full queue, a busy database) are retried; a bug is logged and waits for the file to change. */
function failureOf(error: unknown): RevisionOutcome | "later" {
  const { code, message } = describeFailure(error);
  if (error instanceof Problem && error.status < 500 && error.status !== 429 && error.status !== 499)
    return { kind: "failed", code, message };
  if (code === "internal") log().error({ name: (error as Error)?.name }, "following a file failed");
  return code === "internal" ? { kind: "failed", code, message } : "later";
}
