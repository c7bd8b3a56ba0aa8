"use client";
import { useEffect, useState } from "react";
import { type ApiFailure, callApi } from "@/components/api/call-api";
import { CopyButton } from "@/components/ui/copy-button";
import { TextArea } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import { recipeFault } from "@/lib/view-models/compare/recipe-fault";
import { choiceName, OWN_RECIPE, type StrategyChoice, toRecipe } from "@/lib/view-models/compare/strategy-choice";
import { problemText } from "@/lib/wording/problem-text";
import { type Say, sentence } from "@/lib/wording/say";

type Props = { choice: StrategyChoice; onParams: (params: StrategyChoice["params"]) => void };

const DELAY_MS = 300;

/** Edits the recipe as JSON. Keeps the typed text, and writes it to the URL only once it is a valid recipe. */
export function RecipeJson({ choice, onParams }: Props) {
  const say = useSay();
  const isOwn = choice.id === OWN_RECIPE;
  const shown = textOf(choice);
  const [text, setText] = useState(shown);
  const [check, setCheck] = useState<RecipeCheck>({ status: "right", recipe: null });
  const isTouched = text !== shown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the check must run only when the text changes
  useEffect(() => {
    if (!isTouched) return setCheck({ status: "right", recipe: null });
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const found = await checkRecipe(text, isOwn ? null : choice.id, abort.signal, say);
      if (found === null) return;
      setCheck(found);
      if (found.status === "right") onParams(paramsOf(found.recipe, isOwn));
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  // A recipe changed elsewhere, for example by Reset, replaces the text unless only white space differs.
  useEffect(() => setText((typed) => (meaning(typed) === meaning(shown) ? typed : shown)), [shown]);
  const isWrong = check.status === "wrong";
  return (
    <div className="mt-3">
      <TextArea
        aria-label={say("Recipe of {id}", { id: choiceName(choice.id, say) })}
        aria-invalid={isWrong}
        aria-describedby="recipe-check"
        rows={Math.min(24, Math.max(8, text.split("\n").length + 1))}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="mt-1 flex items-start justify-between gap-3">
        <p id="recipe-check" role="status" className={isWrong ? "text-bad text-small" : "text-micro text-tx3"}>
          {isWrong
            ? check.message
            : isTouched && check.status === "right"
              ? say("This recipe is valid.")
              : say(HINT[isOwn ? "own" : "one"])}
        </p>
        <CopyButton size="sm" label={say("Copy")} text={() => text} />
      </div>
    </div>
  );
}

const HINT = {
  one: sentence("Omitted parameters keep their defaults."),
  own: sentence(
    "pipe: one after the other · orElse: the second if the first does nothing · when … run · until … ladder",
  ),
} as const;

/** The recipe as JSON. Always an object with `id`, even without changes, so that parameters can be added. */
function textOf(choice: StrategyChoice): string {
  const recipe = toRecipe(choice);
  return JSON.stringify(typeof recipe === "string" ? { id: recipe, params: {} } : recipe, null, 2);
}

function meaning(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return null;
  }
}

const paramsOf = (recipe: unknown, isOwn: boolean): StrategyChoice["params"] =>
  isOwn ? { recipe } : ((recipe as { params?: StrategyChoice["params"] }).params ?? {});

/** The result of checking a typed recipe: the parsed recipe, or its error. */
type RecipeCheck =
  | { readonly status: "right"; readonly recipe: unknown }
  | { readonly status: "wrong"; readonly message: string };

const wrong = (message: string): RecipeCheck => ({ status: "wrong", message });

/**
 * Checks the JSON, its shape, and then, on the server, its ids and parameters. `id`: the strategy that the recipe must
 * use; null allows any. Returns null if aborted.
 */
async function checkRecipe(
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
    return wrong(say("This is the recipe of {id}; to combine strategies, choose Custom recipe on the left.", { id }));
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

/** Has the server run the recipe on a two-word message, which reveals errors in ids and parameters at no cost. */
async function askServer(recipe: unknown, signal: AbortSignal, say: Say): Promise<RecipeCheck | null> {
  const body = { messages: [{ role: "user", content: "two words" }], format: "openai-chat", strategies: [recipe] };
  const sent = { ...body, summarizer: "extractive" };
  const called = await callApi("POST /api/compress/compare", { body: sent, signal });
  if (!called.ok) return signal.aborted ? null : wrong(faultText(called.failure, say));
  const failure = called.value.results[0]?.failure ?? null;
  const isOfRecipe = failure?.code === "unknown-strategy" || failure?.code === "params-invalid";
  return isOfRecipe ? wrong(problemText(failure, say)) : { status: "right", recipe };
}

function faultText(failure: ApiFailure, say: Say): string {
  const [first] = failure.errors;
  if (!first?.pointer) return problemText(failure, say);
  return `${first.pointer.replace("$.strategies[0]", "$")}${say(": ")}${problemText({ message: first.detail }, say)}`;
}
