import { type ApiFailure, callApi } from "@/components/api/call-api";
import { recipeFault } from "@/lib/view-models/compare/recipe-fault";
import type { Say } from "@/lib/wording/say";

/** The result of checking a recipe that was typed: the parsed recipe, or what is wrong with it. */
export type RecipeCheck =
  | { readonly status: "right"; readonly recipe: unknown }
  | { readonly status: "wrong"; readonly message: string };

const wrong = (message: string): RecipeCheck => ({ status: "wrong", message });

/**
 * Checks the JSON, its shape, and then, on the server, its ids and parameters. `id`: the strategy that the recipe must
 * name; null allows any. Answers null when aborted.
 */
export async function checkRecipe(
  text: string,
  id: string | null,
  signal: AbortSignal,
  say: Say,
): Promise<RecipeCheck | null> {
  const parsed = parseJson(text, say);
  if (!parsed.ok) return wrong(parsed.message);
  const fault = recipeFault(parsed.value, "$", say);
  if (fault) return wrong(`${fault.at}${say(": ")}${fault.message}`);
  if (id !== null && idOf(parsed.value) !== id)
    return wrong(say("This is the recipe of {id}; to put strategies together choose Own recipe at the left.", { id }));
  return askServer(parsed.value, signal, say);
}

function parseJson(text: string, say: Say): { ok: true; value: unknown } | { ok: false; message: string } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, message: say("This is not JSON: {message}", { message: (error as Error).message }) };
  }
}

const idOf = (recipe: unknown): unknown => (typeof recipe === "string" ? recipe : (recipe as { id?: unknown }).id);

/**
 * Has the server run the recipe on a message of two words, which shows faults in ids and parameters without any work.
 */
async function askServer(recipe: unknown, signal: AbortSignal, say: Say): Promise<RecipeCheck | null> {
  const body = { messages: [{ role: "user", content: say("two words") }], format: "openai-chat", strategies: [recipe] };
  const sent = { ...body, summarizer: "extractive" };
  const called = await callApi("POST /api/compress/compare", { body: sent, signal });
  if (!called.ok) return signal.aborted ? null : wrong(problemText(called.failure, say));
  const failure = called.value.results[0]?.failure ?? null;
  const isOfRecipe = failure?.code === "unknown-strategy" || failure?.code === "params-invalid";
  return isOfRecipe ? wrong(say.known(failure.message)) : { status: "right", recipe };
}

function problemText({ message, errors }: ApiFailure, say: Say): string {
  const [first] = errors;
  if (!first?.pointer) return say.known(message);
  return `${first.pointer.replace("$.strategies[0]", "$")}${say(": ")}${say.known(first.detail)}`;
}
