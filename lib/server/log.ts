import pino, { type Logger } from "pino";
import { processState } from "./process-state";
import { logLevel } from "./settings";

/** Never log bodies, file contents or header values. Pino writes JSON, so a line break in a value cannot forge a log line. */
export const log = (): Logger => processState("log", () => pino({ level: logLevel(), base: null }));
