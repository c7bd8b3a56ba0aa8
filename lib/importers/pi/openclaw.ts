import { fail, ok } from "../../conversation/errors";
import { asObject, asText } from "../../formats/json-fields";
import type { Importer } from "../importer";
import { readSampleRows, rowsOf } from "../sample-rows";
import { importStore } from "../sqlite/import-store";
import { isOpenClaw, OPENCLAW } from "./openclaw-rows";
import { AGENT_TABLES, isAgentStore, readAgentSession } from "./openclaw-store";
import { TelemetryReader } from "./openclaw-telemetry";
import { hasPiHeader } from "./pi";
import { PiReader } from "./pi-reader";

/**
 * OpenClaw: `~/.openclaw/agents/<agent>/sessions/<id>.jsonl`, in pi's shape with additional rows; since the middle of 2026 a
 * database of such rows; and `logs/telemetry.jsonl`, in which every row of an agent repeats its messages. Source:
 * openclaw/openclaw, docs/reference/database-schemas/layout.md and config/sessions/transcript-tree (2026.9, read 2026-11);
 * meridianlabs-ai/inspect_scout (telemetry).
 */
export const openclaw: Importer = {
  id: "openclaw",
  title: "OpenClaw",
  limitations: [
    "A session of a sub-agent is imported as a session of its own.",
    "Sessions that OpenClaw moved out of its database stand in `sessions/cold/*.jsonl.zst` and are imported from there.",
  ],
  unchecked: "its session files and its database (its telemetry was compared)",
  detect(sample) {
    if (sample.shape === "store")
      return isAgentStore(sample.store) ? "a database with transcript_events and session_windows" : null;
    if (hasPiHeader(sample)) return isOpenClaw(sample) ? "sessions in pi's shape with rows of OpenClaw" : null;
    return rowsOf(sample).some(isTelemetry) ? "telemetry with agent.start, agent.end and sessionKey" : null;
  },
  async parse(files, sample, run) {
    if (sample.shape === "store") return importStore(files, sample, AGENT_TABLES, run, readAgentSession);
    const [file] = files;
    if (!file) throw new Error("an import has at least one file");
    if (!hasPiHeader(sample)) {
      const reader = new TelemetryReader(run);
      const failure = await readSampleRows(file, sample, run, reader.interpret);
      return failure ? fail(failure) : reader.finish(file);
    }
    const reader = new PiReader(OPENCLAW);
    const failure = await readSampleRows(file, sample, run, reader.interpret);
    return failure ? fail(failure) : ok([reader.build([file], run)]);
  },
};

function isTelemetry(value: unknown): boolean {
  const row = asObject(value);
  return (row?.type === "agent.start" || row?.type === "agent.end") && asText(row.sessionKey) !== null;
}
