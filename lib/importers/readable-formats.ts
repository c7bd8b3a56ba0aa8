import { IMPORTERS } from "./index";
import { terminalCast } from "./terminal-cast";

/** Titles of the formats that make sessions, in reading order: a terminal recording is recognised only to be refused. */
export const readableFormats = (): string[] =>
  IMPORTERS.filter(({ id }) => id !== terminalCast.id)
    .map(({ title }) => title)
    .sort((a, b) => a.localeCompare(b, "en"));
