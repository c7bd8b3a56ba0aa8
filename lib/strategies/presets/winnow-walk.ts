import type { Edit } from "../../conversation/edit";
import { savedBy } from "../../conversation/edit";
import type { Part } from "../../conversation/part";
import { ShownNames } from "../facts/shown-names";
import { multipliersOf } from "../grammar/cache-effect";
import { keepLoops } from "../grammar/guards";
import { NOTHING, type Outcome, type Procedure } from "../grammar/procedure";
import { drop } from "../grammar/transforms";
import type { View } from "../grammar/view";
import { type CandidateRule, candidatesOf } from "./winnow-candidates";
import { Copies, type Copy } from "./winnow-copies";
import {
  type Candidate,
  expectedRequests,
  paying,
  prefixSums,
  RANK,
  type RewriteRule,
  requestEnds,
} from "./winnow-plan";
import { HEAD_TOKENS, putAsidePart } from "./winnow-put-aside";

export type WalkRule = CandidateRule &
  RewriteRule & {
    /** Token size at which a prompt is cut. */
    readonly trigger: number;
    /** Minimum share of a prompt that stays. */
    readonly leave: number;
  };

const STEP = "put-aside";
/** After a cut, the unedited prompt must grow by this factor before the next cut. */
const LEVEL = 1.1;
/** Minimum share of the prompt that a cut must save; smaller cuts wait. */
const LEAST_GAIN = 0.1;
/** Share of the window that always stays, because a small prompt needs no cut. */
const WINDOW_SHARE = 0.05;
/** Excerpts are counted only once written, so a cut proceeds in steps small enough not to overshoot. */
const PARTS_OF_A_CUT = 4;
/** A cut continues while it still has to remove more than this share of the prompt. */
const NEAR_ENOUGH = 0.02;

/**
 * Puts content aside in the order in which the history grew. Each decision and excerpt uses only what came before it. A
 * longer history then gets the same edits at its start, and the prefix stays cached.
 */
export const putAside =
  (rule: WalkRule): Procedure =>
  (view) => {
    if (!view.environment.store)
      return {
        ...NOTHING,
        status: "unavailable",
        warnings: [{ code: "store-missing", message: `step ${STEP} puts content aside and no store was given` }],
      };
    const walk = new Walk(view, rule);
    return outcomeOf(keepLoops(walk.edits(), view, STEP).edits, view);
  };

function outcomeOf(edits: readonly Edit[], view: View): Outcome {
  const before = view.tokens();
  const report = { id: STEP, before, after: before - savedBy(edits), edits: edits.length };
  return { status: edits.length > 0 ? "applied" : "noop", edits, steps: [report], trigger: null, warnings: [] };
}

/** A request: `end` entries and `requests` requests came before its answer. */
type Moment = { readonly end: number; readonly requests: number };

/** True if a candidate is removed as soon as that pays. Old reasoning and the client's texts wait for a cut. */
const goesForMoney = ({ rank }: Candidate): boolean => rank < RANK.client || rank === RANK.written;

class Walk {
  readonly #edits: Edit[] = [];
  readonly #shown: ShownNames;
  readonly #sums: readonly number[];
  readonly #waiting: Candidate[];
  readonly #pool = new Map<Part, Candidate>();
  readonly #gone = new Set<Part>();
  readonly #copies: Copies;
  /** Copies decided at the end, because the cache state is known. */
  readonly #later: Copy[] = [];
  #next = 0;
  /** Tokens saved, and how many of them by copies. */
  #saved = 0;
  #copied = 0;
  #level: number;

  constructor(
    readonly view: View,
    readonly rule: WalkRule,
  ) {
    this.#shown = new ShownNames(view);
    this.#sums = prefixSums(view);
    this.#waiting = [...candidatesOf(view, rule)].sort((a, b) => a.knownAt - b.knownAt);
    this.#copies = new Copies(view);
    this.#level = Math.min(rule.trigger === 0 ? Number.POSITIVE_INFINITY : rule.trigger, this.#room);
  }

  edits(): readonly Edit[] {
    const { cache } = this.view.environment;
    const moments = requestEnds(this.view).map((end, requests) => ({ end, requests }));
    for (const moment of moments) {
      this.#learn(moment);
      const copies = this.#copies.readTo(moment.end, moment.requests, this.#gone);
      if (cache) this.#later.push(...copies);
      else {
        this.#applyCopies(copies, moment.end);
        this.#putAsideWhatPays(moment);
      }
      this.#cut(moment);
    }
    if (cache) this.#decideNow(cache.prefixTokens, moments.length - 1);
    return this.#edits;
  }

