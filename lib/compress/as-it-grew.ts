import { stateEdits } from "../api/compression-state";
import { applyEdits } from "../conversation/apply-edits";
import type { Edit } from "../conversation/edit";
import type { Conversation, Message } from "../conversation/message";
import { oncePerPart } from "../conversation/once-per-part";
import { partText } from "../conversation/part";
import { type Bound, type CompressionOptions, compressBound, limitsOf } from "../pipeline/compress-bound";
import type { Compression } from "../strategies/grammar/compression";
import type { Environment } from "../strategies/grammar/environment";
import { NOTHING, type TriggerExplanation } from "../strategies/grammar/procedure";
import { LEFT_OUT } from "../strategies/previews/put-aside";
import type { Decision, GrowthMemory } from "./growth-memory";

/**
 * Strategies that would otherwise change sent content at many steps of a growing history, although no product that they
 * imitate requires it.
 */
const STEADY = new Set(["winnow", "manus"]);
/**
 * The reasons given for edits to content that has not been sent yet. Such edits never change the prefix, so they are
 * made immediately.
 */
const ON_ARRIVAL = new Set(["equal-copy"]);
export const isOnArrival = ({ reason }: Edit): boolean => ON_ARRIVAL.has(reason);
/** Minimum number of requests between two decisions about what pays for itself, so at most five per 100 requests. */
const APART = 20;
/**
 * A prompt above its limit is cut so that this many more requests fit below the limit. The result stays within the
 * shares below.
 */
const ROOM_FOR = 24;
const MIN_SHARE = 0.25;
const MAX_SHARE = 0.7;
/** An unchanged prompt with at least this many tokens gets an explanation. */
const MIN_SURPRISE = 10_000;
const SINCE_RULE = "requests since the newest part that was left out";
/** After this many runs, decisions are made only for the history's present state. */
const MAX_RUNS = 100;

export type Grown = {
  readonly compression: Compression;
  /** The edits that were in effect in the previous request; null if unknown. */
  readonly before: readonly Edit[] | null;
  /** Remembers the decisions. To be called once their originals are stored, because no later call stores them. */
  readonly remember?: () => void;
};

export type GrowthOptions = CompressionOptions & {
  /** Where decisions are kept between calls, and a key for everything they depend on apart from the history. */
  readonly remembered?: { readonly memory: GrowthMemory; readonly key: string };
};

/**
 * Compresses a history that is sent again and again as it grows. It replays the history's requests in order and decides
 * at each one as if it were the newest, from the prompt as it was sent. So callers that resend the history with new
 * messages get the same prefix again and keep the provider's cache. This works without a state, with one, and with a
 * history that was compressed before.
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
    return { compression, before: isKept ? (options.carried ?? []) : null };
  }
  return new Growth(conversation, bound, environment, options).result();
}

/** False if the options concern only the present prompt: a share of it, a forced run, or what is in the cache. */
function isSteady({ id }: Bound, environment: Environment, { target, hysteresis, force }: GrowthOptions): boolean {
  const isOfNow = (target && "fraction" in target) || environment.cache || environment.force || force;
  return STEADY.has(id) && !isOfNow && (!hysteresis || limitsOf(hysteresis, environment).ok);
}

/** The prompt of one request: before one of the answers, or the present one. */
type Moment = {
  /** Number of the history's messages that it covers. */
  readonly end: number;
  /** Number of messages actually in the prompt, and the tokens up to and including them. */
  readonly sent: number;
  readonly tokens: number;
  /**
   * Requests before it, and how many of those follow the newest part that was left out; all of them if there is none.
   */
  readonly requests: number;
  readonly since: number;
  /** Tokens added by those requests. */
  readonly grown: number;
  readonly isMarked: boolean;
};

type Limit = {
  readonly tokens: number;
  /** Size to which a prompt at the limit is cut; null to derive it from the history's growth. */
  readonly drain: number | null;
  readonly isHard: boolean;
  readonly rule: string;
};

class Growth {
  private readonly limit: Limit | null;
  /**
   * How many of the newest requests keep their outputs, the number of requests between checks for cuts that pay for
   * themselves, and the number of requests that a check waits after something was left out.
   */
  private readonly stay: number;
  private readonly batch: number;
  private readonly waits: number;
  private readonly places: ReadonlyMap<string, number>;
  /** The decisions so far, the history with them applied, and its requests. */
  private edits: readonly Edit[];
  private prompt: Conversation;
  private moments: readonly Moment[];
  private runs = 0;

