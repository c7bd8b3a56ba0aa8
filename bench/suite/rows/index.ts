import type { Row } from "../row";
import { adviceGrowth } from "./advice";
import { compressInProcess } from "./compress";
import { compressOverHttp } from "./compress-http";
import { cacheGrowth, replayGrowth } from "./growth";
import { importOfLargeTranscript, importOfTranscript } from "./import";
import { largeLibrary } from "./library";
import { manyCallers } from "./many-callers";
import { manySmallSessions } from "./many-sessions";
import { startToFirstPage } from "./start";
import { tokenCounting } from "./token-counting";

/** All rows, in the order of the page. */
export const ROWS: readonly Row[] = [
  tokenCounting,
  importOfTranscript,
  importOfLargeTranscript,
  manySmallSessions,
  compressInProcess,
  compressOverHttp,
  manyCallers,
  replayGrowth,
  adviceGrowth,
  cacheGrowth,
  largeLibrary,
  startToFirstPage,
];
