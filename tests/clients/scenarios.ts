/** One call of the client: a prompt that names its task, or a command of the client itself. */
export type Turn = {
  readonly prompt: string;
  /** Which of the client's two models is asked. */
  readonly model: 0 | 1;
  readonly isContinued: boolean;
  /** Typed at the client's own screen. */
  readonly isTyped?: boolean;
  /** Typed there behind it, each once the one before is answered. */
  readonly next?: readonly string[];
};

const turn = (task: string, text: string, isContinued = false, model: 0 | 1 = 0): Turn => ({
  prompt: `[[task:${task}]] ${text}`,
  model,
  isContinued,
});

/** What each client is asked. In `compact` the client is set up with a small window, or told to compact. */
export const SCENARIOS = {
  plain: [turn("main", "Please mend the parser: it must skip empty lines.")],
  resume: [
    turn("main", "Please mend the parser."),
    turn("second", "Now the formatter: a blank after the colon.", true),
  ],
  long: [turn("long", "Read all of data.txt in parts.")],
  /** With Winnow's plugin: what a compaction lost is given back. */
  restore: [turn("long", "Read all of data.txt in parts."), { prompt: "/winnow:restore", model: 0, isContinued: true }],
  /** With the plugin on the client's own screen, where the user compacts and has the receipt's text given back. */
  receipt: [
    { ...turn("fault", "Find out why the conversion fails."), isTyped: true, next: ["/compact", "/winnow:restore"] },
  ],
  compact: [turn("long", "Read all of data.txt in parts."), turn("third", "Count the lines of the sources.", true)],
  errors: [turn("errors", "Try a few things that fail.")],
  switch: [turn("third", "Count the lines."), turn("second", "Now the formatter.", true, 1)],
  screen: [{ ...turn("main", "Please mend the parser."), isTyped: true }],
  /** Compacts as `compact` does. */
  journey: [turn("journey", "Look at everything here."), turn("third", "Count the lines of the sources.", true)],
  /** With an MCP server of the project's. */
  tools: [turn("tools", "Ask the project's tool."), turn("tools-again", "Ask it again.", true, 1)],
  drawn: [turn("drawn", "Look around in the project."), turn("drawn-again", "Look at it once more.", true)],
} as const satisfies Record<string, readonly Turn[]>;

export type ScenarioName = keyof typeof SCENARIOS;

/** Whether it is played on the client's own screen alone. */
export const isOnScreen = (name: ScenarioName): boolean => name === "screen" || name === "receipt";

/** Those of `plugins.ts`: one begins like another, or needs the plugin. */
export const OF_PLUGINS: ReadonlySet<ScenarioName> = new Set(["long", "restore", "receipt"]);
