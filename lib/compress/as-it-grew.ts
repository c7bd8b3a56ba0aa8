import { stateEdits } from "../api/compression-state";
import { type Edit, savedBy } from "../conversation/edit";
import type { Conversation, Message } from "../conversation/message";
import { type Bound, type CompressionOptions, compressBound, limitsOf } from "../pipeline/compress-bound";
import type { Compression } from "../strategies/grammar/compression";
import type { Environment } from "../strategies/grammar/environment";
import { NOTHING, type TriggerExplanation } from "../strategies/grammar/procedure";
import type { GrowthMemory } from "./growth-memory";

/** Strategies that would change what was sent at many steps of a growing history, though no product asks for it. */
const STEADY = new Set(["winnow", "manus"]);
/** Edits of what has not been sent yet: they never change the prefix, so they are made at once. */
const ON_ARRIVAL = new Set(["equal-copy"]);
export const isOnArrival = ({ reason }: Edit): boolean => ON_ARRIVAL.has(reason);
/** What pays is looked for first at this request, and then again so many requests after each change: five times in 100. */
const FIRST_LOOK = 5;
const APART = 20;
/** A prompt above its limit is cut so far that so many requests fit behind it, but no further than between these shares. */
const ROOM_FOR = 24;
const MIN_SHARE = 0.25;
const MAX_SHARE = 0.7;
/** A history in which more decisions than these fail is decided about as it is now. */
const MAX_RUNS = 100;

/** `before`: the edits that the request before was sent with; null if unknown. */
export type Grown = {
  readonly compression: Compression;
  readonly before: readonly Edit[] | null;
  /** The request at which something was decided last, counted from 0; null if that is not kept. */
  readonly requests: number | null;
};

export type GrowthOptions = CompressionOptions & {
  /** Where the edits of `carried` come from: the request at which the last of them was made. */
  readonly carriedAt?: number | null;
  /** Where decisions are remembered from call to call, and what they depend on besides the history. */
  readonly remembered?: { readonly memory: GrowthMemory; readonly key: string };
};

/**
 * Compresses a history that is sent again and again, longer each time. What is decided follows from the history alone: the
 * requests in it are gone through in their order, and each is decided about as it was when it was the newest. So whoever sends
 * the same history with more at its end gets the same beginning, and keeps what the provider has cached, without a state.
 */
export function compressGrowing(
  conversation: Conversation,
  bound: Bound,
  environment: Environment,
  options: GrowthOptions,
): Grown {
  if (!isSteady(bound, environment, options)) {
    const compression = compressBound(conversation, bound, environment, options);
    const isKept = bound.mode === "as-messages-arrive" || (options.carried ?? []).length > 0;
    return { compression, before: isKept ? (options.carried ?? []) : null, requests: null };
  }
  return new Growth(conversation, bound, environment, options).result();
}

/** A share of the present prompt, a forced run and a stated cache are about the present prompt alone. */
function isSteady({ id }: Bound, environment: Environment, { target, hysteresis, force }: GrowthOptions): boolean {
  const isOfNow = (target && "fraction" in target) || environment.cache || environment.force || force;
  return STEADY.has(id) && !isOfNow && (!hysteresis || limitsOf(hysteresis, environment).ok);
}

/** `end`: messages of the prompt; `requests`: those before it; `tokens`: of its texts, without edits. */
type Moment = { readonly end: number; readonly requests: number; readonly tokens: number };

type Limit = {
  readonly tokens: number;
  /** To what a prompt at the limit is cut; null: as far as the growth of the history asks. */
  readonly drain: number | null;
  readonly isHard: boolean;
  readonly rule: string;
};

class Growth {
  private readonly limit: Limit | null;
  private readonly moments: readonly Moment[];
  private edits: readonly Edit[];
  private last: number;
  private runs = 0;

  constructor(
    readonly conversation: Conversation,
    readonly bound: Bound,
    readonly environment: Environment,
    readonly options: GrowthOptions,
  ) {
    this.limit = limitOf(bound, environment, options);
    this.moments = momentsOf(conversation, environment);
    this.edits = options.carried ?? [];
    const isCarried = this.edits.length > 0;
    this.last = isCarried ? (options.carriedAt ?? this.moments.length - 2) : FIRST_LOOK - APART;
  }

