import type { Response } from "@/lib/transcript/session";

/** The sum of each usage figure; null counts as zero. */
export function sumUsage(responses: readonly Response[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { usage } of responses)
    for (const [name, value] of Object.entries(usage ?? {}))
      if (typeof value === "number") sums[name] = (sums[name] ?? 0) + value;
  return sums;
}
