"use client";
import { useGrowth } from "./use-growth";

/** Draws the page around it again whenever its session has grown. */
export function Growing({ id, revision }: { id: string; revision: string }) {
  useGrowth(id, revision);
  return null;
}
