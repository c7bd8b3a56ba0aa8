import type { Bar, Ratio } from "./row";
import { ratiosOf, spreadOf } from "./statistics";

/** Something that is measured in each round. `measure` prepares, does the work, and returns the time of the work alone. */
export type Contender = {
  readonly name: string;
  readonly isOurs: boolean;
  measure(round: number): number | Promise<number>;
};

/** The time of each contender in each round, by name. */
export type Times = ReadonlyMap<string, readonly number[]>;

/**
 * Measures all contenders in turn, `rounds` times; each round starts with a different one. `warmUps` rounds come first
 * and do not count. They compile code that runs in this process or in a server that stays up; new processes need none.
 */
export async function takeTurns(contenders: readonly Contender[], rounds: number, warmUps = 1): Promise<Times> {
  const times = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < warmUps + rounds; round += 1)
    for (let turn = 0; turn < contenders.length; turn += 1) {
      const { name, measure } = contenders[(turn + round) % contenders.length] as Contender;
      const taken = await measure(round);
      if (round >= warmUps) times.get(name)?.push(taken);
    }
  return times;
}

export const barsOf = (contenders: readonly Contender[], times: Times): Bar[] =>
  contenders.map(({ name, isOurs }) => ({ name, isOurs, spread: spreadOf(times.get(name) ?? []) }));

/** The ratio of two contenders in the same rounds. */
export function ratioOf(id: string, times: Times, ours: string, theirs: string): Ratio {
  const spread = spreadOf(ratiosOf(times.get(ours) ?? [], times.get(theirs) ?? []));
  return { id, meaning: `${ours} / ${theirs}`, spread };
}

/** Milliseconds of processor time of this process, including garbage collection. */
export async function processorMs(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Elapsed milliseconds. */
export async function clockMs(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
