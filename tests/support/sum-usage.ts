import type { Response } from "@/lib/transcript/session";

/** Each figure of all usage together; null counts as nothing. */
export function sumUsage(responses: readonly Response[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { usage } of responses)
    for (const [name, value] of Object.entries(usage ?? {}))
      if (typeof value === "number") sums[name] = (sums[name] ?? 0) + value;
  return sums;
}
