"use client";
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useSay } from "@/components/words/words-provider";
import { linkedRequest } from "@/lib/view-models/session/linked-request";

/** State in the URL. `request` counts from 1, as on screen; null selects the page's initial request. */
const parsers = {
  request: parseAsInteger,
  part: parseAsString,
  /** Id of the chosen cause; null: the first. */
  cause: parseAsString,
  /** The number of the compaction whose receipt is open, from 1. */
  compaction: parseAsInteger,
  view: parseAsStringLiteral(["live", "full"]).withDefault("live"),
  spine: parseAsStringLiteral(["chart", "table"]).withDefault("chart"),
};

export type TranscriptView = "live" | "full";

export const useUrlState = () => useQueryStates(parsers, { history: "replace", shallow: true });

/**
 * `wanted`: the request in the URL, from 1; null if there is none. `opensOn`: the request selected in that case, from
 * 0.
 */
export function useLinkedRequest(wanted: number | null, count: number, opensOn: number) {
  const { position: selected, note: unknownRequest } = linkedRequest(wanted, count, opensOn, useSay());
  return { selected, unknownRequest };
}
