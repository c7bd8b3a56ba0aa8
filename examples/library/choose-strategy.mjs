import { compare } from "winnow";

/** The applicable strategy that leaves the fewest tokens; null if none applies. */
export async function cheapestOf(strategies, body) {
  const { results } = await compare({ ...body, strategies, force: true });
  const applied = results.filter(({ status }) => status === "applied");
  const [best] = applied.sort((one, other) => one.stats.tokens_after - other.stats.tokens_after);
  return best?.strategy.id ?? null;
}
