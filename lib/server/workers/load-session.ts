import type { Session } from "@/lib/transcript/session";
import { openDerived } from "./derived-reader";

/** The whole of a stored session, out of its derived file; as large as the log itself. */
export function loadSession(file: string): Session {
  const { frame, length, read } = openDerived(file);
  return { ...frame, messages: [...read(0, length)] };
}
