import { createHash } from "node:crypto";
import type { StoreReference } from "@/lib/conversation/edit";
import { createEnvironment, type Environment, type EnvironmentInput } from "@/lib/strategies/grammar/environment";

/** One token per four characters, rounded up: deterministic and fast. */
export const countQuarters = (text: string): number => Math.ceil(text.length / 4);

/** An in-memory store with ids derived from the content; equal content is hashed once. */
export function rememberingStore() {
  const contents = new Map<string, string>();
  const known = new Map<string, { id: string; bytes: number }>();
  return {
    contents,
    put(content: string, meta: { toolName?: string; tokens: number }): StoreReference {
      const stored = known.get(content) ?? { id: `out_${hash(content)}`, bytes: Buffer.byteLength(content) };
      known.set(content, stored);
      contents.set(stored.id, content);
      return { ...stored, ...meta };
    },
  };
}

const hash = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 24);

export function testEnvironment(input: Partial<EnvironmentInput> = {}): Environment {
  return createEnvironment({
    count: countQuarters,
    budget: { window: 200_000, reserve: 8_000 },
    store: rememberingStore(),
    ...input,
  });
}