  result(): Grown {
    const now = this.moments.at(-1) as Moment;
    const isCarried = (this.options.carried ?? []).length > 0;
    const known = isCarried ? 0 : this.recall();
    for (const moment of this.moments.slice(0, -1)) {
      if (isCarried ? moment.requests <= this.last : moment.end <= known) continue;
      if (this.runs > MAX_RUNS) break;
      this.decide(moment);
    }
    const before = this.edits;
    const compression = this.decide(now) ?? this.waiting(now);
    if (!isCarried && this.runs <= MAX_RUNS) this.remember();
    return { compression, before, requests: this.edits.length > 0 ? this.last : null };
  }

  /** Goes on from what was decided about the longest known beginning; its length in messages, 0 if none is known. */
  private recall(): number {
    const { memory, key } = this.options.remembered ?? {};
    const known = memory?.find(key ?? "", this.conversation.messages);
    if (!known) return 0;
    this.edits = known.edits;
    this.last = known.last;
    return known.messages.length;
  }

  /** A history that ends with an answer is not a request yet. */
  private remember(): void {
    const { edits, last, conversation, options } = this;
    const { messages } = conversation;
    if (!options.remembered || messages.at(-1)?.role === "assistant") return;
    options.remembered.memory.keep({ key: options.remembered.key, messages, edits, last });
  }

  /** What is done at this request; null if nothing is due. */
  private decide(moment: Moment): Compression | null {
    const history = this.historyAt(moment);
    if (this.isOver(moment, history) && this.isOverWithCopies(moment, history)) return this.cut(moment, history);
    if (moment.requests - this.last < APART || this.options.hysteresis) return null;
    this.last = moment.requests;
    const own = this.attempt(history, null);
    const aim = this.aimAt(moment);
    const isTight = aim !== null && own.stats.tokensAfter > Math.max(aim, (this.limit as Limit).tokens / 2);
    return this.take(isTight ? smaller(own, this.attempt(history, aim)) : own);
  }

  private cut(moment: Moment, history: Conversation): Compression {
    const { limit, options } = this;
    const { drain, isHard, tokens } = limit as Limit;
    this.last = moment.requests;
    if (options.hysteresis) return this.take(this.run(history, this.environment, options));
    const roomy = this.attempt(history, drain ?? this.aimAt(moment));
    if (!isHard) return this.take(roomy.status === "applied" ? roomy : this.attempt(history, null));
    if (roomy.status === "applied" && this.sizeOf(roomy) <= tokens)
      return this.take({ ...roomy, trigger: this.explain(moment, history) });
    return this.take(this.run(history, this.environment, options));
  }

  /** Keeps the edits of a run, under ids that no later run makes. */
  private take(made: Compression): Compression {
    if (made.status !== "applied" || made.edits.length <= this.edits.length) return made;
    const kept = stateEdits(made.edits, this.edits.length, this.last + 1);
    this.edits = made.edits.map(
      ({ tokensBefore, tokensAfter }, at) => ({ ...kept[at], tokensBefore, tokensAfter }) as Edit,
    );
    return made;
  }

  /** Nothing is due: what was decided stands, and copies go as they arrive. */
  private waiting(now: Moment): Compression {
    const { conversation, limit } = this;
    const trigger = limit
      ? this.explain(now, conversation)
      : {
          fired: false,
          rule: "requests since the last decision",
          value: now.requests - Math.max(0, this.last),
          limit: this.last < 0 ? FIRST_LOOK : APART,
        };
    return { ...this.arriving(conversation, trigger), trigger };
  }

  private arriving(history: Conversation, trigger: TriggerExplanation | null): Compression {
    const { bound } = this;
    const build: Bound["build"] = (environment) => {
      const procedure = bound.build(environment);
      return (view) => {
        if (bound.id !== "winnow") return { ...NOTHING, trigger };
        const outcome = procedure(view);
        const edits = outcome.edits.filter(isOnArrival);
        const status = outcome.status === "applied" && edits.length === 0 ? "noop" : outcome.status;
        return { ...outcome, status, edits, steps: outcome.steps.slice(0, 1), trigger };
      };
    };
    return this.run(history, this.environment, this.withoutLimit, { ...bound, build });
  }

