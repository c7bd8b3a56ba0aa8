import { knownTrigger } from "../../models/compaction-triggers";
import { earlierThan, laterThan, noAction, noThreshold, shareBelow, WINDOW_UNKNOWN } from "./answers";
import type { ClientSetting } from "./client-setting";

const CODEX_VERSION = "0.169.0";

const codex: ClientSetting = {
  id: "codex",
  title: "Codex",
  sessionClients: ["Codex"],
  version: CODEX_VERSION,
  unit: "tokens",
  place: "~/.codex/config.toml",
  key: "model_auto_compact_token_limit",
  default: "90 % of the window",
  can: { fold: "at-trigger", clear: "no", keepNewest: false, floor: false },
  source: "https://developers.openai.com/codex/config-reference",
  readOn: "2026-11-22",
  readIn: "codex-rs at 239c84bd: core/src/compact.rs and config; the key again on 2026-11-23 in openai/codex#22870",
  fold: ({ trigger, window }) => {
    const latest = knownTrigger("codex", [CODEX_VERSION], window);
    return latest !== null && trigger > latest
      ? laterThan("Codex", latest)
      : { text: `model_auto_compact_token_limit = ${trigger}`, fires: trigger };
  },
  clear: noAction("Codex has no setting that clears old tool outputs."),
};

const gemini: ClientSetting = {
  id: "gemini-cli",
  title: "Gemini CLI",
  sessionClients: ["Gemini CLI"],
  version: "0.61.0",
  unit: "fraction",
  place: "~/.gemini/settings.json",
  key: "model.compressionThreshold",
  default: "0.5 of the window",
  can: { fold: "at-trigger", clear: "no", keepNewest: false, floor: false },
  source: "https://github.com/google-gemini/gemini-cli/blob/main/docs/reference/configuration.md",
  readOn: "2026-11-23",
  readIn: "docs/reference/configuration.md in the package @google/gemini-cli-core 0.61.0",
  fold: (wanted) => {
    const below = shareBelow(wanted, 1000);
    if (below === null) return WINDOW_UNKNOWN;
    if (below.share === 0) return earlierThan("Gemini CLI", "0.001 of the window");
    const { share, fires } = below;
    return {
      text: `"model": { "compressionThreshold": ${Math.min(1, share)} }`,
      fires: Math.min(fires, wanted.window ?? 0),
      note: "It takes effect after a restart.",
    };
  },
  clear: noAction("Gemini CLI masks old tool outputs at sizes that cannot be set."),
};

const goose: ClientSetting = {
  id: "goose",
  title: "Goose",
  sessionClients: ["Goose"],
  version: "1c220d75 (2026-11)",
  unit: "fraction",
  place: "the environment of the shell that starts goose, or ~/.config/goose/config.yaml",
  key: "GOOSE_AUTO_COMPACT_THRESHOLD",
  default: "0.8 of the window; 0 and 1 switch it off",
  can: { fold: "at-trigger", clear: "no", keepNewest: false, floor: false },
  source:
    "https://github.com/aaif-goose/goose/blob/main/documentation/docs/guides/sessions/smart-context-management.md",
  readOn: "2026-11-23",
  readIn: "smart-context-management.md of the repository at 1c220d75",
  fold: (wanted) => {
    const below = shareBelow(wanted, 1000);
    if (below === null) return WINDOW_UNKNOWN;
    if (below.share === 0) return earlierThan("Goose", "0.001 of the window: 0 switches compaction off");
    if (below.share >= 1) return laterThan("Goose", Math.floor((wanted.window ?? 0) * 0.999));
    return { text: `export GOOSE_AUTO_COMPACT_THRESHOLD=${below.share}`, fires: below.fires };
  },
  clear: noAction("Goose lets a model summarise old tool outputs (GOOSE_TOOL_CALL_CUTOFF); it cannot clear them."),
};

const crush: ClientSetting = {
  id: "crush",
  title: "Crush",
  sessionClients: ["Crush"],
  version: "0.96.1",
  unit: "none",
  place: "crush.json",
  key: "options.disable_auto_summarize",
  default: "summarises when 20,000 tokens are free, in windows up to 200,000 when a fifth is free",
  can: { fold: "switch", clear: "no", keepNewest: false, floor: false },
  source: "https://github.com/charmbracelet/crush/blob/main/internal/agent/agent.go",
  readOn: "2026-11-23",
  readIn: "internal/agent/agent.go and internal/config/config.go at 37f36e93 (2026-08-21)",
  fold: noThreshold("Crush can only be set not to summarise; the size at which it summarises is fixed."),
  clear: noAction("Crush has no setting that clears old tool outputs."),
};

/**
 * pi 0.73 requests a summary of up to four fifths of the reserve, and some models refuse to write more than 32,000
 * tokens.
 */
const PI_LARGEST_RESERVE = 40_000;

const pi: ClientSetting = {
  id: "pi",
  title: "pi",
  sessionClients: ["pi"],
  version: "1.5.2",
  unit: "free-tokens",
  place: "~/.pi/agent/settings.json",
  key: "compaction.reserveTokens, compaction.keepRecentTokens",
  default: "16,384 tokens free; the newest 20,000 tokens stay",
  can: { fold: "at-trigger", clear: "no", keepNewest: false, floor: false },
  source: "https://github.com/earendil-works/pi/blob/main/packages/coding-agent/docs/compaction.md",
  readOn: "2026-11-23",
  readIn: "docs/compaction.md and docs/settings.md in the package @earendil-works/pi-coding-agent 1.5.2",
  fold: ({ trigger, window }) => {
    if (window === null) return WINDOW_UNKNOWN;
    const reserve = Math.max(0, window - trigger);
    if (reserve > PI_LARGEST_RESERVE)
      return {
        cannot: "earlier-than-possible",
        why: "pi would need a reserve of more than 40,000 tokens. With that, version 0.73 asks for summaries so long that some models refuse.",
      };
    return {
      text: `"compaction": { "enabled": true, "reserveTokens": ${reserve} }`,
      fires: Math.min(trigger, window),
      note: "It applies to every model that pi uses.",
    };
  },
  clear: noAction("pi has no setting that clears old tool outputs."),
};

const aider: ClientSetting = {
  id: "aider",
  title: "Aider",
  sessionClients: ["aider"],
  version: "5dc9490b (2026)",
  unit: "tokens",
  place: ".aider.conf.yml",
  key: "max-chat-history-tokens",
  default: "a sixteenth of the window, between 1,024 and 8,192 tokens",
  can: { fold: "at-trigger", clear: "no", keepNewest: false, floor: false },
  source: "https://aider.chat/docs/config/options.html",
  readOn: "2026-11-23",
  readIn: "aider/website/docs/config/options.md of the repository; the default in aider/models.py, read on 2026-11-21",
  fold: ({ trigger }) => ({
    text: `max-chat-history-tokens: ${trigger}`,
    fires: null,
    note: "Aider counts only the chat history. Files and the repository map are extra, so the prompt is larger than this when Aider compacts.",
  }),
  clear: noAction("Aider has no tool outputs to clear."),
};

export const TERMINAL_CLIENTS: readonly ClientSetting[] = [codex, gemini, goose, crush, pi, aider];
