import { processState } from "./process-state";

type Closer = () => Promise<void>;
const closers = () => processState("closers", () => new Set<Closer>());

/** Calls this when the databases are closed, for what uses them with connections of its own. */
export const onClose = (close: Closer): void => void closers().add(close);

/** Closes all that was opened. */
export async function closeAll(): Promise<void> {
  const all = [...closers()];
  closers().clear();
  for (const close of all) await close();
}
