import pino, { type Logger } from "pino";
import { processState } from "./process-state";
import { logLevel } from "./settings";

/** Bodies, file contents and header values are never passed to the log; pino writes JSON, so a line break cannot forge a line. */
export const log = (): Logger => processState("log", () => pino({ level: logLevel(), base: null }));
