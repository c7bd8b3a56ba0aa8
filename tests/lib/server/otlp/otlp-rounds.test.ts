import { expect, test } from "vitest";
import { askForRound, whenRoundsEnd } from "@/lib/server/otlp/otlp-sessions";

test("a request during a round gets another one; concurrent requests share one", async () => {
  let rounds = 0;
  const work = async () => {
    rounds += 1;
    if (rounds === 1) for (let asked = 0; asked < 3; asked += 1) askForRound("one", work);
    await new Promise(setImmediate);
  };
  askForRound("one", work);
  await whenRoundsEnd();
  expect(rounds).toBe(2);
});

test("a request at any moment around the end of a round is not forgotten", async () => {
  for (let steps = 0; steps < 40; steps += 1) {
    const served: string[] = [];
    let wanted = "first";
    let ended = () => {};
    const isOver = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const work = async () => {
      served.push(wanted);
      if (wanted === "first") ended();
    };
    askForRound(`end ${steps}`, work);
    await isOver;
    for (let step = 0; step < steps; step += 1) await Promise.resolve();
    wanted = "second";
    askForRound(`end ${steps}`, work);
    await whenRoundsEnd();
    expect({ steps, last: served.at(-1) }).toEqual({ steps, last: "second" });
  }
});
