import { sentence } from "../wording/say";

/** The meaning of a kind of row that an importer keeps without interpreting it. Dated facts. */
type KeptKindFact = {
  readonly formats: readonly string[] | "all";
  readonly kind: RegExp;
  readonly what: string;
  readonly asOf: string;
};

const asOf = "2026-11-23";
const of = (formats: KeptKindFact["formats"], kind: RegExp, what: string): KeptKindFact => ({
  ...{ formats, kind, what, asOf },
});

/**
 * Source: the rows of the sample logs of each format, compared with the client's own code or documentation
 * (docs/formats.md).
 */
export const KEPT_KINDS: readonly KeptKindFact[] = [
  of(["claude-code"], /^file-history-snapshot$/, sentence("for undo in the client, never sent to the model")),
  of(
    ["claude-code"],
    /^system:(stop_hook_summary|local_command|turn_duration)$/,
    sentence("what the client did on its own machine, never sent to the model"),
  ),
  of(["claude-code"], /^duplicate:/, sentence("a repeat of an earlier row; it is counted once")),
  of(["claude-code"], /^progress:/, sentence("progress of a running tool; its result is read")),
  of(["codex"], /^event_msg:token_count \(repeat\)$/, sentence("usage that was reported before; it is counted once")),
  of(["codex"], /^event_msg:token_count/, sentence("a usage report without the figures of a call")),
  of(
    ["codex"],
    /^event_msg:(agent_message|agent_reasoning|user_message)$/,
    sentence("the text as shown on screen; the row that was sent is read instead"),
  ),
  of(
    ["codex"],
    /^event_msg:(task_started|task_complete|context_compacted)/,
    sentence("a client's note on its own state"),
  ),
  of(
    ["pi"],
    /^(thinking_level_change|model_change)$/,
    sentence("a setting that was changed; each answer states the one it used"),
  ),
  of(["pi"], /\(aborted\)$/, sentence("an answer that was stopped before it had any content")),
  of(["inspect"], /^event:/, sentence("an evaluation log around the calls; its scores are not used")),
  of(["inspect"], /\.json$/, sentence("another file of the archive, without a conversation of its own")),
  of(["langfuse"], /^(SPAN|GENERATION)$/, sentence("an observation without a call to a model, or without its text")),
  of(
    ["otel-genai"],
    /^(execute_tool|invoke_agent)$/,
    sentence("the span around a tool or an agent; what the model was sent is in the spans of its calls"),
  ),
  of(
    ["cline", "roo-code"],
    /^(say|ask):/,
    sentence("a line of the client's screen; the conversation is read from its own file"),
  ),
  of(["copilot"], /^response:/, sentence("a status on the client's screen, never sent to the model")),
  of(["openhands"], /:(recall)$/, sentence("a lookup in the client's memory; its result is in the next message")),
  of(["qwen-code", "gemini-cli"], /^system:/, sentence("telemetry of the client; usage is read from the answers")),
  of(
    ["swe-agent", "mini-swe-agent"],
    /^(trajectory|replay_config|info)$/,
    sentence("settings and results of the run, not of a call"),
  ),
  of(["aider"], /^no-exchange$/, sentence("terminal lines outside a conversation")),
  of("all", /^(empty:|node-without-message)|\((empty)\)$|:empty$/, sentence("a row without content")),
  of("all", /^(sent-again|repeated)$|repeated|\(copy\)$/, sentence("a repeat of an earlier row; it is counted once")),
];

const UNKNOWN = sentence("no importer reads rows of this kind yet");

/** A translatable sentence about a kind of row. */
export function keptKindText(format: string | null, kind: string): string {
  const fact = KEPT_KINDS.find(
    ({ formats, kind: pattern }) =>
      (formats === "all" || (format !== null && formats.includes(format))) && pattern.test(kind),
  );
  return fact?.what ?? UNKNOWN;
}
