import { fail, ok } from "../../conversation/errors";
import { notTranscript } from "../describe-file";
import type { Importer } from "../importer";
import { readTextLines } from "../text-lines";
import { HistoryReader } from "./history-reader";

/**
 * Aider's `.aider.chat.history.md`: all sessions of a project, one after the other. Console output and commands are
 * hidden messages; whether they were sent is not logged. Source: aider documentation, "Options" (chat history file).
 */
export const aider: Importer = {
  id: "aider",
  title: "Aider chat history",
  detect: (sample) =>
    sample.shape === "text" && /^# aider chat started at \d{4}-/m.test(sample.head) ? "aider's session headings" : null,
  async parse(files, sample, run) {
    const [file] = files;
    if (!file || sample.shape !== "text") throw new Error("parse is only called on what detect claimed");
    const reader = new HistoryReader();
    const failure = await readTextLines(file, sample.encoding, run, reader.interpret);
    if (failure) return fail(failure);
    const sessions = reader.finish();
    if (sessions.length === 0) return fail(notTranscript("an aider history in which nothing was said"));
    return ok(sessions.map((session, index) => session.finish([file], run, index)));
  },
};
