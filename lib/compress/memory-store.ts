import type { OutputStore } from "../strategies/grammar/environment";
import type { Surroundings } from "./surroundings";

/** A store in memory. Ids are derived from the content, so equal outputs have equal ids. */
export class MemoryStore implements OutputStore {
  readonly contents = new Map<string, string>();
  /**
   * Stored entries by content, because a replay or comparison stores the same output many times and should hash it only
   * once.
   */
  private readonly known = new Map<string, { readonly id: string; readonly bytes: number }>();

  constructor(private readonly sha256: Surroundings["sha256"]) {}

  put(content: string, { toolName, tokens }: { toolName?: string; tokens: number }) {
    const stored = this.known.get(content) ?? this.store(content);
    return { ...stored, tokens, ...(toolName !== undefined && { toolName }) };
  }

  private store(content: string) {
    const id = `out_${this.sha256([content]).slice(0, 24)}`;
    const stored = { id, bytes: new TextEncoder().encode(content).byteLength };
    this.contents.set(id, content);
    this.known.set(content, stored);
    return stored;
  }
}