  get #room(): number {
    const { window, reserve } = this.view.environment.budget;
    return window === null ? Number.POSITIVE_INFINITY : Math.max(1, window - reserve);
  }

  /** Tokens of the prompt up to this entry, without copies. */
  #tokensAt = (end: number): number => (this.#sums[end] as number) - this.#copied;

  /** Tokens that may be removed from the messages before this entry. */
  #allowance(end: number): number {
    const { fixedTokens } = this.view.environment;
    const tokens = this.#tokensAt(end);
    const share = Number.isFinite(this.#room) ? WINDOW_SHARE * this.#room : 0;
    const floor = Math.max(fixedTokens + this.rule.leave * (tokens - fixedTokens), share);
    return Math.max(0, tokens - floor - (this.#saved - this.#copied));
  }

  #learn({ end }: Moment): void {
    for (let next = this.#waiting[this.#next]; next && next.knownAt < end; next = this.#waiting[this.#next]) {
      const known = this.#pool.get(next.part);
      if (!this.#gone.has(next.part))
        this.#pool.set(next.part, known ? { ...next, rank: Math.min(known.rank, next.rank) } : next);
      this.#next += 1;
    }
  }

  /** Copies may always be removed, because nothing is lost. When they arrive, nothing after them is cached yet. */
  #applyCopies(copies: readonly Candidate[], end: number): void {
    const before = this.#saved;
    this.#apply(copies, end);
    this.#copied += this.#saved - before;
  }

  #putAsideWhatPays({ end, requests }: Moment): void {
    if (requests === 0 || requests % this.rule.batch !== 0) return;
    const horizon = this.rule.horizon ?? expectedRequests(requests);
    const pool = this.#ready(requests).filter(goesForMoney);
    const chosen = paying(this.view, pool, this.#sums[end] as number, horizon, this.#sums);
    this.#apply(this.#within(chosen, this.#allowance(end)), end);
  }

  /**
   * Once the prompt reaches the trigger, it is cut to its share; the next cut waits until it has grown by as much
   * again.
   */
  #cut({ end, requests }: Moment): void {
    const tokens = this.#tokensAt(end);
    if (tokens < this.#level) return;
    const needed = this.#allowance(end);
    const ready = this.#ready(requests).sort((a, b) => a.rank - b.rank || a.at - b.at);
    const possible = ready.reduce((sum, candidate) => sum + this.#gain(candidate), 0);
    const gain = Math.min(needed, possible);
    if (gain < LEAST_GAIN * tokens || !this.#pays(gain, end, requests)) return;
    for (let part = 0, left = ready; part < PARTS_OF_A_CUT && left.length > 0; part += 1) {
      const open = this.#allowance(end);
      if (open < NEAR_ENOUGH * tokens) break;
      const chosen = this.#within(left, open);
      this.#apply(
        chosen.map((candidate) => ({
          ...candidate,
          reason: `${candidate.reason}: the prompt reached ${this.#level} tokens`,
        })),
        end,
      );
      left = left.filter(({ part }) => !this.#gone.has(part));
      if (chosen.length === 0) break;
    }
    this.#level = Math.ceil(tokens * LEVEL);
  }

  #pays(saved: number, end: number, requests: number): boolean {
    const { read, write } = multipliersOf(this.view.environment);
    const tokens = this.#tokensAt(end) - (this.#saved - this.#copied);
    const rewritten = Math.max(0, tokens - this.view.environment.fixedTokens - saved);
    const horizon = this.rule.horizon ?? requests;
    return horizon * read * saved > Math.max(0, write - read) * rewritten;
  }

  /**
   * With a known cache state: content after the cached part is free to change; content before it is removed if that
   * pays.
   */
  #decideNow(prefixTokens: number, requests: number): void {
    const end = this.view.entries().length;
    const horizon = this.rule.horizon ?? expectedRequests(requests);
    const copies = this.#later.filter(({ part, of }) => !this.#gone.has(part) && !this.#gone.has(of));
    for (const { part } of copies) this.#pool.delete(part);
    const pool = [...this.#ready(requests).filter(goesForMoney), ...copies];
    const isFree = ({ at }: Candidate) => (this.#sums[at] as number) >= prefixTokens;
    const why = prefixTokens === 0 ? "the cache is cold" : "behind the cached prefix";
    const free = pool.filter(isFree).map((candidate) => ({ ...candidate, reason: `${candidate.reason}: ${why}` }));
    const cached = Math.min(prefixTokens, this.#sums[end] as number);
    const inside = paying(
      this.view,
      pool.filter((candidate) => !isFree(candidate)),
      cached,
      horizon,
      this.#sums,
    );
    const all = [...inside, ...free];
    this.#applyCopies(
      all.filter(({ isCopy }) => isCopy),
      end,
    );
    this.#apply(
      this.#within(
        all.filter(({ isCopy }) => !isCopy),
        this.#allowance(end),
      ),
      end,
    );
  }

  /** Known candidates not repeated by one of the newest requests. */
  #ready = (request: number): Candidate[] =>
    [...this.#pool.values()].filter(({ part }) => {
      const copiedIn = this.#copies.copiedIn(part);
      return copiedIn === null || copiedIn + this.rule.keepNewest <= request;
    });

  #gain = ({ part, tokensLeft }: Candidate): number => Math.max(0, this.view.environment.tokensOf(part) - tokensLeft);

  /**
   * As many candidates, in order, as can be put aside without removing more than `most` tokens, even if only
   * their references remain.
   */
  #within(candidates: readonly Candidate[], most: number): Candidate[] {
    let left = most;
    return candidates.filter(({ part }) => {
      const tokens = this.view.environment.tokensOf(part) - (part.type === "reasoning" ? 0 : HEAD_TOKENS);
      if (tokens > left) return false;
      left -= tokens;
      return true;
    });
  }

  /**
   * Before the first excerpt of a round is chosen, no part of the round counts as shown. A name in two of them then
   * ends up in exactly one excerpt.
   */
  #apply(round: readonly Candidate[], end: number): void {
    if (round.length === 0) return;
    const { view, rule } = this;
    this.#shown.readTo(end);
    for (const { part } of round) this.#shown.remove(part);
    for (const { part, reason, isCopy } of round) {
      const edits =
        part.type === "reasoning"
          ? drop.apply({ parts: [part.id], reason }, view, STEP)
          : [
              putAsidePart(part, this.#shown, rule.excerpt, { view, stepId: STEP, reason, isCopy: isCopy ?? false }) ??
                [],
            ].flat();
      this.#pool.delete(part);
      if (edits.length === 0) this.#shown.putBack(part);
      else this.#gone.add(part);
      this.#edits.push(...edits);
      this.#saved += savedBy(edits);
    }
  }
}
