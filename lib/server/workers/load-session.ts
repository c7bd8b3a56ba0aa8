import type { Session } from "@/lib/transcript/session";
import { openDerived } from "./derived-reader";

/** The whole of a stored session, out of its derived files; as large as the log itself. */
export function loadSession(directory: string): Session {
  const { frame, length, read } = openDerived(directory);
  return { ...frame, messages: [...read(0, length)] };
}
