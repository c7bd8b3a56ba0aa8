"use client";
import {
  createParser,
  parseAsArrayOf,
  parseAsFloat,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from "nuqs";
import { decodePolicy, encodePolicy, type PolicyChoice } from "@/lib/view-models/replay/replay-choice";

const parseAsPolicy = createParser<PolicyChoice>({
  parse: decodePolicy,
  serialize: encodePolicy,
  eq: (a, b) => encodePolicy(a) === encodePolicy(b),
});

/** State in the URL. `request` counts from 1 within the agent, as on screen. */
const parsers = {
  p: parseAsArrayOf(parseAsPolicy),
  request: parseAsInteger,
  measure: parseAsStringLiteral(["window", "read", "regret"] as const).withDefault("window"),
  as: parseAsStringLiteral(["chart", "table"] as const).withDefault("chart"),
  agent: parseAsString,
  /** Price of one fetch in US dollars; modelled if absent. */
  fetch: parseAsFloat,
};

export const useReplayState = () => useQueryStates(parsers, { history: "replace", shallow: true });
export type ReplayState = ReturnType<typeof useReplayState>[0];
export type SetReplayState = ReturnType<typeof useReplayState>[1];
