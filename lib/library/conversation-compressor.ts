import { stateEdits } from "../api/compression-state";
import { Problem, problemOf } from "../api/problem";
import { MemoryStore } from "../compress/memory-store";
import { assertAccepted } from "../compress/result-problems";
import { type Edit, savedBy } from "../conversation/edit";
import type { Conversation } from "../conversation/message";
import { aiSdk } from "../formats/ai-sdk";
import { isStructural } from "../formats/structural";
import { messageList } from "../formats/wire-context";
import { promptOverhead } from "../ledger/prompt-overheads";
import { cachePrices } from "../models/price-usage";
import { resolveModel } from "../models/resolve-model";
import { usualReserve } from "../models/usual-reserve";
import { type Bound, compressBound } from "../pipeline/compress-bound";
import { DEFAULT_RECIPE } from "../pipeline/compress-conversation";
import type { Compression } from "../strategies/grammar/compression";
import { requestTokens } from "../strategies/grammar/create-view";
import { createEnvironment, type Environment } from "../strategies/grammar/environment";
import { NOTHING } from "../strategies/grammar/procedure";
import { type BoundRecipe, bindRecipe } from "../strategies/recipe/bind-recipe";
import type { Recipe } from "../strategies/recipe/recipe";
import { createTokenizer, type Tokenizer, type TokenizerId } from "../tokenizers/tokenizer";
import { GrowingHistory } from "./growing-history";
import type { Runtime } from "./runtime";
import type { VocabularyShelf } from "./vocabulary-shelf";

type Raw = Readonly<Record<string, unknown>>;

/** How to keep one conversation small. */
export type CompressorOptions = {
  /** The model's name, which determines window, tokenizer and prices. */
  readonly model?: string;
  /** A strategy's id, or a recipe; default: `winnow`. */
  readonly strategy?: Recipe;
  readonly tokenizer?: TokenizerId;
  /** The context window in tokens. Required if the model is unknown. */
  readonly window?: number;
  /** Tokens of the window reserved for the answer. */
  readonly reserve?: number;
  /**
   * Minimum growth of the prompt, in tokens, since the strategy's last change before sent messages may change again.
   * Default: half the window, because each change makes the provider write the prompt to the cache again. A prompt that
   * would not fit is changed immediately, if possible to half the window.
   */
  readonly regrowth?: number;
  /** Called after each change with a report. */
  readonly onEvent?: (event: CompressorEvent) => void;
};

/** What was done at a step. Steps are model calls, counted from 0. */
export type CompressorEvent =
  /** Edits were made: the prompt differs from the previous one starting at message `firstChanged`, counted from 0. */
  | {
      readonly type: "compressed";
      readonly step: number;
      readonly tokensBefore: number;
      readonly tokensAfter: number;
      readonly edits: number;
      readonly firstChanged: number;
      readonly putAside: readonly string[];
    }
  /** The history starts differently from that of the previous call, so the edits were dropped. */
  | { readonly type: "history-changed"; readonly step: number; readonly at: number }
  /** Nothing was done, and why: the history breaks the format's rules, or no edit makes the prompt fit. */
  | {
      readonly type: "unchanged";
      readonly step: number;
      readonly reason: "history-broken" | "does-not-fit";
      readonly message: string;
    };

/** Estimated counts may be too low by this share, so the same share of the window must stay free. */
const ESTIMATE_MARGIN = 0.05;

/**
 * Keeps one conversation small for as long as it lasts. It stores the edits. Each call applies them again to the grown
 * history, byte for byte, and adds new ones only if the strategy edits messages as they arrive, the prompt has grown
 * enough, or it would not fit. Use one per conversation and never share it.
 */
export class ConversationCompressor {
  /** Texts put aside, by their reference in the prompt. */
  readonly outputs: ReadonlyMap<string, string>;
  private readonly store: MemoryStore;
  private readonly history = new GrowingHistory(aiSdk);
  private readonly tokenizer: Tokenizer;
  private readonly bound: BoundRecipe;
  private readonly fallback: BoundRecipe;
  private readonly environment: Environment;
  private readonly limit: number;
  private readonly regrowth: number;
  private readonly isArriving: boolean;
  private edits: readonly Edit[] = [];
  /** Number of leading messages of the history that the edits depend on. */
  private dependsOn = 0;
  private cycle = 0;
  private step = -1;
  /** The messages sent last, and how many messages of the history they cover. */
  private sent: readonly Raw[] = [];
  private covered = 0;
  /** Tokens of the original messages, and the size at which the strategy last ran. */
  private rawTokens = 0;
  private ranAt = 0;

