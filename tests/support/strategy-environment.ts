import type { StoreReference } from "@/lib/conversation/edit";
import { createEnvironment, type Environment, type EnvironmentInput } from "@/lib/strategies/environment";

/** A token per started four characters: deterministic and quick. */
export const countQuarters = (text: string): number => Math.ceil(text.length / 4);

/** A store that remembers, with ids derived from the content. */
export function rememberingStore() {
  const contents = new Map<string, string>();
  return {
    contents,
    put(content: string, meta: { toolName?: string; tokens: number }): StoreReference {
      const id = `out_${hash(content)}`;
      contents.set(id, content);
      return { id, bytes: new TextEncoder().encode(content).length, ...meta };
    },
  };
}

function hash(text: string): string {
  let value = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n);
  return value.toString(16).padStart(16, "0").repeat(2);
}

export function testEnvironment(input: Partial<EnvironmentInput> = {}): Environment {
  return createEnvironment({
    count: countQuarters,
    budget: { window: 200_000, reserve: 8_000 },
    store: rememberingStore(),
    ...input,
  });
}
