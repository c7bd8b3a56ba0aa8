import type { PromiseAnswer } from "../api/schemas/promise";
import { formatCount, formatMoney, formatPercentChange, formatWholeThousands } from "./number-format";
import { messages } from "./wording";

/** Whether what an advice promised came true, in words. */
export type PromiseView = {
  readonly chip: string;
  readonly tone: "good" | "bad" | "open";
  readonly sentence: string;
  readonly details: readonly string[];
};

const TONES = {
  kept: "good",
  less: "bad",
  dearer: "bad",
  "cannot-tell": "open",
  "not-in-force": "open",
  "no-sessions": "open",
} as const satisfies Record<PromiseAnswer["verdict"], PromiseView["tone"]>;

/** `clients`: who wrote the sessions of the advice. */
export function toPromiseView(answer: PromiseAnswer, clients: readonly string[]): PromiseView {
  const { verdict, since, before, after, promised, per_100_requests: measured, in_force: force } = answer;
  const change = measured?.change ?? null;
  const words = {
    day: since.slice(0, 10),
    before: formatCount(before.sessions.length, "session"),
    after: formatCount(after.sessions.length, "session"),
    measured: change === null ? "" : changeText({ share: change.mean, low: change.low, high: change.high }),
    promised: changeText(promised),
    trigger: formatWholeThousands(answer.trigger_tokens),
    reached: force.reached,
    beyond: force.beyond,
    clients: clients.join(", "),
  };
  return {
    chip: messages.promise.chips[verdict],
    tone: TONES[verdict],
    sentence: messages.promise.verdicts[verdict](words),
    details: after.sessions.length === 0 ? [] : detailsOf(answer),
  };
}

type Change = { readonly share: number; readonly low: number; readonly high: number };

/** `31 % less (11 to 43)`, `4 % more (−9 to +12)`: bounds keep their sign where the interval holds zero. */
function changeText({ share, low, high }: Change): string {
  const whole = (value: number) => String(Math.abs(Math.round(value * 100)));
  const bounds =
    high < 0
      ? `${whole(high)} to ${whole(low)}`
      : low > 0
        ? `${whole(low)} to ${whole(high)}`
        : `${formatPercentChange(low)} to ${formatPercentChange(high)}`;
  return messages.promise.change(`${whole(share)}\u2009%`, share < 0, bounds);
}

function detailsOf({ per_session: session, before, after, left_out: leftOut }: PromiseAnswer): string[] {
  const { perSession, peaks, leftOut: left } = messages.promise;
  const [was, is] = [before.peak_prompt_tokens, after.peak_prompt_tokens];
  return [
    ...(session?.change
      ? [perSession(formatMoney(session.before), formatMoney(session.after), formatPercentChange(session.change.mean))]
      : []),
    ...(was !== null && is !== null ? [peaks(formatWholeThousands(was), formatWholeThousands(is))] : []),
    ...(leftOut > 0 ? [left(formatCount(leftOut, "session"))] : []),
  ];
}
