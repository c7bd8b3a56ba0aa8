import type { ReplayPolicy } from "@/lib/replay/replay-types";

type Params = Readonly<Record<string, number>>;

/** Triggers and floors of the default, in thousands of tokens. */
const CUTS = [
  [120, 60],
  [100, 60],
  [80, 50],
  [80, 40],
  [60, 40],
] as const;
/** Tokens of names that the index of what was dropped may have; at a floor of 40,000 two thirds of it. */
const INDEXES = [0, 2_000, 4_000, 8_000, 14_000, 21_000] as const;
/** Other constants at the default's trigger and floor. */
const OTHERS: readonly Params[] = [
  { keepInputs: 24 },
  { keepInputs: 100 },
  { keepNewest: 10 },
  { keepNewest: 20 },
  { excerpt: 0.1 },
  { excerpt: 0.5 },
];

const winnow = (id: string, params: Params): ReplayPolicy => ({ kind: "recipe", id, recipe: { id: "winnow", params } });

const atCut = ([trigger, floor]: (typeof CUTS)[number]): ReplayPolicy[] => {
  const params = { trigger: trigger * 1_000, floor: floor * 1_000 };
  const name = `winnow, ${trigger}k to ${floor}k`;
  return [
    winnow(name, params),
    ...INDEXES.map((indexNames) => winnow(`${name}, index of ${indexNames} tokens`, { ...params, indexNames })),
  ];
};

const named = (params: Params) => Object.entries(params).map(([name, value]) => `${name} ${value}`);

/** Other products' cuts at the default's trigger: to its floor where they take one. */
const products: readonly ReplayPolicy[] = [
  {
    kind: "recipe",
    id: "roo-truncate, 100k to 60k",
    recipe: "roo-truncate",
    trigger: { tokens: 100_000 },
    floor: 60_000,
  },
  { kind: "recipe", id: "letta-cut, 100k to 60k", recipe: "letta-cut", trigger: { tokens: 100_000 }, floor: 60_000 },
  ...["anthropic-clear-tool-uses", "swe-agent-last-n"].map(
    (recipe): ReplayPolicy => ({ kind: "recipe", id: `${recipe} at 100k`, recipe, trigger: { tokens: 100_000 } }),
  ),
];

export const POLICIES: readonly ReplayPolicy[] = [
  { kind: "logged", id: "the log" },
  { kind: "keep-all", id: "keep everything" },
  winnow("winnow", {}),
  ...CUTS.flatMap(atCut),
  ...OTHERS.map((params) => winnow(`winnow, ${named(params)}`, params)),
  ...products,
];
