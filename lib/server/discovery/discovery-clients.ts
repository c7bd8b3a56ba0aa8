import { AGENT_CLIENTS } from "./agent-clients";
import { type ClientRow, NONE } from "./client-row";
import { EDITOR_CLIENTS } from "./editor-clients";
import { PROJECT_CLIENTS } from "./project-clients";

/** Recordings of `winnow record`. */
export const RECORDINGS = "winnow-recordings";

const RECORDING_ROWS: readonly ClientRow[] = [
  {
    title: "Winnow recordings",
    importer: "winnow-recording",
    places: [{ id: RECORDINGS, at: "$WINNOW_DATA_DIR/recordings" }],
    files: /^[^/]+\.jsonl$/s,
    folders: /^$/,
    companions: NONE,
    asOf: "2026-11-28",
    source: "package/command/record/record.ts",
  },
];

/** Where clients keep their transcripts, in the order in which the panel shows them. */
export const CLIENTS: readonly ClientRow[] = [
  ...AGENT_CLIENTS,
  ...EDITOR_CLIENTS,
  ...PROJECT_CLIENTS,
  ...RECORDING_ROWS,
];
