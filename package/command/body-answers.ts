import { strategyAnswer } from "@/lib/api/answers/strategy";
import { Problem } from "@/lib/api/problem";
import type { StoredOutputAnswer } from "@/lib/api/schemas/stored-output";
import type { RouteCall, UsedRoute } from "@/lib/mcp/call-api";
import { queryText } from "@/lib/server/workers/query-task";
import { STRATEGIES } from "@/lib/strategies";
import { type CompareInput, type CompressInput, compare, compress, type KeptText } from "../entries/index";

/** Characters of put-aside texts that one process keeps; the oldest go first. */
const MAX_CHARACTERS = 64 * 1024 * 1024;

type Kept = KeptText & { readonly putAsideAt: string };

/** What needs no library: the library's own functions on bodies that were sent. What they put aside is kept in memory. */
export class BodyAnswers {
  readonly #kept = new Map<string, Kept>();
  #characters = 0;

  strategies() {
    return { strategies: STRATEGIES.map(strategyAnswer) };
  }

  answer(key: UsedRoute, body: unknown): Promise<object> {
    const outputs = { get: (id: string) => this.#kept.get(id), set: (_: string, kept: KeptText) => this.#keep(kept) };
    return key === "POST /api/compress"
      ? compress(body as CompressInput, { outputs })
      : compare(body as CompareInput, { outputs });
  }

  /** A text that this process put aside, or a part of it; null: not here. */
  output({ path, query = {} }: RouteCall): StoredOutputAnswer | null {
    const kept = this.#kept.get(path?.id ?? "");
    if (!kept) return null;
    const { start = null, end = null, grep = null, json_path = null } = query;
    const found = queryText(kept.text, {
      start: numberOf(start),
      end: numberOf(end),
      grep: textOf(grep),
      jsonPath: textOf(json_path),
    });
    if (!found.ok) throw new Problem(422, found.code, found.message);
    return {
      id: kept.id,
      tool: kept.tool,
      tokens: kept.tokens,
      bytes: Buffer.byteLength(kept.text),
      put_aside_at: kept.putAsideAt,
      source: kept.source,
      total_lines: found.totalLines,
      text: found.text,
      matches: found.lines,
      truncated: found.truncated,
    };
  }

  #keep(kept: KeptText): void {
    if (this.#kept.has(kept.id)) return;
    this.#kept.set(kept.id, { ...kept, putAsideAt: new Date().toISOString() });
    this.#characters += kept.text.length;
    for (const [id, { text }] of this.#kept) {
      if (this.#characters <= MAX_CHARACTERS) break;
      this.#kept.delete(id);
      this.#characters -= text.length;
    }
  }
}

type Value = string | number | boolean | null;
const numberOf = (value: Value): number | null => (value === null ? null : Number(value));
const textOf = (value: Value): string | null => (value === null || value === "" ? null : String(value));
