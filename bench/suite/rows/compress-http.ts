import { openaiChat } from "@/lib/formats/openai-chat";
import { generateConversation } from "@/tests/support/generate-conversation";
import { barsOf, type Contender, clockMs, ratioOf, type Times, takeTurns } from "../rounds";
import type { Options, Row, RowFigures, Skipped } from "../row";
import { type MeasuredServer, post, startBare, startWinnow } from "../servers";
import { median } from "../statistics";

/** Number of messages in a generated history, and the approximate tokens. */
const SIZES = [
  { messages: 64, tokens: "20k", isQuick: true },
  { messages: 700, tokens: "200k", isQuick: true },
  { messages: 3_200, tokens: "1M", isQuick: false },
] as const;
const GROWING = { messages: 700, tokens: "200k" } as const;
const STEP = `Winnow, 2 messages added to ${GROWING.tokens}`;
const STEP_WITH_STATE = `${STEP}, with its state`;
const STEP_BARE = `bare server, 2 messages added to ${GROWING.tokens}`;
const MAX_STEP_MS = 25;
/** Steps before the first measured one, because a server that has just started has not compiled its code yet. */
const STEPS_BEFORE = 20;

export const compressOverHttp: Row = {
  id: "compress-http",
  title: "Compressing over HTTP",
  what:
    "`POST /api/compress` of a production server on the same machine: the time from sending the body to the last byte of the answer. The histories of " +
    "20k, 200k and 1M tokens are new in each round and are compressed to half of their size. *2 messages added* is a growing conversation: its client sends all of " +
    "it at each step, only the last two messages are new, and the default strategy decides. Steps follow each other as in an agent's loop. " +
    `*With its state* also sends back the \`state\` of the previous answer. ${STEPS_BEFORE} steps run before the first measured one, because a server that has just started is two to five times slower. ` +
    "The bare server parses the same body and returns it. Two other servers are measured if they are running: `BENCH_HEADROOM` (Headroom's " +
    "`/v1/compress`) and `BENCH_CONTEXT_GURU` (context-guru's `/compact`) contain their addresses.",
  isQuick: true,
  measure,
};

async function measure({ rounds, isQuick }: Options): Promise<RowFigures> {
  const [winnow, bare] = [await startWinnow(), await startBare()];
  try {
    const sizes = SIZES.filter((size) => size.isQuick || !isQuick);
    const { others, skipped } = otherServers();
    const histories = sizes.flatMap((size) => oneShot(size, winnow, bare, others));
    const steps = growing(winnow, bare);
    // Steps follow each other as in an agent's loop. Between them, no history of another caller fills the memory.
    const times = new Map([...(await takeTurns(histories, rounds)), ...(await takeTurns(steps, rounds))]);
    return figuresOf([...histories, ...steps], times, sizes, skipped);
  } finally {
    await Promise.all([winnow.stop(), bare.stop()]);
  }
}

type Size = { readonly messages: number; readonly tokens: string };
type Other = { readonly name: string; readonly url: string };

/** Contenders that each send a single call of this size; the history differs in each round. */
function oneShot({ messages, tokens }: Size, winnow: MeasuredServer, bare: MeasuredServer, others: readonly Other[]) {
  const history = (round: number) => openaiChat.encode(generateConversation(messages, 100 + round, 5)) as object;
  const contender = (name: string, isOurs: boolean, url: string, more: object): Contender => ({
    name: `${name}, ${tokens}`,
    isOurs,
    measure: (round) => {
      const body = JSON.stringify({ ...history(round), model: "gpt-5", ...more });
      return clockMs(() => post(url, body));
    },
  });
  return [
    contender("Winnow", true, `${winnow.origin}/api/compress`, { target: { fraction: 0.5 } }),
    contender("bare server", false, bare.origin, {}),
    ...others.map(({ name, url }) => contender(name, false, url, {})),
  ];
}

/** One conversation for each way of sending it. It grows by a call and its result at each step. */
function growing(winnow: MeasuredServer, bare: MeasuredServer): Contender[] {
  const step = (name: string, isOurs: boolean, seed: number, url: string, hasState: boolean): Contender => {
    const whole = openaiChat.encode(generateConversation(GROWING.messages + 200, seed, 5)) as { messages: object[] };
    let state: unknown = null;
    let steps = 0;
    const takeStep = async (): Promise<number> => {
      const messages = whole.messages.slice(0, evenly(GROWING.messages) + 2 * (steps - STEPS_BEFORE));
      steps += 1;
      const body = JSON.stringify({ messages, model: "gpt-5", ...(hasState && state !== null && { state }) });
      let answer = "";
      const ms = await clockMs(async () => {
        answer = await post(url, body);
      });
      if (hasState) state = (JSON.parse(answer) as { state?: unknown }).state ?? null;
      return ms;
    };
    const measure = async (): Promise<number> => {
      while (steps < STEPS_BEFORE) await takeStep();
      return takeStep();
    };
    return { name, isOurs, measure };
  };
  return [
    step(STEP, true, 11, `${winnow.origin}/api/compress`, false),
    step(STEP_WITH_STATE, true, 12, `${winnow.origin}/api/compress`, true),
    step(STEP_BARE, false, 13, bare.origin, false),
  ];
}

/** The history must end after a result, so that no call is unanswered. */
const evenly = (messages: number): number => messages + 1 - (messages % 2);

function otherServers(): { others: Other[]; skipped: Skipped[] } {
  const others: Other[] = [];
  const skipped: Skipped[] = [];
  for (const { name, variable, path } of [
    { name: "Headroom", variable: "BENCH_HEADROOM", path: "/v1/compress" },
    { name: "context-guru", variable: "BENCH_CONTEXT_GURU", path: "/compact" },
  ]) {
    const address = process.env[variable];
    if (address) others.push({ name, url: new URL(path, address).href });
    else skipped.push({ name, reason: `${variable} does not name a running server` });
  }
  return { others, skipped };
}

function figuresOf(
  contenders: readonly Contender[],
  times: Times,
  sizes: readonly Size[],
  skipped: readonly Skipped[],
): RowFigures {
  const step = median(times.get(STEP) ?? []);
  const withState = median(times.get(STEP_WITH_STATE) ?? []);
  const bare = median(times.get(STEP_BARE) ?? []);
  return {
    unit: "ms",
    bars: barsOf(contenders, times),
    ratios: [
      ...sizes.map(({ tokens }) =>
        ratioOf(`compress-http/${tokens}`, times, `Winnow, ${tokens}`, `bare server, ${tokens}`),
      ),
      ratioOf("compress-http/step", times, STEP, STEP_BARE),
      ratioOf("compress-http/step-with-state", times, STEP_WITH_STATE, STEP_BARE),
    ],
    aims: [
      { meaning: "2 messages added to 200k tokens", value: step, most: MAX_STEP_MS, unit: "ms", whyMissed: WHY },
      { meaning: "the same with its state", value: withState, most: MAX_STEP_MS, unit: "ms", whyMissed: WHY },
    ],
    limit: {
      what: "Sending, parsing and returning the same bytes over the same kind of connection.",
      distance: `A step takes ${(step / bare).toFixed(1)} × that, and ${(withState / bare).toFixed(1)} × with its state.`,
    },
    skipped,
  };
}

const WHY =
  "Old messages are not parsed again, but they are compared with what is known, checked against the provider's rules and written " +
  "to the answer again, and outputs that were put aside are looked up in the database.";
