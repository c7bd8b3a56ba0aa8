import type { JudgePrompt } from "@/lib/evaluation/judge/judge-prompts";
import type { ModelCall } from "@/lib/strategies/grammar/summariser";
import { askModel, type Question } from "../summarise/ask-model";
import type { SummaryModel } from "../summarise/summary-model";

export type JudgeOptions = {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Record<string, unknown>) => void;
};

/** After this many failures without a success, the key is probably wrong or the provider is down. */
const HOPELESS = 3;

/** Makes and counts the calls of one judgement. Stops calling if every call fails. */
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

  /** Asks the model. Returns the text of its answer; null if the call failed. Throws only if the caller aborts. */
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
