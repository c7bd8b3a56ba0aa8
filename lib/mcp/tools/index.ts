import type { Tool } from "../tool";
import { advise } from "./advise";
import { compare } from "./compare";
import { compress } from "./compress";
import { explainBreaks } from "./explain-breaks";
import { fetchReference } from "./fetch-reference";
import { searchSessions } from "./search-sessions";
import { showReceipt } from "./show-receipt";
import { showSession } from "./show-session";
import { showSpend } from "./show-spend";

/** Every tool, in the order of a client's list. */
export const TOOLS: readonly Tool[] = [
  searchSessions,
  showSession,
  explainBreaks,
  showSpend,
  showReceipt,
  compress,
  fetchReference,
  compare,
  advise,
];
