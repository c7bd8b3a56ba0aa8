import { earlierThan, laterThan, noAction, WINDOW_UNKNOWN } from "./answers";
import type { ClientSetting, SettingAnswer, WantedSetting } from "./client-setting";

/**
 * Claude Code reserves 20,000 tokens for the answer and 13,000 more. It compacts when the prompt reaches its window
 * minus both.
 */
const ANSWER = 20_000;
const RESERVE = ANSWER + 13_000;
/** Allowed range of `autoCompactWindow`. */
const SMALLEST_WINDOW = 100_000;
const LARGEST_WINDOW = 1_000_000;

export const claudeCode: ClientSetting = {
  id: "claude-code",
  title: "Claude Code",
  sessionClients: ["Claude Code"],
  version: "2.1.330",
  unit: "tokens",
  place: "~/.claude/settings.json",
  key: "autoCompactWindow; CLAUDE_AUTOCOMPACT_PCT_OVERRIDE under 67,000 tokens",
  default: "window of the model, so it compacts 33,000 tokens below it",
  can: { fold: "at-trigger", clear: "no", keepNewest: false, floor: false },
  source: "https://code.claude.com/docs/en/settings",
  readOn: "2026-11-23",
  readIn:
    "types of the package @anthropic-ai/claude-agent-sdk 0.3.330; the reserve of 33,000 from logs of 2.1.37 and anthropics/claude-code#31806",
  fold,
  clear: noAction("Claude Code decides when to clear old tool outputs; no setting controls it."),
};

function fold(wanted: WantedSetting): SettingAnswer {
  const { trigger, window } = wanted;
  if (window !== null && trigger > window - RESERVE) return laterThan("Claude Code", window - RESERVE);
  const setting = trigger + RESERVE;
  if (setting > LARGEST_WINDOW) return laterThan("Claude Code", LARGEST_WINDOW - RESERVE);
  if (setting < SMALLEST_WINDOW) return byPercent(wanted);
  return {
    text: `"autoCompactWindow": ${setting}`,
    fires: trigger,
    note: "Claude Code compacts 33,000 tokens below this window. In a session, /autocompact sets the same value.",
  };
}

function byPercent({ trigger, window }: WantedSetting): SettingAnswer {
  if (window === null) return WINDOW_UNKNOWN;
  const room = window - ANSWER;
  const percent = Math.floor((trigger * 100) / room);
  if (percent < 1) return earlierThan("Claude Code", "1 % of its window");
  return {
    text: `export CLAUDE_AUTOCOMPACT_PCT_OVERRIDE=${percent}`,
    place: "the environment of the shell that starts claude",
    fires: Math.floor((percent * room) / 100),
    note: "The percentage is of the window minus the 20,000 tokens that Claude Code reserves for the answer.",
  };
}
