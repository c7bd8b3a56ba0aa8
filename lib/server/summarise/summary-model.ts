import type { LanguageModel } from "ai";
import { Problem } from "@/lib/api/problem";
import { currentSettings } from "../store/preferences";
import { fetchHereOnly as fetch } from "./fetch-here-only";

/**
 * The model that writes summaries: `provider/model` with the provider `openai`, `anthropic`, `google`, or `local` for
 * an OpenAI-compatible server at WINNOW_SUMMARY_BASE_URL. Keys and addresses come only from the environment: a request
 * may choose among the configured providers but cannot set where a conversation is sent. The provider's client is loaded
 * when the model is asked: most servers never ask one.
 */
export type SummaryModel = { readonly name: string; readonly open: () => Promise<LanguageModel> };

/**
 * The variable is read on each call, so that tests can set it. Null: summaries are extractive unless a
 * request names a model.
 */
export const configuredModel = (): string | null =>
  currentSettings().summary_model ?? (process.env.WINNOW_SUMMARY_MODEL?.trim() || null);

/** Time limit of one call in seconds, and the number of retries. */
export const summaryLimits = () => ({
  seconds: positive(process.env.WINNOW_SUMMARY_TIMEOUT_SECONDS) ?? 120,
  retries: positive(process.env.WINNOW_SUMMARY_RETRIES, 0) ?? 2,
});

function positive(text: string | undefined, least = 0.01): number | null {
  const value = Number(text);
  return text !== undefined && text.trim() !== "" && value >= least ? value : null;
}

/** The unset variable that the model's provider needs; null if nothing is missing. */
export function missingVariable(name: string): string | null {
  const found: string[] = [];
  try {
    providerModel(name, (variable) => {
      found.push(variable);
      return new Problem(422, "summarizer-not-configured", variable);
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  return found[0] ?? null;
}

/** Opens the model. Throws a 422 `summarizer-not-configured` that names what is missing. */
export const summaryModel = (name: string): SummaryModel =>
  providerModel(name, (variable) => {
    const detail = `the summarizer ${name} needs ${variable}, which is not set on this server`;
    return new Problem(422, "summarizer-not-configured", detail, { errors: [{ pointer: "$.summarizer", detail }] });
  });

/** Opens a model at the provider in its prefix. `missing` makes the problem for an unset variable. */
export function providerModel(name: string, missing: (variable: string) => Problem): SummaryModel {
  const keyOf = (variable: string): string => {
    const value = process.env[variable]?.trim();
    if (!value) throw missing(variable);
    return value;
  };
  const slash = name.indexOf("/");
  const provider = slash === -1 ? "" : name.slice(0, slash);
  const id = name.slice(slash + 1);
  if (provider === "openai") {
    const apiKey = keyOf("OPENAI_API_KEY");
    // OpenAI stores responses by default, but not chat completions.
    return { name, open: async () => (await import("@ai-sdk/openai")).createOpenAI({ apiKey, fetch }).chat(id) };
  }
  if (provider === "anthropic") {
    const apiKey = keyOf("ANTHROPIC_API_KEY");
    return { name, open: async () => (await import("@ai-sdk/anthropic")).createAnthropic({ apiKey, fetch })(id) };
  }
  if (provider === "google") {
    const apiKey = keyOf("GOOGLE_GENERATIVE_AI_API_KEY");
    return { name, open: async () => (await import("@ai-sdk/google")).createGoogle({ apiKey, fetch })(id) };
  }
  const baseURL = keyOf("WINNOW_SUMMARY_BASE_URL");
  const apiKey = process.env.WINNOW_SUMMARY_API_KEY?.trim();
  const local = { name: "local", baseURL, includeUsage: true, fetch, ...(apiKey && { apiKey }) };
  const open = async () => {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    return createOpenAICompatible(local)(provider === "local" ? id : name);
  };
  return { name, open };
}