  constructor(
    private readonly options: CompressorOptions,
    private readonly shelf: VocabularyShelf,
    sha256: Runtime["sha256"],
  ) {
    const model = resolveModel(options.model ?? null);
    const window = options.window ?? model?.window ?? null;
    if (window === null) throw new Problem(422, "window-unknown", "the model's window is not known: give window");
    const reserve = options.reserve ?? usualReserve(window, model?.maxOutput);
    this.tokenizer = createTokenizer(options.tokenizer ?? model?.tokenizer ?? "generic", shelf.load);
    const margin = this.tokenizer.basis === "estimated" ? Math.ceil(window * ESTIMATE_MARGIN) : 0;
    this.limit = window - reserve - margin;
    this.regrowth = options.regrowth ?? Math.ceil(window / 2);
    this.bound = bindOrThrow(options.strategy ?? DEFAULT_RECIPE);
    this.fallback = bindOrThrow(DEFAULT_RECIPE);
    this.isArriving = this.bound.mode === "as-messages-arrive";
    this.store = new MemoryStore(sha256);
    this.outputs = this.store.contents;
    this.environment = createEnvironment({
      count: (text) => this.tokenizer.count(text),
      tokenizer: { id: this.tokenizer.id, basis: this.tokenizer.basis },
      budget: { window, reserve: reserve + margin },
      store: this.store,
      ...(model?.prices && { prices: cachePrices(model.prices, null) }),
    });
  }

  /**
   * Returns the messages to send in place of the history. `tools`: definitions or instructions that are also sent and
   * counted.
   */
  async compress<Message extends object>(
    messages: readonly Message[],
    tools: readonly unknown[] = [],
  ): Promise<Message[]> {
    await this.shelf.withVocabularies(() => this.tokenizer.count("a"));
    return this.next(messages as unknown as readonly Raw[], tools) as unknown as Message[];
  }

  private next(list: readonly Raw[], tools: readonly unknown[]): readonly Raw[] {
    this.step += 1;
    const { same, unmarked } = this.history.take(list);
    if (same < this.dependsOn) this.forget(same);
    // Trailing messages changed, or their marks moved. The edits still apply, but the messages are written again.
    const isRewritten = Math.min(same, unmarked) < this.covered;
    if (isRewritten) this.covered = 0;
    const { conversation } = this.history;
    this.rawTokens = requestTokens(conversation, this.environment);
    const around = this.around(conversation, tools);
    const now = this.rawTokens - savedBy(this.edits) + around;
    const isOver = now > this.limit;
    if (this.isDue(now, isOver)) this.run(conversation, around, isOver);
    else if (isRewritten) this.sent = this.encoded(this.carriedOnly());
    else this.sent = [...this.sent, ...list.slice(this.covered)];
    this.covered = list.length;
    return this.sent;
  }

  private isDue(now: number, isOver: boolean): boolean {
    return isOver || this.isArriving || now - this.ranAt >= this.regrowth;
  }

  /** Tokens in addition to the texts: tools, and the frames of messages. */
  private around(conversation: Conversation, tools: readonly unknown[]): number {
    const frames = promptOverhead({ ...conversation, tools: [] }, this.tokenizer, 0);
    return (frames?.messages ?? conversation.messages.length * 4) + this.toolTokens(tools);
  }

  private readonly countedTools = new Map<string, number>();

  private toolTokens(tools: readonly unknown[]): number {
    if (tools.length === 0) return 0;
    const text = JSON.stringify(tools);
    const tokens = this.countedTools.get(text) ?? this.tokenizer.count(text);
    this.countedTools.clear();
    this.countedTools.set(text, tokens);
    return tokens;
  }

  private run(conversation: Conversation, around: number, isOver: boolean): void {
    const broken = aiSdk.validate(this.history.context().body).filter(isStructural);
    if (broken.length > 0) {
      this.leave("history-broken", broken[0]?.message ?? "");
      return;
    }
    const made = isOver ? this.within(conversation, around) : this.attempt(this.bound, conversation, around, null);
    if (made === null) {
      this.leave("does-not-fit", "no edit of the strategy makes the prompt fit the window");
      return;
    }
    const before = this.rawTokens - savedBy(this.edits) + around;
    const added = made.edits.length - this.edits.length;
    if (added > 0) {
      this.cycle += 1;
      // Inserted messages get ids that no later run produces; the token counts stay those of this run.
      const kept = stateEdits(made.edits, this.edits.length, this.cycle);
      this.dependsOn = lastTouched(made.edits, conversation);
      this.edits = made.edits.map(
        (edit, at) => ({ ...kept[at], tokensBefore: edit.tokensBefore, tokensAfter: edit.tokensAfter }) as Edit,
      );
    }
    this.ranAt = this.rawTokens - savedBy(this.edits) + around;
    this.show(this.encoded(made), { before, added, putAside: made.references.map(({ id }) => id) });
  }

