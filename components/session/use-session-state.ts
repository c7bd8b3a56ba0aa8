"use client";
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { linkedRequest } from "@/lib/view-models/linked-request";

/** The state in the URL. `request` counts from 1, as on screen; null selects the last one. */
const parsers = {
  request: parseAsInteger,
  part: parseAsString,
  view: parseAsStringLiteral(["live", "full"]).withDefault("live"),
  spine: parseAsStringLiteral(["chart", "table"]).withDefault("chart"),
};

export type TranscriptView = "live" | "full";

export function useSessionState(count: number) {
  const [state, setState] = useQueryStates(parsers, { history: "replace", shallow: true });
  const { position: selected, note: unknownRequest } = linkedRequest(state.request, count, count - 1);
  return { ...state, selected, unknownRequest, setState };
}
