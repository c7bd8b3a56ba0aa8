import { expect, test } from "vitest";
import type { Conversation } from "@/lib/conversation/message";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { loadVocabulary } from "@/lib/server/vocabulary";
import { STRATEGIES } from "@/lib/strategies";
import { requestTokens } from "@/lib/strategies/create-view";
import { createEnvironment, type Environment } from "@/lib/strategies/environment";
import { createTokenizer } from "@/lib/tokenizers/tokenizer";
import { generateConversation } from "@/tests/support/generate-conversation";
import { rememberingStore } from "@/tests/support/strategy-environment";
import { cpuTime } from "./cpu-time";
import { pruneWithAiSdk, trimWithLangChain } from "./peers";
import { realConversation } from "./real-conversation";

const tokenizer = createTokenizer("o200k", loadVocabulary);
/** Messages of 20k, 220k and 2M tokens. */
const SIZES = [64, 700, 6400];
const SCALE = 5;
/** The least of so many runs, for the peers and for us: the compiler has then seen the code of both. */
const RUNS = 12;
const COLD_RUNS = 2;
/** Promises: with counts cached and cold, and the exponent of growth. */
const MOST = { warm: 1.3, cold: 1.5, growth: 1.1 };

/** Half of the conversation fits, so that what acts on overflow acts at every size. */
const fresh = (window = 100_000, count = (text: string) => tokenizer.count(text)): Environment =>
  createEnvironment({
    count,
    budget: { window, reserve: 0 },
    store: rememberingStore(),
    force: true,
  });

/** Looks every text up, as LangChain's counter here does. */
function memoised() {
  const known = new Map<string, number>();
  return (text: string) => {
    const tokens = known.get(text) ?? tokenizer.count(text);
    known.set(text, tokens);
    return tokens;
  };
}

/** `trim` and `plain`: the peer and the counting pass, measured in the same moment. */
type Row = { readonly id: string; readonly status: string } & Record<"warm" | "cold" | "trim" | "plain", number>;

async function measure(conversation: Conversation) {
  const counted = fresh(100_000, memoised());
  const tokens = requestTokens(conversation, counted);
  const plain = await cpuTime(() => requestTokens(conversation, fresh()), COLD_RUNS);
  const trimMessages = trimWithLangChain(conversation, 100_000, counted);
  const langchain = await cpuTime(trimMessages, RUNS);
  const aiSdk = await cpuTime(pruneWithAiSdk(conversation), RUNS);
  const rows: Row[] = [];
  for (const { id } of STRATEGIES) {
    const { status } = compressConversation(conversation, id, counted);
    const warm = await cpuTime(() => compressConversation(conversation, id, counted), RUNS);
    const cold = await cpuTime(() => compressConversation(conversation, id, fresh()), COLD_RUNS);
    const trim = await cpuTime(trimMessages, RUNS);
    const beside = await cpuTime(() => requestTokens(conversation, fresh()), COLD_RUNS);
    rows.push({ id, status, warm, cold, trim, plain: beside });
  }
  return { tokens, plain, langchain, aiSdk, rows };
}

const cell = (value: number | string, digits = 2) =>
  (typeof value === "number" ? value.toFixed(digits) : value).padStart(10);

function print(
  title: string,
  conversation: Conversation,
  { tokens, plain, langchain, aiSdk, rows }: Awaited<ReturnType<typeof measure>>,
) {
  console.log(`\n${title}: ${conversation.messages.length} messages, ${tokens} tokens (o200k), CPU ms`);
  console.log(
    `one counting pass ${plain.toFixed(1)}; trimMessages, memoised counter ${langchain.toFixed(2)}; pruneMessages ${aiSdk.toFixed(2)}`,
  );
  console.log(
    `${"strategy".padEnd(26)}${["cached", "× trim", "cold", "× count", "status"].map((name) => cell(name)).join("")}`,
  );
  for (const { id, warm, cold, trim, plain, status } of rows)
    console.log(
      `${id.padEnd(26)}${cell(warm)}${cell(warm / trim)}${cell(cold, 1)}${cell(cold / plain)}${cell(status)}`,
    );
}

test("beside the peers on 700 messages and 220,000 tokens", async () => {
  const real = await realConversation();
  const all = [["generated", generateConversation(700, 1, SCALE)] as const, ...(real ? [["real", real] as const] : [])];
  for (const [title, conversation] of all) {
    const result = await measure(conversation);
    print(title, conversation, result);
    for (const { id, warm, cold, trim, plain } of result.rows) {
      expect.soft(warm / trim, `${title}: ${id} with counts cached`).toBeLessThanOrEqual(MOST.warm);
      expect.soft(cold / plain, `${title}: ${id} cold`).toBeLessThanOrEqual(MOST.cold);
    }
  }
});

test("growth from 20,000 to 2,000,000 tokens", async () => {
  const conversations = SIZES.map((size) => generateConversation(size, 1, SCALE));
  const environments = conversations.map((conversation) => {
    const environment = fresh(Math.floor(requestTokens(conversation, fresh()) / 2), memoised());
    requestTokens(conversation, environment);
    return environment;
  });
  const lines = [`${"strategy".padEnd(26)}${[...SIZES.map(String), "growth"].map((name) => cell(name)).join("")}`];
  for (const { id } of STRATEGIES) {
    const runs: { size: number; ms: number; status: string }[] = [];
    for (const [index, conversation] of conversations.entries()) {
      const environment = environments[index] as Environment;
      const { status } = compressConversation(conversation, id, environment);
      const ms = await cpuTime(() => compressConversation(conversation, id, environment), 8);
      runs.push({ size: SIZES[index] as number, ms, status });
    }
    // A preset with thresholds of its own does nothing on a small history: that is other work, and no measure of growth.
    const points = runs.filter(({ status }) => status === runs.at(-1)?.status);
    const [first, last] = [points[0], points.at(-1)] as [(typeof points)[0], (typeof points)[0]];
    const growth = Math.log(last.ms / first.ms) / Math.log(last.size / first.size);
    const cells = SIZES.map((size) => cell(points.find((point) => point.size === size)?.ms ?? "–"));
    lines.push(`${id.padEnd(26)}${cells.join("")}${cell(growth)}`);
    expect.soft(growth, `${id} grows`).toBeLessThanOrEqual(MOST.growth);
  }
  console.log(`\n${lines.join("\n")}`);
});