  /**
   * A run that stays within the window and, if possible, leaves room to grow, so that the next request does not exceed
   * it again. If the strategy cannot do that, the default one runs.
   */
  private within(conversation: Conversation, around: number): Compression | null {
    const targets = this.targets(around);
    for (const bound of [this.bound, this.fallback])
      for (const target of targets) {
        const made = this.attempt(bound, conversation, around, target);
        if (made) return made;
      }
    return null;
  }

  /**
   * Sizes to try: half the window or, if tools and instructions take up most of that, half and three quarters of the
   * remaining room; finally all of it.
   */
  private targets(around: number): readonly number[] {
    const roomy = Math.max(this.limit - this.regrowth, Math.ceil(this.limit / 2));
    const beside = [1 / 2, 3 / 4].map((share) => around + Math.ceil((this.limit - around) * share));
    return [roomy, ...beside.filter((target) => target > roomy && target < this.limit), this.limit];
  }

  /** Null if the target is missed. Without a target, a strategy that fails makes no new edits. */
  private attempt(
    bound: BoundRecipe,
    conversation: Conversation,
    around: number,
    target: number | null,
  ): Compression | null {
    const options = {
      carried: this.edits,
      frames: () => around,
      ...(target !== null && { target: { tokens: target } }),
    };
    const made = compressBound(conversation, bound, this.environment, options);
    if (!made.failure) return made;
    return target === null ? this.carriedOnly() : null;
  }

  private carriedOnly(): Compression {
    return compressBound(this.history.conversation, CARRIED_ONLY, this.environment, { carried: this.edits });
  }

  private encoded(made: Compression): readonly Raw[] {
    const wire = this.history.context();
    const body = aiSdk.encode(made.conversation, wire);
    const { conversation } = this.history;
    const source = { codec: aiSdk, conversation, wire, keys: [], stored: null, warnings: [], removed: [], pinned: [] };
    assertAccepted(source, made, body, true);
    return (messageList(body) ?? []) as readonly Raw[];
  }

  private show(
    next: readonly Raw[],
    {
      before,
      added,
      putAside,
    }: { readonly before: number; readonly added: number; readonly putAside: readonly string[] },
  ): void {
    const last = this.sent;
    this.sent = next;
    if (added <= 0) return;
    let same = 0;
    while (
      same < last.length &&
      same < next.length &&
      (last[same] === next[same] || JSON.stringify(last[same]) === JSON.stringify(next[same]))
    )
      same += 1;
    this.tell({
      type: "compressed",
      step: this.step,
      tokensBefore: before,
      tokensAfter: this.ranAt,
      edits: added,
      firstChanged: same,
      putAside,
    });
  }

  private leave(reason: "history-broken" | "does-not-fit", message: string): void {
    const list = (messageList(this.history.context().body) ?? []) as readonly Raw[];
    if (this.covered > 0) this.sent = [...this.sent, ...list.slice(this.covered)];
    else this.sent = this.edits.length === 0 ? list : this.encoded(this.carriedOnly());
    this.tell({ type: "unchanged", step: this.step, reason, message });
  }

  private forget(at: number): void {
    this.tell({ type: "history-changed", step: this.step, at });
    [this.edits, this.dependsOn, this.sent, this.covered, this.ranAt] = [[], 0, [], 0, 0];
  }

  private tell(event: CompressorEvent): void {
    this.options.onEvent?.(event);
  }
}

/** Applies existing edits and makes no others. */
const CARRIED_ONLY: Bound = { id: "carried", version: "1", mode: "late-cut", params: {}, build: () => () => NOTHING };

function bindOrThrow(recipe: Recipe): BoundRecipe {
  const bound = bindRecipe(recipe);
  if (!bound.ok) throw problemOf(422, bound.error);
  return bound.value;
}

/** One more than the index of the last message that an edit changes or inserts after. */
function lastTouched(edits: readonly Edit[], { messages }: Conversation): number {
  const places = new Map<string, number>();
  for (const [place, { id, parts }] of messages.entries())
    for (const key of [id, ...parts.map((part) => part.id)]) places.set(key, place + 1);
  const keys = edits.flatMap((edit) => (edit.op === "insert" ? [...edit.targets, edit.after ?? ""] : edit.targets));
  return keys.reduce((most, key) => Math.max(most, places.get(key) ?? 0), 0);
}
