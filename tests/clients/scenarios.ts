/** One call of the client: a prompt that names its task, or a command of the client itself. */
export type Turn = {
  readonly prompt: string;
  /** Which of the client's two models to use. */
  readonly model: 0 | 1;
  readonly isContinued: boolean;
  /** Typed at the client's own screen. */
  readonly isTyped?: boolean;
  /** Typed there afterwards, each once the previous one is answered. */
  readonly next?: readonly string[];
};

const turn = (task: string, text: string, isContinued = false, model: 0 | 1 = 0): Turn => ({
  prompt: `[[task:${task}]] ${text}`,
  model,
  isContinued,
});

/** The prompts for each client. In `compact`, the client has a small window or compacts on command. */
export const SCENARIOS = {
  plain: [turn("main", "Please mend the parser: it must skip empty lines.")],
  resume: [
    turn("main", "Please mend the parser."),
    turn("second", "Now the formatter: a blank after the colon.", true),
  ],
  long: [turn("long", "Read all of data.txt in parts.")],
  /** With Winnow's plugin, which restores what a compaction lost. */
  restore: [turn("long", "Read all of data.txt in parts."), { prompt: "/winnow:restore", model: 0, isContinued: true }],
  /** With the plugin on the client's own screen, where the user compacts and restores the receipt's text. */
  receipt: [
    { ...turn("fault", "Find out why the conversion fails."), isTyped: true, next: ["/compact", "/winnow:restore"] },
  ],
  compact: [turn("long", "Read all of data.txt in parts."), turn("third", "Count the lines of the sources.", true)],
  errors: [turn("errors", "Try a few things that fail.")],
  switch: [turn("third", "Count the lines."), turn("second", "Now the formatter.", true, 1)],
  screen: [{ ...turn("main", "Please mend the parser."), isTyped: true }],
  /** Compacts as `compact` does. */
  journey: [turn("journey", "Look at everything here."), turn("third", "Count the lines of the sources.", true)],
  /** With the project's MCP server. */
  tools: [turn("tools", "Ask the project's tool."), turn("tools-again", "Ask it again.", true, 1)],
  drawn: [turn("drawn", "Look around in the project."), turn("drawn-again", "Look at it once more.", true)],
} as const satisfies Record<string, readonly Turn[]>;

export type ScenarioName = keyof typeof SCENARIOS;

/** Whether it runs only on the client's own screen. */
export const isOnScreen = (name: ScenarioName): boolean => name === "screen" || name === "receipt";

/** Scenarios of `plugins.ts`, which begin like others or need the plugin. */
export const OF_PLUGINS: ReadonlySet<ScenarioName> = new Set(["long", "restore", "receipt"]);
