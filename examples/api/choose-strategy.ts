import type { Winnow } from "./client";

/**
 * The strategy that saves most at the fullest request of a session while keeping nearly everything needed later; null:
 * none.
 */
export async function chooseStrategy(winnow: Winnow, id: string, strategies: string[]): Promise<string | null> {
  const { data, error } = await winnow.POST("/api/compress/compare", {
    body: { session: { id }, strategies, force: true, include: ["evaluation"] },
  });
  if (error) throw new Error(`${error.code}: ${error.detail}`);
  const fitting = data.results.filter(
    ({ status, evaluation }) =>
      status === "applied" && evaluation?.validity.valid && (evaluation.hindsight?.recall ?? 1) >= 0.5,
  );
  const [best] = fitting.sort((a, b) => b.stats.saved_fraction - a.stats.saved_fraction);
  return best?.strategy.id ?? null;
}
