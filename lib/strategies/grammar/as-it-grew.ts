import { applyEdits } from "../../conversation/apply-edits";
import { type Edit, savedBy } from "../../conversation/edit";
import type { Conversation, Message } from "../../conversation/message";
import { createView } from "./create-view";
import { NOTHING, type Outcome, type Procedure, type StepReport } from "./procedure";
import type { View } from "./view";

/** One request of the history, at the time when it was sent. */
export type Moment = {
  /** Requests before it. */
  readonly requests: number;
  /** Requests since what had been sent was last changed; infinite where it never was. */
  readonly sinceChange: number;
  /** Tokens of its prompt, with the edits that had been made by then. */
  readonly tokens: number;
  /** It is the request that is to be sent now. */
  readonly isNow: boolean;
};

/** An edit that is known beforehand, and the number of messages that stood when it was decided. */
export type Dated = { readonly edit: Edit; readonly messages: number };

/** Edits that wait until nothing has been changed for so many requests. */
export type Waiting = {
  readonly find: (view: View) => { readonly dated: readonly Dated[]; readonly outcome: Outcome };
  readonly apart: number;
};

/**
 * Decides as a caller would have done who sent this history at each of its requests and kept every edit: `decide` says for
 * each request what is done then, and it is done to what stood before it. Nothing that was decided is taken back, so that a
 * caller who keeps nothing and sends everything again gets the same edits each time, and its prefix stays cached.
 */
export function asItGrew(
  decide: (moment: Moment) => Procedure | null,
  { find, apart }: Waiting = { find: () => NONE, apart: 0 },
): Procedure {
  return (view) => {
    const { dated, outcome } = find(view);
    const walk = new Walk(view, dated, apart);
    for (const end of requestEnds(view.conversation)) walk.to(end, decide);
    return walk.outcome(outcome);
  };
}

const NONE = { dated: [], outcome: NOTHING };

/** How many messages each request had, the present one last. Messages of one answer stand together. */
function requestEnds({ messages }: Conversation): number[] {
  const isStart = (at: number) =>
    at > 0 && messages[at]?.role === "assistant" && messages[at - 1]?.role !== "assistant";
  return [...messages.keys()].filter(isStart).concat(messages.length);
}

class Walk {
  private readonly edits: Edit[] = [];
  private readonly touched = new Set<string>();
  private readonly steps: StepReport[] = [];
  private readonly warnings: Outcome["warnings"][number][] = [];
  private readonly sums: readonly number[];
  private saved = 0;
  private requests = 0;
  private changedAt: number | null = null;
  private next = 0;

  constructor(
    private readonly view: View,
    private readonly dated: readonly Dated[],
    private readonly apart: number,
  ) {
    const { conversation, environment } = view;
    let sum = environment.fixedTokens;
    this.sums = [sum, ...conversation.messages.map((message: Message) => (sum += environment.tokensOf(message)))];
  }

  /** The request whose prompt had so many messages. */
  to(end: number, decide: (moment: Moment) => Procedure | null): void {
    const isNow = end === this.view.conversation.messages.length;
    if (this.sinceChange >= this.apart) this.takeDated(isNow ? Number.POSITIVE_INFINITY : end);
    const tokens = (this.sums[end] as number) - this.saved;
    const procedure = decide({ requests: this.requests, sinceChange: this.sinceChange, tokens, isNow });
    if (procedure) this.run(procedure, end, isNow);
    this.requests += 1;
  }

  private get sinceChange(): number {
    return this.changedAt === null ? Number.POSITIVE_INFINITY : this.requests - this.changedAt;
  }

  private takeDated(end: number): void {
    const before = this.edits.length;
    for (let dated = this.dated[this.next]; dated && dated.messages < end; dated = this.dated[this.next]) {
      this.take(dated.edit);
      this.next += 1;
    }
    if (this.edits.length > before) this.changedAt = this.requests;
  }

  private run(procedure: Procedure, end: number, isNow: boolean): void {
    const { conversation, environment } = this.view;
    const { cache: _, ...later } = environment;
    const prompt = { ...conversation, messages: conversation.messages.slice(0, end) };
    const made = procedure(createView(applyEdits(prompt, this.edits), isNow ? environment : later));
    const saves = savedBy(made.edits);
    const isWorthIt = saves > 0 || (saves === 0 && made.edits.some(({ op }) => op === "drop"));
    if (isNow || isWorthIt) this.warnings.push(...made.warnings);
    if (!isWorthIt || made.edits.length === 0) return;
    for (const edit of made.edits) this.take(edit);
    this.steps.push(...made.steps);
    this.changedAt = this.requests;
  }

  /** An edit of a part that another one has changed meanwhile is not made. */
  private take(edit: Edit): void {
    if (edit.op !== "insert" && edit.targets.some((target) => this.touched.has(target))) return;
    this.edits.push(edit);
    this.saved += savedBy([edit]);
    if (edit.op !== "insert") for (const target of edit.targets) this.touched.add(target);
  }

  outcome(known: Outcome): Outcome {
    return {
      status: this.edits.length > 0 ? "applied" : "noop",
      edits: this.edits,
      steps: [...known.steps, ...this.steps],
      trigger: null,
      warnings: [...known.warnings, ...this.warnings],
    };
  }
}
