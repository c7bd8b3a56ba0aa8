import { fail } from "../conversation/errors";
import { firstOf } from "./envelopes";
import type { Importer } from "./importer";

/**
 * Terminal recordings of asciinema. They contain what a screen showed but not who wrote it, so messages would have to
 * be invented. They are recognised only to be rejected for that reason. Source: asciinema documentation, "asciicast v2"
 * and "v3".
 */
export const terminalCast: Importer = {
  id: "terminal-cast",
  title: "Terminal recording",
  detect(sample) {
    const header = firstOf(sample);
    const isHeader = header?.version === 2 || header?.version === 3;
    const hasScreen = typeof header?.width === "number" || typeof header?.term === "object";
    return isHeader && hasScreen ? "a header of an asciinema recording" : null;
  },
  parse: async () =>
    fail({
      code: "not-a-transcript",
      message:
        "This is a terminal recording (asciinema): it contains what the screen showed, without roles, messages or tokens. Import the session file of the agent that ran in the terminal instead.",
    }),
};
