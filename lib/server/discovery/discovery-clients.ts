import { AGENT_CLIENTS } from "./agent-clients";
import type { ClientRow } from "./client-row";
import { EDITOR_CLIENTS } from "./editor-clients";
import { PROJECT_CLIENTS } from "./project-clients";

/** Where clients keep their transcripts, in display order. */
export const CLIENTS: readonly ClientRow[] = [...AGENT_CLIENTS, ...EDITOR_CLIENTS, ...PROJECT_CLIENTS];
