import type { StrategyAnswer } from "../../api/schemas/strategy";
import { FORMAT_TITLES } from "../../read-models/library-item";
import { english, type Say } from "../../wording/say";

export const PRESETS = ["clients", "savers", "no-model", "everything"] as const;
export type PresetId = (typeof PRESETS)[number];

export type StrategyPreset = {
  readonly id: PresetId;
  readonly title: string;
  /** The group's products. */
  readonly note: string;
  readonly strategies: readonly string[];
};

/** Products between a client and its provider that change outputs as they arrive or remove them later. */
const SAVERS: readonly string[] = ["rtk", "headroom", "lean-ctx", "context-guru", "opencode-dcp"];
const MOST_NAMES = 5;

/**
 * Choices of strategies for a run over many sessions. None needs a model, because each measured request would cost a
 * call. The preset of the reader's clients is missing if there are none.
 */
export function strategyPresets(
  strategies: readonly StrategyAnswer[],
  clients: readonly string[],
  say: Say = english,
): readonly StrategyPreset[] {
  const open = strategies.filter(({ needs_model }) => !needs_model);
  const newest = open.filter(({ variant_of }) => variant_of === null);
  const own = newest.filter((strategy) => clients.some((client) => isOf(strategy, client)));
  const savers = newest.filter(isSaver);
  const presets: readonly StrategyPreset[] = [
    { id: "clients", title: say("What my clients can do"), note: productNames(own), strategies: own.map(toId) },
    { id: "savers", title: say("Token savers"), note: productNames(savers), strategies: savers.map(toId) },
    {
      id: "no-model",
      title: say("No model needed"),
      note: say("strategies that cut, clear or put aside; newest versions only"),
      strategies: newest.filter(({ model }) => model === "none").map(toId),
    },
    {
      id: "everything",
      title: say("Everything"),
      note: say("summaries by rule, older versions too"),
      strategies: open.map(toId),
    },
  ];
  return presets.filter((preset) => preset.strategies.length > 0);
}

const toId = ({ id }: StrategyAnswer): string => id;

/** `pi coding agent` is a product of the client `pi`; `codex` is called Codex CLI. */
function isOf({ product }: StrategyAnswer, client: string): boolean {
  const words = product.name.toLowerCase().split(" ");
  const names = [client, FORMAT_TITLES[client] ?? client].map((name) => name.toLowerCase().split(/[ -]/));
  return names.some((name) => name.every((word, at) => words[at] === word));
}

/** Only one of headroom's strategies, its profile for agents; the others are individual steps of that profile. */
function isSaver({ product, mode, family }: StrategyAnswer): boolean {
  const name = product.name.split(" ")[0] ?? "";
  if (!SAVERS.includes(name) || family === "fold") return false;
  return name !== "headroom" || mode === "as-messages-arrive";
}

function productNames(strategies: readonly StrategyAnswer[]): string {
  const names = [...new Set(strategies.map(({ product }) => product.name.replace(/ \(.*\)$/, "")))];
  return names.length <= MOST_NAMES ? names.join(", ") : `${names.slice(0, MOST_NAMES).join(", ")} …`;
}
