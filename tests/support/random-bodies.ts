import { CODECS } from "@/lib/formats";
import { generateConversation } from "./generate-conversation";
import { seededBelow } from "./mutate";

const STRATEGIES = [
  undefined,
  "winnow",
  "centagent-externalise",
  "swe-agent-last-n",
  "factory-anchored",
  "anthropic-clear-tool-uses",
  "roo-truncate",
  "manus",
  "headroom-coding",
  "opencode-prune",
  { pipe: ["dcp-dedup", "winnow"] },
  "no-such-strategy",
];
const MODELS = [undefined, "gpt-5", "claude-sonnet-4-5", "gemini-2.5-pro", "of-nobody"];

/**
 * Random body number `seed` for POST /api/compress: a history of any length in any of the five formats, sometimes
 * broken, with random parameters at the top level or under `winnow`.
 */
export function randomBody(seed: number): Readonly<Record<string, unknown>> {
  const next = seededBelow(seed);
  const pick = <Value>(values: readonly Value[]): Value => values[next(values.length)] as Value;
  const codec = pick(CODECS);
  const conversation = generateConversation(2 + next(next(4) === 0 ? 160 : 24), seed, pick([1, 1, 5]));
  const encoded = codec.encode(conversation) as Record<string, unknown>;
  const body = next(5) === 0 ? cut(encoded, next) : encoded;
  const parameters = withoutUndefined({
    strategy: pick(STRATEGIES),
    force: pick([undefined, true, true, false]),
    context_window: pick([undefined, 4_000, 20_000, 200_000]),
    target: pick([undefined, undefined, { fraction: 0.6 }, { tokens: 1_500 }]),
    include: pick([undefined, ["edits"], ["edits", "provenance"]]),
    protect: pick([undefined, undefined, { last: 4 }, { first: 2, tools: ["Bash"] }]),
    store: pick([undefined, undefined, false]),
    dry_run: pick([undefined, undefined, undefined, true]),
    strict: pick([undefined, undefined, undefined, true]),
    cached_tokens: pick([undefined, 0, 3_000]),
    format: pick([undefined, codec.id]),
  });
  const model = pick(MODELS);
  const apart = next(3) === 0;
  return { ...body, ...(model && { model }), temperature: 1, ...(apart ? { winnow: parameters } : parameters) };
}

/** Drops one message, so a call or a result may lose its counterpart. */
function cut(body: Record<string, unknown>, next: (limit: number) => number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      const isHistory = ["messages", "input", "contents"].includes(key) && Array.isArray(value) && value.length > 1;
      return [key, isHistory ? value.toSpliced(next(value.length), 1) : value];
    }),
  );
}

const withoutUndefined = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
