import { processState } from "./process-state";

type Closer = () => Promise<void>;
const closers = () => processState("closers", () => new Set<Closer>());

/** Runs this when the databases close, for code with its own connections. */
export const onClose = (close: Closer): void => void closers().add(close);

export async function closeAll(): Promise<void> {
  const all = [...closers()];
  closers().clear();
  for (const close of all) await close();
}
