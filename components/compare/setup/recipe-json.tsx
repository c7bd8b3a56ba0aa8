"use client";
import { useEffect, useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { TextArea } from "@/components/ui/text-input";
import { OWN_RECIPE, type StrategyChoice, toRecipe } from "@/lib/view-models/strategy-choice";
import { checkRecipe, type RecipeCheck } from "./check-recipe";

type Props = { choice: StrategyChoice; onParams: (params: StrategyChoice["params"]) => void };

const DELAY_MS = 300;

/** The recipe as text. What is typed is kept until it is right; only a right recipe is written to the link. */
export function RecipeJson({ choice, onParams }: Props) {
  const isOwn = choice.id === OWN_RECIPE;
  const shown = textOf(choice);
  const [text, setText] = useState(shown);
  const [check, setCheck] = useState<RecipeCheck>({ status: "right", recipe: null });
  const isTouched = text !== shown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed is checked
  useEffect(() => {
    if (!isTouched) return setCheck({ status: "right", recipe: null });
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const found = await checkRecipe(text, isOwn ? null : choice.id, abort.signal);
      if (found === null) return;
      setCheck(found);
      if (found.status === "right") onParams(paramsOf(found.recipe, isOwn));
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  // What came from elsewhere, as Reset does, replaces the text; its own meaning in other spaces does not.
  useEffect(() => setText((typed) => (meaning(typed) === meaning(shown) ? typed : shown)), [shown]);
  const isWrong = check.status === "wrong";
  return (
    <div className="mt-3">
      <TextArea
        aria-label={`Recipe of ${choice.id}`}
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
              ? "This recipe is right."
              : HINT[isOwn ? "own" : "one"]}
        </p>
        <CopyButton size="sm" label="Copy" text={() => text} />
      </div>
    </div>
  );
}

const HINT = {
  one: "Parameters that are left out keep their defaults.",
  own: "pipe: one after the other · orElse: the second where the first does nothing · when … run · until … ladder",
} as const;

/** With its id even where nothing was changed, so that there is something to type into. */
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
