import type { JudgePrompt } from "@/lib/evaluation/judge/judge-prompts";
import type { ModelCall } from "@/lib/strategies/grammar/summariser";
import { askModel, type Question } from "../summarise/ask-model";
import type { SummaryModel } from "../summarise/summary-model";

export type JudgeOptions = {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Record<string, unknown>) => void;
};

/** So many failures with no success before: a wrong key or a server that is down, not bad luck. */
const HOPELESS = 3;

/** Makes the calls of one judgement and keeps their account; gives up where nothing works at all. */
export class CallDesk {
  readonly #calls: ModelCall[] = [];
  #done = 0;
  #answered = 0;
  #failed = 0;
  #invalid = 0;
  #fault: string | null = null;

  constructor(
    private readonly total: number,
    private readonly options: JudgeOptions,
  ) {}

  /** The text of an answer, null where the call failed. Throws only what the caller's abort throws. */
  async ask(
    prompt: JudgePrompt,
    model: SummaryModel,
    limits: Pick<Question, "maxTokens" | "mostCharacters">,
  ): Promise<string | null> {
    const { signal, onProgress } = this.options;
    signal?.throwIfAborted();
    if (this.#answered === 0 && this.#failed >= HOPELESS) return null;
    const { text, fault, call } = await askModel({ ...prompt, ...limits }, model, signal ? { signal } : {});
    this.#calls.push(call);
    this.#done += 1;
    onProgress?.({ stage: "judging", done: this.#done, calls: this.total });
    if (fault === null && text.trim() !== "") {
      this.#answered += 1;
      return text;
    }
    this.#failed += 1;
    this.#fault ??= fault?.message ?? "the model wrote nothing";
    return null;
  }

  countInvalid(): void {
    this.#invalid += 1;
  }

  account() {
    return {
      calls: this.#calls,
      failedCalls: this.#failed,
      invalidVerdicts: this.#invalid,
      fault: this.#fault,
    };
  }
}
