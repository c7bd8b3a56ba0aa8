import { randomIndexes } from "@/lib/evaluation/seeded-random";
import type { Bill } from "@/lib/two-arms/bill";
import type { ArmRun } from "@/lib/two-arms/tasks";

/** A bill of this size, half of it cache reads. */
export const billOfSize = (total: number): Bill => ({
  turns: 20,
  plainInput: 0.1 * total,
  reads: 0.5 * total,
  writes: 0.3 * total,
  output: 0.1 * total,
  others: 0,
  total,
});

export const armRun = (id: string, key: string | null, total: number, model: string | null = "m"): ArmRun => ({
  id,
  key,
  model,
  bill: billOfSize(total),
});

/** Normal numbers from a seed. */
export function normals(seed: number): () => number {
  const next = randomIndexes(seed);
  const uniform = () => (next(1 << 30) + 1) / (1 << 30);
  for (let skipped = 0; skipped < 20; skipped += 1) uniform();
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
