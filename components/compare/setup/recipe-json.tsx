"use client";
import { useEffect, useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { TextArea } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import { OWN_RECIPE, type StrategyChoice, toRecipe } from "@/lib/view-models/compare/strategy-choice";
import { sentence } from "@/lib/wording/say";
import { checkRecipe, type RecipeCheck } from "./check-recipe";

type Props = { choice: StrategyChoice; onParams: (params: StrategyChoice["params"]) => void };

const DELAY_MS = 300;

/** Edits the recipe as JSON. The text is kept as it is typed, and written to the URL only once it is a valid recipe. */
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
  // A recipe that was changed elsewhere, as by Reset, replaces the text, unless only the white space differs.
  useEffect(() => setText((typed) => (meaning(typed) === meaning(shown) ? typed : shown)), [shown]);
  const isWrong = check.status === "wrong";
  return (
    <div className="mt-3">
      <TextArea
        aria-label={say("Recipe of {id}", { id: choice.id })}
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
              ? say("This recipe is right.")
              : say.known(HINT[isOwn ? "own" : "one"])}
        </p>
        <CopyButton size="sm" label={say("Copy")} text={() => text} />
      </div>
    </div>
  );
}

const HINT = {
  one: sentence("Parameters that are left out keep their defaults."),
  own: sentence(
    "pipe: one after the other · orElse: the second if the first does nothing · when … run · until … ladder",
  ),
} as const;

/**
 * The recipe as JSON. It is written as an object with `id` even without changes, so that parameters can be added to it.
 */
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
