import { loadKeys } from "../door/api-keys";
import { abortJob } from "../jobs/jobs";
import { indexInBackground } from "../library/indexer";
import { bringOwnModels } from "../models/shared-models";
import { dropCopiesOf } from "../objects/blobs";
import { forgetOwnSignIns } from "../people/sign-ins";
import { onClose } from "../process/closers";
import { log } from "../process/log";
import { PARSER_VERSION } from "../process/parser-version";
import { processState } from "../process/process-state";
import { processId, type Told, whenTold } from "../replicas/channel";
import { rereadSettings } from "../store/preferences";
import { forgetIndex } from "../store/session-indexes";
import { dropCopies, dropStale } from "../store/shared-derived";

/** Keeps what this process remembers true while others change it, and stops its work when another is asked to. */
export function heedOthers(): void {
  const state = processState("heeding", () => ({ isHeeding: false }));
  if (state.isHeeding) return;
  state.isHeeding = true;
  const forget = whenTold(heed);
  onClose(async () => {
    forget();
    state.isHeeding = false;
  });
}

function heed({ topic, ids, from }: Told): void {
  if (topic === "cancel") for (const id of ids) abortJob(id);
  if (topic === "library" && from !== processId()) {
    for (const id of ids) forgetIndex({ id, parserVersion: PARSER_VERSION });
    indexInBackground();
    void dropStale(ids).catch(noteFailure);
  }
  if (topic === "gone" && from !== processId()) void dropCopiesOf(ids).catch(noteFailure);
  if (topic === "missed") void dropCopies().catch(noteFailure);
  if (topic === "missed" || (topic === "access" && from !== processId())) {
    forgetOwnSignIns();
    void loadKeys().catch(noteFailure);
  }
  if (topic === "missed" || (topic === "settings" && from !== processId()))
    void rereadSettings().then(bringOwnModels).catch(noteFailure);
}

const noteFailure = ({ message }: Error): void =>
  log().warn({ message }, "what others changed could not be read again");
