import { earlierThan, noAction, shareBelow, WINDOW_UNKNOWN } from "./answers";
import type { ClientSetting, SettingAnswer, WantedSetting } from "./client-setting";

const prune = (): SettingAnswer => ({
  text: `"compaction": { "prune": true }`,
  fires: null,
  note: "It keeps the newest 40,000 tokens of tool outputs and the last 2 turns, and runs only if at least 20,000 tokens can be cleared. You cannot set when it runs.",
});

const openCode: ClientSetting = {
  id: "opencode",
  title: "OpenCode",
  sessionClients: ["OpenCode"],
  version: "1.18.33",
  unit: "free-tokens",
  place: "opencode.json",
  key: "compaction.reserved, compaction.prune",
  default: "compacts when 20,000 tokens are free, or fewer where the model's answers are shorter; prune is off",
  can: { fold: "at-trigger", clear: "switch", keepNewest: false, floor: false },
  source: "https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/session/overflow.ts",
  readOn: "2026-11-23",
  readIn:
    "session/overflow.ts and docs/config.mdx of the repository, types of the package @opencode-ai/sdk 1.19.3; pruning in session/compaction.ts at 5a7c5edc, read on 2026-11-22",
  fold: ({ trigger, window }) => {
    if (window === null) return WINDOW_UNKNOWN;
    return {
      text: `"compaction": { "auto": true, "reserved": ${Math.max(0, window - trigger)} }`,
      fires: Math.min(trigger, window),
      note: "OpenCode uses this only for models whose input limit it knows (limit.input). For others, it compacts at the window minus the longest answer.",
    };
  },
  clear: prune,
};

/** DCP sends no reminder below this size, which is also the default in its documentation. */
const DCP_QUIET = 50_000;

const dcp: ClientSetting = {
  id: "dcp",
  title: "DCP, a plug-in of OpenCode",
  sessionClients: [],
  version: "3.1.14",
  unit: "tokens",
  place: "~/.config/opencode/dcp.jsonc",
  key: "compress.maxContextLimit",
  default: "100,000 tokens",
  can: { fold: "at-trigger", clear: "no", keepNewest: false, floor: false },
  source: "https://github.com/Opencode-DCP/opencode-dynamic-context-pruning#configuration",
  readOn: "2026-11-23",
  readIn: "README of the package @tarquinen/opencode-dcp 3.1.14",
  fold: ({ trigger }) => ({
    text: `"compress": { "minContextLimit": ${Math.min(DCP_QUIET, trigger)}, "maxContextLimit": ${trigger} }`,
    fires: trigger,
    note: "Above this size, DCP urges the model to compress; the model decides when.",
  }),
  clear: noAction("DCP clears tool outputs when it compresses; no setting makes it clear them at a given size."),
};

const kilo: ClientSetting = {
  id: "kilo",
  title: "Kilo Code",
  sessionClients: ["Kilo Code"],
  version: "7.8.1",
  unit: "percent",
  place: "kilo.jsonc",
  key: "compaction.threshold_percent, compaction.prune",
  default: "compacts at the window less the longest answer and 20,000 tokens; prune is off",
  can: { fold: "at-trigger", clear: "switch", keepNewest: false, floor: false },
  source: "https://github.com/Kilo-Org/kilocode/blob/main/packages/opencode/src/kilocode/session/overflow.ts",
  readOn: "2026-11-23",
  readIn: "kilocode/session/overflow.ts at 030412ea, types of the package @kilocode/sdk 7.4.20",
  fold: kiloFold,
  clear: prune,
};

function kiloFold(wanted: WantedSetting): SettingAnswer {
  const below = shareBelow(wanted, 100);
  if (below === null) return WINDOW_UNKNOWN;
  if (below.share === 0) return earlierThan("Kilo Code", "1 % of the window");
  const percent = Math.min(100, Math.round(below.share * 100));
  return {
    text: `"compaction": { "threshold_percent": ${percent} }`,
    fires: Math.min(below.fires, wanted.window ?? 0),
    note: "Kilo Code counts the prompt and answer of the last request, and compacts earlier if less than its own reserve is free.",
  };
}

export const OPENCODE_FAMILY: readonly ClientSetting[] = [openCode, dcp, kilo];
