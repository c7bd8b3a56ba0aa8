import { tell } from "../replicas/channel";

/** Tells all processes on the database that these sessions were added, changed or removed. */
export function libraryChanged(ids: readonly string[]): void {
  void tell("library", ids);
}
