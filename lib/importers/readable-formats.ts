import { IMPORTERS } from "./index";
import { terminalCast } from "./terminal-cast";

/**
 * Titles of the formats that produce sessions, in reading order. Terminal recordings are missing, because they are
 * recognised only to be rejected.
 */
export const readableFormats = (): string[] =>
  IMPORTERS.filter(({ id }) => id !== terminalCast.id)
    .map(({ title }) => title)
    .sort((a, b) => a.localeCompare(b, "en"));
