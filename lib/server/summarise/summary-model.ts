import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModel } from "ai";
import { Problem } from "@/lib/api/problem";
import { currentSettings } from "../store/preferences";
import { fetchHereOnly as fetch } from "./fetch-here-only";

/**
 * The model that writes summaries: `provider/model` with the provider `openai`, `anthropic`, `google`, or `local` for
 * an OpenAI-compatible server at WINNOW_SUMMARY_BASE_URL. Keys and addresses come only from the environment: a request
 * may choose among the configured providers but cannot set where a conversation is sent.
 */
export type SummaryModel = { readonly name: string; readonly model: LanguageModel };

type Env = Readonly<Record<string, string | undefined>>;

/** Read on each call, so that tests can set it. Null: summaries are extractive unless a request names a model. */
export const configuredModel = (env: Env = process.env): string | null =>
  currentSettings().summary_model ?? (env.WINNOW_SUMMARY_MODEL?.trim() || null);

/** Time limit of one call in seconds, and the number of retries. */
export const summaryLimits = (env: Env = process.env) => ({
  seconds: positive(env.WINNOW_SUMMARY_TIMEOUT_SECONDS) ?? 120,
  retries: positive(env.WINNOW_SUMMARY_RETRIES, 0) ?? 2,
});

function positive(text: string | undefined, least = 0.01): number | null {
  const value = Number(text);
  return text !== undefined && text.trim() !== "" && value >= least ? value : null;
}

/** The unset variable that the model's provider needs; null if nothing is missing. */
export function missingVariable(name: string, env: Env = process.env): string | null {
  const found: string[] = [];
  try {
    providerModel(name, env, (variable) => {
      found.push(variable);
      return new Problem(422, "summarizer-not-configured", variable);
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  return found[0] ?? null;
}

/** Opens the model. Throws a 422 `summarizer-not-configured` that names what is missing. */
export const summaryModel = (name: string, env: Env = process.env): SummaryModel =>
  providerModel(name, env, (variable) => {
    const detail = `the summarizer ${name} needs ${variable}, which is not set on this server`;
    return new Problem(422, "summarizer-not-configured", detail, { errors: [{ pointer: "$.summarizer", detail }] });
  });

/** Opens a model at the provider in its prefix. `missing` makes the problem for an unset variable. */
export function providerModel(name: string, env: Env, missing: (variable: string) => Problem): SummaryModel {
  const keyOf = (variable: string): string => {
    const value = env[variable]?.trim();
    if (!value) throw missing(variable);
    return value;
  };
  const slash = name.indexOf("/");
  const provider = slash === -1 ? "" : name.slice(0, slash);
  const id = name.slice(slash + 1);
  // OpenAI stores responses by default, but not chat completions.
  if (provider === "openai") return { name, model: createOpenAI({ apiKey: keyOf("OPENAI_API_KEY"), fetch }).chat(id) };
  if (provider === "anthropic")
    return { name, model: createAnthropic({ apiKey: keyOf("ANTHROPIC_API_KEY"), fetch })(id) };
  if (provider === "google")
    return { name, model: createGoogle({ apiKey: keyOf("GOOGLE_GENERATIVE_AI_API_KEY"), fetch })(id) };
  const baseURL = keyOf("WINNOW_SUMMARY_BASE_URL");
  const apiKey = env.WINNOW_SUMMARY_API_KEY?.trim();
  const local = createOpenAICompatible({
    name: "local",
    baseURL,
    includeUsage: true,
    fetch,
    ...(apiKey && { apiKey }),
  });
  return { name, model: local(provider === "local" ? id : name) };
}
