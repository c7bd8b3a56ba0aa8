import type { Session } from "@/lib/transcript/session";
import { openDerived } from "./derived-reader";

/** Loads a complete stored session from its derived file. Needs as much memory as the log. */
export function loadSession(file: string): Session {
  const { frame, length, read } = openDerived(file);
  return { ...frame, messages: [...read(0, length)] };
}
