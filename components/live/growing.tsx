"use client";
import { useGrowth } from "./use-growth";

/** Refreshes the surrounding page whenever its session has grown. */
export function Growing({ id, revision }: { id: string; revision: string }) {
  useGrowth(id, revision);
  return null;
}