  private isOverWithCopies(moment: Moment, history: Conversation): boolean {
    if (this.bound.id !== "winnow") return true;
    this.take(this.arriving(history, null));
    return this.isOver(moment, history);
  }

  private historyAt({ end }: Moment): Conversation {
    const { tools, messages } = this.conversation;
    return end === messages.length ? this.conversation : { tools, messages: messages.slice(0, end) };
  }

  private isOver(moment: Moment, history: Conversation): boolean {
    const { limit, options } = this;
    if (limit === null) return false;
    const texts = moment.tokens - savedBy(this.edits);
    if (texts <= limit.tokens && texts + this.mostFrames <= limit.tokens) return false;
    const tokens = texts + this.framesOf(history);
    return options.hysteresis ? tokens >= limit.tokens : tokens > limit.tokens;
  }

  /** The frames of the whole history, which are the largest. */
  private get mostFrames(): number {
    this.#mostFrames ??= this.framesOf(this.conversation);
    return this.#mostFrames;
  }
  #mostFrames: number | undefined;

  private framesOf = (history: Conversation): number => this.options.frames?.(history) ?? 0;
  private sizeOf = ({ stats, conversation }: Compression): number => stats.tokensAfter + this.framesOf(conversation);

  /** So far down that the next requests fit, at the pace at which the history grew so far. */
  private aimAt({ tokens, requests }: Moment): number | null {
    if (this.limit === null || this.options.hysteresis) return null;
    const first = this.moments[0]?.tokens ?? 0;
    const pace = (tokens - first) / Math.max(1, requests);
    const most = this.limit.tokens;
    return Math.floor(Math.min(MAX_SHARE * most, Math.max(MIN_SHARE * most, most - ROOM_FOR * pace)));
  }

  private get withoutLimit(): CompressionOptions {
    const { target: _, hysteresis: __, ...rest } = this.options;
    return rest;
  }

  private attempt(history: Conversation, aim: number | null): Compression {
    if (aim === null) return this.run(history, this.environment, this.withoutLimit);
    const budget = { ...this.environment.budget, mayMissTarget: true };
    return this.run(history, { ...this.environment, budget }, { ...this.withoutLimit, target: { tokens: aim } });
  }

  private run(
    history: Conversation,
    environment: Environment,
    options: CompressionOptions,
    bound: Bound = this.bound,
  ): Compression {
    this.runs += 1;
    return compressBound(history, bound, environment, { ...options, carried: this.edits });
  }

  private explain(moment: Moment, history: Conversation): TriggerExplanation {
    const { tokens: limit, rule } = this.limit as Limit;
    const value = moment.tokens - savedBy(this.edits) + this.framesOf(history);
    return { fired: this.isOver(moment, history), rule, value, limit };
  }
}

const smaller = (one: Compression, other: Compression): Compression =>
  other.status === "applied" && other.stats.tokensAfter < one.stats.tokensAfter ? other : one;

/** What a prompt must not exceed: what the caller says, or what fits the window of a strategy that cuts to it. */
function limitOf({ id }: Bound, environment: Environment, { target, hysteresis }: GrowthOptions): Limit | null {
  if (target && "tokens" in target)
    return { tokens: target.tokens, drain: null, isHard: true, rule: "prompt > target" };
  if (hysteresis) {
    const limits = limitsOf(hysteresis, environment);
    if (!limits.ok || limits.value.start === null) return null;
    const { start, tokens } = limits.value;
    return { tokens: start, drain: tokens, isHard: true, rule: "prompt >= trigger" };
  }
  const { window, reserve } = environment.budget;
  if (id !== "winnow" || window === null) return null;
  return { tokens: Math.max(1, window - reserve), drain: null, isHard: false, rule: "prompt > window - reserve" };
}

/** The prompt before each answer, and the present one. */
function momentsOf({ messages }: Conversation, { fixedTokens, tokensOf }: Environment): Moment[] {
  const moments: Moment[] = [];
  let tokens = fixedTokens;
  messages.forEach((message: Message, end) => {
    const isAnswer = message.role === "assistant" && messages[end - 1]?.role !== "assistant";
    if (isAnswer && end > 0) moments.push({ end, requests: moments.length, tokens });
    tokens += tokensOf(message);
  });
  return [...moments, { end: messages.length, requests: moments.length, tokens }];
}