  constructor(
    readonly conversation: Conversation,
    readonly bound: Bound,
    readonly environment: Environment,
    readonly options: GrowthOptions,
  ) {
    this.limit = limitOf(bound, environment, options);
    this.stay = Number(bound.params.keepNewest ?? 0);
    this.batch = Number(bound.params.batch ?? 1);
    this.waits = Math.ceil(APART / this.batch) * this.batch + this.stay;
    this.places = new Map(conversation.messages.map(({ id }, at) => [id, at]));
    [this.edits, this.prompt, this.moments] = [[], conversation, []];
  }

  result(): Grown {
    const { carried = [] } = this.options;
    const isCarried = carried.length > 0;
    const known = isCarried ? null : this.recall();
    this.keep(known?.edits ?? carried);
    let done = isCarried ? this.carriedEnd() : (known?.messages.length ?? 0);
    for (let next = this.after(done); next && this.runs <= MAX_RUNS; next = this.after(done)) {
      this.decide(next);
      done = next.end;
    }
    const before = this.edits;
    const now = this.moments.at(-1) as Moment;
    const compression = this.decide(now) ?? this.waiting(now);
    if (compression.failure?.code === "budget-unachievable") return this.withoutReplay();
    const isLasting = !isCarried && this.runs <= MAX_RUNS;
    return { compression, before, ...(isLasting && { remember: () => this.remember() }) };
  }

  /** The decision about the present prompt alone. It reaches smaller sizes, because no earlier decision restricts it. */
  private withoutReplay(): Grown {
    const { conversation, bound, environment, options } = this;
    return { compression: compressBound(conversation, bound, environment, options), before: options.carried ?? [] };
  }

  /** The first request that covers more than this many messages, excluding the present one. */
  private after(done: number): Moment | undefined {
    const next = this.moments.find(({ end }) => end > done);
    return next?.end === this.conversation.messages.length ? undefined : next;
  }

  /** The number of leading messages that the carried edits depend on. */
  private carriedEnd(): number {
    const ids = new Map<string, number>();
    for (const [at, { id, parts }] of this.conversation.messages.entries())
      for (const key of [id, ...parts.map((part) => part.id)]) ids.set(key, at + 1);
    const keys = this.edits.flatMap((edit) => (edit.op === "insert" ? [edit.after ?? ""] : edit.targets));
    return keys.reduce((most, key) => Math.max(most, ids.get(key) ?? 0), 0);
  }

  /** The remembered decision about the longest known prefix of the history. */
  private recall(): Decision | null {
    const { memory, key } = this.options.remembered ?? {};
    return memory?.find(key ?? "", this.conversation.messages) ?? null;
  }

  /** Skips a history that ends with an answer, because it is not a request yet. */
  private remember(): void {
    const { edits, conversation, options } = this;
    const { messages } = conversation;
    if (!options.remembered || messages.at(-1)?.role === "assistant") return;
    options.remembered.memory.keep({ key: options.remembered.key, messages, edits });
  }

  private keep(edits: readonly Edit[]): void {
    this.edits = edits;
    this.prompt = applyEdits(this.conversation, edits);
    this.moments = this.momentsOf(this.prompt);
  }

  /** Decides at one request; null if nothing is due. */
  private decide(moment: Moment): Compression | null {
    const history = this.historyAt(moment);
    if (this.isOver(moment) && this.isOverWithCopies(moment, history)) return this.cut(moment, history);
    if (!this.isDue(moment)) return null;
    const own = this.attempt(history, null);
    const aim = this.aimAt(moment);
    const isTight = aim !== null && own.stats.tokensAfter > Math.max(aim, (this.limit as Limit).tokens / 2);
    const made = isTight ? smaller(own, this.attempt(history, aim)) : own;
    return this.isNew(made) ? this.take(made) : null;
  }

  private isDue({ requests, since, isMarked }: Moment): boolean {
    if (this.options.hysteresis || requests === 0 || requests % this.batch !== 0) return false;
    return !isMarked || since >= this.waits;
  }

  /** True if the parts left out are recent, so the next decision waits its full time after them. */
  private isNew({ status, conversation }: Compression): boolean {
    const after = this.momentsOf(conversation).at(-1);
    return status === "applied" && after !== undefined && after.isMarked && after.since < this.stay + this.batch;
  }

  private cut(moment: Moment, history: Conversation): Compression {
    const { limit, options } = this;
    const { drain, isHard, tokens } = limit as Limit;
    if (options.hysteresis) return this.take(this.run(history, this.environment, options));
    const roomy = this.attempt(history, drain ?? this.aimAt(moment));
    if (!isHard) return this.take(roomy.status === "applied" ? roomy : this.attempt(history, null));
    if (roomy.status === "applied" && this.sizeOf(roomy) <= tokens)
      return this.take({ ...roomy, trigger: this.explain(moment) });
    return this.take(this.run(history, this.environment, options));
  }

