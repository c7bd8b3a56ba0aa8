import { BASELINES, type Contender, STRATEGY_ROWS, strategy } from "../evaluation/strategy-rows";

/** A setting of the default strategy, which is chosen from several. */
export type Setting = { readonly leave: number; readonly excerpt: number };

const LEAVES = [0.4, 0.45, 0.5];
const EXCERPTS = [0.2, 0.22, 0.25];

export const SETTINGS: readonly Setting[] = LEAVES.flatMap((leave) => EXCERPTS.map((excerpt) => ({ leave, excerpt })));

export const nameOf = ({ leave, excerpt }: Setting): string => `winnow, leave ${leave}, excerpt ${excerpt}`;

/** The setting that saves about as much as clearing all but the newest tool outputs does. */
export const DEEP = "winnow, like tool clearing";

/** All presets with their defaults, and the default with other settings. */
export const CONTENDERS: readonly Contender[] = [
  ...BASELINES,
  ...STRATEGY_ROWS,
  ...SETTINGS.map((params) => strategy(nameOf(params), { id: "winnow", params })),
  strategy(DEEP, { id: "winnow", params: { leave: 0.25, excerpt: 0.1, horizon: 1000 } }),
];
