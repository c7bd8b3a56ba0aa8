import { type StrategyChoice, toRecipe } from "./strategy-choice";

export type CompressCall = {
  readonly sessionId: string;
  readonly request: number;
  readonly force: boolean;
  readonly choice: StrategyChoice;
  /** The model that wrote the summaries; null = a rule did. */
  readonly model: string | null;
};

/** The recipe as `POST /api/compress` takes it in `strategy`, or with `around`, a whole body. */
export function recipeText(
  choice: StrategyChoice,
  around?: {
    readonly session: { readonly id: string; readonly request: number };
    readonly force: boolean;
    readonly model: string | null;
  },
): string {
  const recipe = toRecipe(choice);
  if (!around) return JSON.stringify(typeof recipe === "string" ? { id: recipe, params: {} } : recipe, null, 2);
  return JSON.stringify({
    session: around.session,
    strategy: recipe,
    ...(around.force && { force: true }),
    summarizer: around.model ?? "extractive",
  });
}

/** The same call for a POSIX shell; quotes inside the body are closed and opened again. */
export function curlText({ sessionId, request, force, choice, model }: CompressCall, origin: string): string {
  const body = recipeText(choice, { session: { id: sessionId, request }, force, model });
  return `curl -s ${origin}/api/compress -H 'content-type: application/json' -d '${body.replaceAll("'", `'\\''`)}'`;
}
