// A loop of 200 steps against scripted models, without Winnow and with it: tokens, money, changed prefixes, time per step.
// Prints bench/results/agent-loop.md. `node scripts/run-ts.mjs bench/agent-loop/agent-loop.ts [steps]`
import os from "node:os";
import { generateText, isStepCount, type ModelMessage, tool, wrapLanguageModel } from "ai";
import * as z from "zod";
import { cachePrices } from "@/lib/models/price-usage";
import { resolveModel } from "@/lib/models/resolve-model";
import { type CompressorEvent, type CompressorOptions, createWinnow } from "@/package/entries/ai-sdk";
import { loadTokenizer, o200kTokenizer } from "@/package/entries/small";
import { changesOf, median, outputOf } from "@/tests/support/agent-loop";
import { type SentLog, scriptedModel } from "@/tests/support/scripted-model";

const STEPS = Number(process.argv[2] ?? 200);
/** Tokens that OpenAI reads from its cache: the minimum, and the size of a step. */
const CACHED = { least: 2048, piece: 128 };
const work = tool({ inputSchema: z.object({ step: z.int() }), execute: async ({ step }) => outputOf(step) });
const opening: ModelMessage[] = [
  { role: "system", content: "Do the work." },
  { role: "user", content: "Go through all steps." },
];

type Run = {
  readonly answer: string;
  readonly log: SentLog;
  readonly events: readonly CompressorEvent[];
  readonly times: readonly number[];
};

/** `times`: milliseconds of the middleware at each step. */
async function loop(options: CompressorOptions | null): Promise<Run> {
  const events: CompressorEvent[] = [];
  const times: number[] = [];
  const winnow = createWinnow({ model: "gpt-5", ...options, onEvent: (event) => events.push(event) });
  const { model, log } = scriptedModel(STEPS, await loadTokenizer(o200kTokenizer));
  const transformParams: typeof winnow.middleware.transformParams = async (given) => {
    const startedAt = performance.now();
    const params = await winnow.middleware.transformParams?.(given);
    times.push(performance.now() - startedAt);
    return params ?? given.params;
  };
  const middleware = { ...winnow.middleware, transformParams };
  const { text } = await generateText({
    model: options ? wrapLanguageModel({ model: model as never, middleware }) : model,
    tools: { work, ...winnow.tools },
    stopWhen: isStepCount(STEPS + 5),
    messages: opening,
    allowSystemInMessages: true,
  });
  return { answer: text, log, events, times };
}

/** Tokens at the start of a request that equal those of the previous request. */
function prefixOf({ prompts, sizes }: SentLog, request: number): number {
  const [before, now] = [prompts[request - 1] ?? [], prompts[request] ?? []];
  const end = now.findIndex((message, at) => message !== before[at]);
  return (sizes[request] ?? []).slice(0, end < 0 ? now.length : end).reduce((sum, tokens) => sum + tokens, 0);
}

/** US dollars for the prompts of a run, if each request reads from the cache what the previous one wrote. */
function costOf(log: SentLog, model: string): number {
  const prices = resolveModel(model)?.prices;
  if (!prices) throw new Error(`no prices of ${model}`);
  const { input, cacheRead, cacheWrite } = cachePrices(prices, null);
  return log.tokens.reduce((sum, tokens, request) => {
    const read = CACHED.piece * Math.floor(prefixOf(log, request) / CACHED.piece);
    const cached = read < CACHED.least ? 0 : read;
    return sum + (cached * cacheRead + (tokens - cached) * Math.max(input, cacheWrite)) / 1e6;
  }, 0);
}

const thousands = (tokens: number) => `${Math.round(tokens / 1000)}k`;

function rowOf(name: string, run: Run): string {
  const changes = changesOf(run.log.prompts).length;
  const last = run.times.slice(Math.floor(run.times.length * 0.8));
  return [
    "",
    name,
    String(run.log.prompts.length),
    String(run.log.invalid.length),
    thousands(Math.max(...run.log.tokens)),
    thousands(run.log.tokens.reduce((sum, tokens) => sum + tokens, 0)),
    costOf(run.log, "gpt-5").toFixed(2),
    costOf(run.log, "claude-sonnet-4-5").toFixed(2),
    `${((100 * changes) / run.log.prompts.length).toFixed(1)}`,
    run.times.length > 0 ? `${median(run.times).toFixed(1)} / ${median(last).toFixed(1)}` : "–",
    run.answer === plain.answer ? "yes" : "no",
    "",
  ]
    .join(" | ")
    .trim();
}

/** The median of each fifth of the loop, to show growth. */
const fifths = ({ times }: Run) =>
  [0, 1, 2, 3, 4].map((fifth) => {
    const size = Math.floor(times.length / 5);
    return median(times.slice(fifth * size, (fifth + 1) * size)).toFixed(1);
  });

const WAYS: readonly (readonly [string, CompressorOptions])[] = [
  ["`winnow`, window 400k", { strategy: "winnow", window: 400_000 }],
  ["`winnow`, window 200k", { strategy: "winnow", window: 200_000 }],
  ["`winnow`, window 100k", { strategy: "winnow", window: 100_000 }],
  ["`centagent-externalise`, window 400k", { strategy: "centagent-externalise", window: 400_000 }],
  ["`swe-agent-last-n`, window 100k", { strategy: "swe-agent-last-n", window: 100_000 }],
];

await loop({ strategy: "winnow", window: 400_000 }); // compiles the code before it is timed
const plain = await loop(null);
const runs: [string, Run][] = [["without Winnow", plain]];
for (const [name, options] of WAYS) runs.push([name, await loop(options)]);

const load = os.loadavg()[0]?.toFixed(1);
console.log(`# A loop of ${STEPS} steps

\`node scripts/run-ts.mjs bench/agent-loop/agent-loop.ts\`, ${new Date().toISOString().slice(0, 10)}, Node ${process.version.slice(1)}, ${os.availableParallelism()} shared cores, load ${load}.

An agent of the AI SDK calls a tool ${STEPS} times, with about 1,000 tokens each, against a scripted model in the same process. The model
then answers with a line of the first output. If that output was put aside, it first has to be fetched with \`get_tool_output\`. Money covers only
the prompts, priced as if each request read from the cache what the previous request had sent (at least ${CACHED.least.toLocaleString("en")} tokens, in units of
${CACHED.piece}) and wrote the rest. *Changed* counts the requests, of 100, that do not begin with the entire previous request. Times are the
middleware's.

| | requests | invalid | largest prompt | all prompts | USD, GPT-5 | USD, Claude Sonnet 4.5 | changed per 100 | ms per step, median / last fifth | same result |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |
${runs.map(([name, run]) => rowOf(name, run)).join("\n")}

Milliseconds per step in each fifth of the loop:

| | 1st | 2nd | 3rd | 4th | 5th |
| --- | ---: | ---: | ---: | ---: | ---: |
${runs
  .slice(1)
  .map(([name, run]) => `| ${name} | ${fifths(run).join(" | ")} |`)
  .join("\n")}
`);
