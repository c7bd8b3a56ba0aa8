import { fail } from "../../conversation/errors";
import { finishAll } from "../envelopes";
import type { Importer } from "../importer";
import { readTextLines } from "../text-lines";
import { HistoryReader } from "./history-reader";

/**
 * Aider's `.aider.chat.history.md`: all sessions of a project, one after the other. Console output and commands become hidden
 * messages, because the log does not say whether they were sent. Source: aider documentation, "Options" (chat history file).
 */
export const aider: Importer = {
  id: "aider",
  title: "Aider chat history",
  detect: (sample) =>
    sample.shape === "text" && /^# aider chat started at \d{4}-/m.test(sample.head) ? "aider's session headings" : null,
  async parse(files, sample, run) {
    const [file] = files;
    if (!file || sample.shape !== "text") throw new Error("parse is only called on what detect claimed");
    const reader = new HistoryReader(run);
    const failure = await readTextLines(file, sample.encoding, run, reader.interpret);
    return failure ? fail(failure) : finishAll(reader.finish(), file, run);
  },
};
