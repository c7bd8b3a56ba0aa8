import { earlierThan, noAction, noThreshold, shareBelow, WINDOW_UNKNOWN } from "./answers";
import type { ClientSetting } from "./client-setting";

/** Lowest value of Roo Code's slider. */
const ROO_EARLIEST_PERCENT = 5;

const roo: ClientSetting = {
  id: "roo",
  title: "Roo Code",
  sessionClients: ["Roo Code"],
  version: "cb836567 (2026-04-14, its last)",
  unit: "percent",
  place: "Roo Code: Settings, Context, “Threshold to trigger intelligent context condensing”",
  key: "autoCondenseContextPercent",
  default: "100 %, and in any case at 90 % of the window less the longest answer",
  can: { fold: "at-trigger", clear: "no", keepNewest: false, floor: false },
  source: "https://docs.roocode.com/features/intelligent-context-condensing",
  readOn: "2026-11-23",
  readIn: "that page, and src/core/context-management/index.ts at 0cc04f43",
  fold: (wanted) => {
    const below = shareBelow(wanted, 100);
    if (below === null) return WINDOW_UNKNOWN;
    const percent = Math.min(100, Math.round(below.share * 100));
    if (percent < ROO_EARLIEST_PERCENT) return earlierThan("Roo Code", `${ROO_EARLIEST_PERCENT} % of the window`);
    return { text: `${percent} %`, fires: Math.min(below.fires, wanted.window ?? 0) };
  },
  clear: noAction("Roo Code has no setting that clears old tool outputs."),
};

const cline: ClientSetting = {
  id: "cline",
  title: "Cline",
  sessionClients: ["Cline"],
  version: "core 0.0.86",
  unit: "none",
  place: "Cline's global settings",
  key: "compactionEnabled, compactionStrategy",
  default: "a size that Cline computes from the window of the model",
  can: { fold: "switch", clear: "no", keepNewest: false, floor: false },
  source: "https://www.npmjs.com/package/@cline/core",
  readOn: "2026-11-23",
  readIn: "types of the package @cline/core 0.0.86: services/global-settings and types/config",
  fold: noThreshold("Cline lets you set how it compacts (basic, agentic or not at all), not when."),
  clear: noAction("Cline has no setting that clears old tool outputs."),
};

const continueDev: ClientSetting = {
  id: "continue",
  title: "Continue",
  sessionClients: ["Continue"],
  version: "d0a3c0b (2026)",
  unit: "none",
  place: "config.yaml",
  key: "defaultCompletionOptions.contextLength, maxTokens",
  default: "drops the oldest messages when the window less the longest answer is full",
  can: { fold: "no", clear: "no", keepNewest: false, floor: false },
  source: "https://docs.continue.dev/reference",
  readOn: "2026-11-22",
  readIn: "the repository at d0a3c0b; not read again since",
  fold: noThreshold("Continue compacts on request or near the end of the window; no setting controls when."),
  clear: noAction("Continue has no setting that clears old tool outputs."),
};

const openHands: ClientSetting = {
  id: "openhands",
  title: "OpenHands",
  sessionClients: ["OpenHands"],
  version: "SDK 611629e6 (2026)",
  unit: "tokens",
  place: "the code of the agent (openhands-sdk)",
  key: "LLMSummarizingCondenser(max_tokens)",
  default: "no limit in tokens; condenses at a number of events (max_size)",
  can: { fold: "at-trigger", clear: "no", keepNewest: false, floor: false },
  source:
    "https://github.com/OpenHands/software-agent-sdk/blob/main/openhands-sdk/openhands/sdk/context/condenser/llm_summarizing_condenser.py",
  readOn: "2026-11-23",
  readIn: "that file at 0d2b16d9; its newer defaults at 611629e6, read on 2026-11-22",
  fold: ({ trigger }) => ({
    text: `LLMSummarizingCondenser(llm=llm, max_tokens=${trigger})`,
    fires: trigger,
    note: "It also condenses at max_size events if that comes first. The app's config.toml supports only max_size.",
  }),
  clear: noAction("The condensers of OpenHands count events; none clears outputs at a given number of tokens."),
};

export const EDITOR_CLIENTS: readonly ClientSetting[] = [roo, cline, continueDev, openHands];
