import { tell } from "../replicas/channel";

/** Says to all processes that share the database that these sessions were added, changed or removed. */
export function libraryChanged(ids: readonly string[]): void {
  void tell("library", ids);
}
