import type { RequestRow } from "../../api/schemas/request-row";
import type { SimulatedAgent, SimulatedCache } from "../../read-models/simulated-cache";
import type { ShownRow } from "../../read-models/simulated-rows";
import { sentence } from "../../wording/say";

/** The choice in the address that stands for no cache at all; every other is the id of a policy. */
export const NO_CACHE = "none";
const IDEAL = "ideal-prefix";

/** One rule that the strip can be drawn by. `label` and `title` are known sentences. */
export type StripRule = { readonly id: string; readonly label: string; readonly title: string };

/** The simulated cache under the chart of a session whose log reports none. */
export type SimulatedStrip = {
  readonly chosen: string;
  /** The rule of the model's provider; if none is known, the ideal one. */
  readonly usual: string;
  readonly rules: readonly StripRule[];
  /** By position of the request: tokens read, written and uncached, which sum to its prompt. */
  readonly counters: readonly (readonly [read: number, written: number, uncached: number])[];
};

type Loaded = { readonly cache: SimulatedCache; readonly own: SimulatedAgent; readonly policy: string };

/** `asked`: the rule in the address, which may be anything. */
export function toSimulatedStrip({ cache, own, policy }: Loaded, asked: string | null): SimulatedStrip {
  const chosen = asked === NO_CACHE ? NO_CACHE : policy;
  return {
    chosen,
    usual: cache.usual,
    rules: rulesOf(cache, chosen),
    counters: own.requests.map(({ read, written, uncached }) =>
      chosen === NO_CACHE ? [0, 0, read + written + uncached] : [read, written, uncached],
    ),
  };
}

/** Three usual answers to "what did the cache do", and the rule of another provider if the reader chose one. */
function rulesOf({ usual, policies }: SimulatedCache, chosen: string): StripRule[] {
  const titleOf = (id: string) => policies.find((policy) => policy.id === id)?.title ?? id;
  const documented = { id: usual, label: sentence("Documented"), title: titleOf(usual) };
  const ideal = { id: IDEAL, label: sentence("Ideal"), title: titleOf(IDEAL) };
  const none = { id: NO_CACHE, label: sentence("None"), title: sentence("As if nothing had been cached") };
  const rules = usual === IDEAL ? [ideal, none] : [documented, ideal, none];
  return rules.some(({ id }) => id === chosen)
    ? rules
    : [...rules, { id: chosen, label: titleOf(chosen), title: titleOf(chosen) }];
}

/** The rows as the chart draws them. Cost and break stay unknown: a simulation is no finding. */
export const withStrip = (rows: readonly RequestRow[], strip: SimulatedStrip | null): readonly ShownRow[] =>
  strip === null
    ? rows
    : rows.map((row, at) => {
        const [read, written, uncached] = strip.counters[at] ?? [null, null, null];
        return { ...row, cache_read: read, cache_write: written, uncached, isSimulated: read !== null };
      });
