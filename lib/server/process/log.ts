import pino, { type Logger } from "pino";
import { processState } from "./process-state";
import { logLevel } from "./settings";

/**
 * Never log bodies, file contents or header values. Pino writes JSON, so a line break in a value cannot forge a log
 * line.
 */
export const log = (): Logger => processState("log", () => pino({ level: logLevel(), base: null }));

/** Facts of an error for the log. The message is shortened, because it may quote a transcript. */
export function bugFacts(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { thrown: typeof error };
  const frames = error.stack?.split("\n").filter((line) => line.startsWith("    at "));
  return { name: error.name, message: error.message.slice(0, 200), frames };
}
