import { openaiChat } from "@/lib/formats/openai-chat";
import { generateConversation } from "@/tests/support/generate-conversation";
import { barsOf, type Contender, clockMs, ratioOf, takeTurns } from "../rounds";
import type { Options, Row, RowFigures } from "../row";
import { type MeasuredServer, post, startBare, startWinnow } from "../servers";
import { median } from "../statistics";

/** Messages of a body of about 276 KB. */
const MESSAGES = 245;
const CALLERS = 32;
/** Calls per caller, and calls of the single caller. */
const CALLS = 2;
const CALLS_ALONE = 12;
const ONE = "Winnow, one caller";
const MANY = `Winnow, ${CALLERS} callers`;
const BARE = `bare server, ${CALLERS} callers`;
/** Target: 1.7 times as many calls in the same time. */
const MOST_BY_ONE = 1 / 1.7;
const MOST_WAIT = 2;

export const manyCallers: Row = {
  id: "many-callers",
  title: "Compressing for many callers",
  what:
    "`POST /api/compress` of a production server, elapsed milliseconds per answered call, with new bodies of about 276 KB: one caller that " +
    `sends the next body after the previous answer, and ${CALLERS} such callers at the same time. The bare server parses the same bodies and ` +
    "returns them. The callers run on the same processors.",
  isQuick: true,
  measure,
};

async function measure({ rounds }: Options): Promise<RowFigures> {
  const [winnow, bare] = [await startWinnow(), await startBare()];
  const waits: number[] = [];
  try {
    const contenders = [
      caller(ONE, winnow, "/api/compress", 1, CALLS_ALONE, () => {}),
      caller(MANY, winnow, "/api/compress", CALLERS, CALLS, (taken) => waits.push(at(taken, 0.99) / at(taken, 0.5))),
      caller(BARE, bare, "", CALLERS, CALLS, () => {}),
    ];
    const times = await takeTurns(contenders, Math.min(rounds, 5));
    const ratio = ratioOf("many-callers/by-one", times, MANY, ONE);
    const beside = median(times.get(MANY) ?? []) / median(times.get(BARE) ?? []);
    return {
      unit: "ms",
      bars: barsOf(contenders, times),
      ratios: [ratio],
      aims: [
        {
          meaning: "a call among 32 callers / a call of one caller",
          value: ratio.spread.median,
          most: MOST_BY_ONE,
          unit: "×",
          whyMissed: WHY,
        },
        {
          meaning: "the slowest of a hundred calls / the median call",
          value: median(waits),
          most: MOST_WAIT,
          unit: "×",
          whyMissed: WHY,
        },
      ],
      limit: {
        what: "Half the time of one caller, because the two processors are shared with the callers.",
        distance: `A server that only parses and returns the body is ${beside.toFixed(1)} × as fast.`,
      },
      skipped: [],
    };
  } finally {
    await Promise.all([winnow.stop(), bare.stop()]);
  }
}

const WHY =
  "Large bodies are handled by two threads, but the receiving thread and the callers also need both processors.";

/** `told` gets the duration of each call, measured by its caller. */
function caller(
  name: string,
  { origin }: MeasuredServer,
  path: string,
  callers: number,
  calls: number,
  told: (taken: readonly number[]) => void,
): Contender {
  const measure = async (round: number): Promise<number> => {
    const bodies = Array.from({ length: callers * calls }, (_, index) => bodyOf(name, round * 1_000 + index));
    const taken: number[] = [];
    const loop = async (own: readonly string[]) => {
      for (const body of own) taken.push(await clockMs(() => post(`${origin}${path}`, body)));
    };
    const all = await clockMs(() =>
      Promise.all(Array.from({ length: callers }, (_, of) => loop(bodies.slice(of * calls, (of + 1) * calls)))),
    );
    told(taken);
    return all / taken.length;
  };
  return { name, isOurs: name !== BARE, measure };
}

function bodyOf(name: string, seed: number): string {
  const history = openaiChat.encode(generateConversation(MESSAGES, seed + name.length * 100_000, 5)) as object;
  return JSON.stringify({ ...history, model: "gpt-5" });
}

function at(taken: readonly number[], share: number): number {
  const sorted = [...taken].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number;
}
