import { randomUUID } from "node:crypto";
import PQueue from "p-queue";
import {
  ANSWER_TOKENS,
  type AnsweredQuestion,
  type JudgeMaterial,
  type JudgeRunResult,
  planJudge,
} from "@/lib/api/answers/judgement";
import type { JudgeFields, JudgePlan } from "@/lib/api/schemas/judge";
import { criteriaFor } from "@/lib/evaluation/judge/criteria";
import { answerPrompt, verdictPrompt } from "@/lib/evaluation/judge/judge-prompts";
import type { JudgeQuestion } from "@/lib/evaluation/judge/judge-questions";
import { WITHOUT_CONTEXT } from "@/lib/evaluation/judge/judge-scores";
import { readVerdict, type Verdict } from "@/lib/evaluation/judge/verdict";
import { shuffled } from "@/lib/evaluation/seeded-random";
import { limitsOf } from "../summarise/ask-model";
import { CallDesk, type JudgeOptions } from "./call-desk";
import type { JudgeModels } from "./judge-models";

/** Concurrent calls, because providers limit them per key. */
const AT_ONCE = 4;
/** Enough tokens to grade all answers on all criteria, with room for extra words from the model. */
const VERDICT_TOKENS = 2_000;

/**
 * Answers every question from every candidate and without any context, and grades the answers blind: the seed shuffles
 * them for each question and repeat. Failures are counted; only an abort by the caller is thrown.
 */
export function runJudge(
  material: JudgeMaterial,
  models: JudgeModels,
  fields: JudgeFields,
  options: JudgeOptions = {},
): Promise<JudgeRunResult> {
  return new JudgeRun(material, models, fields, options).run();
}

type Answers = ReadonlyMap<string, string | null>;

class JudgeRun {
  readonly #queue = new PQueue({ concurrency: AT_ONCE });
  readonly #desk: CallDesk;
  readonly #plan: JudgePlan;
  readonly #contexts: readonly { readonly name: string; readonly text: string | null; readonly mark: string }[];

  constructor(
    private readonly material: JudgeMaterial,
    private readonly models: JudgeModels,
    private readonly fields: JudgeFields,
    options: JudgeOptions,
  ) {
    this.#plan = planJudge(material, fields.repeats);
    this.#desk = new CallDesk(this.#plan.calls, options);
    // One cache mark per candidate, not per call, so the provider's cache can read the common prefix of prompts.
    this.#contexts = [...material.candidates, { name: WITHOUT_CONTEXT, text: null }].map(({ name, text }) => ({
      name,
      text,
      mark: randomUUID(),
    }));
  }

  async run(): Promise<JudgeRunResult> {
    const { material, models, fields } = this;
    const questions = await Promise.all(material.questions.map((question, index) => this.#judge(question, index)));
    return {
      model: models.judge.name,
      answerModel: models.answerer.name,
      seed: fields.seed,
      repeats: fields.repeats,
      plan: this.#plan,
      material,
      questions,
      ...this.#desk.account(),
    };
  }

  async #judge(question: JudgeQuestion, index: number): Promise<AnsweredQuestion> {
    const { repeats, seed } = this.fields;
    const answers = new Map(await Promise.all(this.#contexts.map((context) => this.#answer(question, context))));
    const verdicts = await Promise.all(
      Array.from({ length: repeats }, (_, repeat) => this.#verdict(question, answers, [seed, index, repeat])),
    );
    return { question, answers, verdicts };
  }

  async #answer(
    { question }: JudgeQuestion,
    { name, text, mark }: { name: string; text: string | null; mark: string },
  ) {
    const prompt = answerPrompt(text, question, mark);
    const ask = () => this.#desk.ask(prompt, this.models.answerer, limitsOf(ANSWER_TOKENS));
    return [name, await this.#queue.add(ask)] as const;
  }

  /** A verdict by candidate name; null if no grading was usable. */
  async #verdict(question: JudgeQuestion, answers: Answers, seeds: readonly number[]): Promise<Verdict | null> {
    const known = [...answers].flatMap(([name, text]) => (text === null ? [] : [{ name, text }]));
    const labelled = shuffled(known, ...seeds).map((answer, index) => ({ ...answer, label: labelOf(index) }));
    if (labelled.length === 0) return null;
    const criteria = criteriaFor(question.family);
    const prompt = verdictPrompt(question, labelled, criteria, randomUUID());
    const text = await this.#queue.add(() => this.#desk.ask(prompt, this.models.judge, limitsOf(VERDICT_TOKENS)));
    if (text === null) return null;
    const labels = labelled.map(({ label }) => label);
    const read = readVerdict(text, labels, criteria);
    if (!read.ok) this.#desk.countInvalid();
    return read.ok ? new Map(labelled.map(({ name, label }) => [name, read.value.get(label) ?? {}])) : null;
  }
}
const labelOf = (index: number): string => String.fromCharCode("A".charCodeAt(0) + index);