  /** Keeps a run's edits, under ids that no later run produces. */
  private take(made: Compression): Compression {
    if (made.status !== "applied" || made.edits.length <= this.edits.length) return made;
    const kept = stateEdits(made.edits, this.edits.length, this.edits.length + 1);
    this.keep(
      made.edits.map(({ tokensBefore, tokensAfter }, at) => ({ ...kept[at], tokensBefore, tokensAfter }) as Edit),
    );
    return made;
  }

  /** Nothing is due: earlier decisions remain, and only copies are removed as they arrive. */
  private waiting(now: Moment): Compression {
    const { conversation, limit } = this;
    const trigger = limit
      ? this.explain(now)
      : { fired: false, rule: SINCE_RULE, value: now.since, limit: now.isMarked ? this.waits : this.batch };
    const made = { ...this.arriving(conversation, trigger), trigger };
    const isSurprise = made.status === "noop" && now.tokens >= MIN_SURPRISE;
    return isSurprise ? { ...made, warnings: [...made.warnings, this.whyNot(now)] } : made;
  }

  private whyNot({ tokens }: Moment) {
    const { bound, batch, waits, limit } = this;
    const isWithin = limit ? `the prompt of ${tokens} tokens is within its limit, and ` : "";
    const every = `${bound.id} looks for what pays at every ${batch}th request, ${waits} after what it left out last`;
    const message = `nothing was left out: ${isWithin}${every}; for a decision about exactly this prompt send force, or a target with a fraction`;
    return { code: "nothing-due", message };
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

  private isOverWithCopies({ end }: Moment, history: Conversation): boolean {
    if (this.bound.id !== "winnow") return true;
    this.take(this.arriving(history, null));
    const moment = this.moments.find((one) => one.end === end);
    return moment !== undefined && this.isOver(moment);
  }

  private historyAt({ end }: Moment): Conversation {
    const { tools, messages } = this.conversation;
    return end === messages.length ? this.conversation : { tools, messages: messages.slice(0, end) };
  }

  private isOver({ tokens: texts, sent }: Moment): boolean {
    const { limit, options } = this;
    if (limit === null || texts + this.frames(this.prompt) < limit.tokens) return false;
    const { tools, messages } = this.prompt;
    const tokens = texts + this.frames({ tools, messages: messages.slice(0, sent) });
    return options.hysteresis ? tokens >= limit.tokens : tokens > limit.tokens;
  }

  private frames = (prompt: Conversation): number => this.options.frames?.(prompt) ?? 0;
  private sizeOf = ({ stats, conversation }: Compression): number => stats.tokensAfter + this.frames(conversation);

  /**
   * The size to cut to, so that the next requests fit at the rate at which the history has grown since the last
   * decision.
   */
  private aimAt({ grown, since }: Moment): number | null {
    if (this.limit === null || this.options.hysteresis) return null;
    const pace = grown / Math.max(1, since);
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

  private explain(moment: Moment): TriggerExplanation {
    const { tokens: limit, rule } = this.limit as Limit;
    const { tools, messages } = this.prompt;
    const value = moment.tokens + this.frames({ tools, messages: messages.slice(0, moment.sent) });
    return { fired: this.isOver(moment), rule, value, limit };
  }

  /** The prompt before each answer, and the present one. */
  private momentsOf({ messages }: Conversation): Moment[] {
    const moments: Moment[] = [];
    let [tokens, since, isMarked] = [this.environment.fixedTokens, 0, false];
    let [start, requests] = [tokens, 0];
    const add = (end: number, sent: number) =>
      moments.push({ end, sent, tokens, requests, since: requests - since, grown: tokens - start, isMarked });
    messages.forEach((message: Message, at) => {
      const isAnswer = message.role === "assistant" && messages[at - 1]?.role !== "assistant";
      const end = this.places.get(message.id);
      if (isAnswer && at > 0 && end !== undefined) {
        if (requests === 0) start = tokens;
        add(end, at);
        requests += 1;
      }
      tokens += this.environment.tokensOf(message);
      if (isLeftOut(message)) [since, start, isMarked] = [requests, tokens, true];
    });
    add(this.conversation.messages.length, messages.length);
    return moments;
  }
}

/** True if a decision left out a part of this message. */
const isLeftOut = oncePerPart(({ parts }: Message): boolean =>
  parts.some((part) => (part.type === "tool-result" || part.type === "text") && LEFT_OUT.test(partText(part))),
);

const smaller = (one: Compression, other: Compression): Compression =>
  other.status === "applied" && other.stats.tokensAfter < one.stats.tokensAfter ? other : one;

/** The limit of a prompt: the caller's or, for strategies that cut to it, the window. */
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
