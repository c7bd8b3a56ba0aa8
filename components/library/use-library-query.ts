"use client";
import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { LIBRARY_HAS, LIBRARY_SORTS } from "@/lib/api/library-keys";

const PARSERS = {
  q: parseAsString.withDefault(""),
  in: parseAsStringLiteral(["transcripts", "titles"] as const).withDefault("transcripts"),
  has: parseAsArrayOf(parseAsStringLiteral(LIBRARY_HAS)).withDefault([]),
  client: parseAsString,
  model: parseAsString,
  project: parseAsString,
  tag: parseAsString,
  from: parseAsString,
  to: parseAsString,
  sort: parseAsStringLiteral(LIBRARY_SORTS).withDefault("started"),
  dir: parseAsStringLiteral(["asc", "desc"] as const).withDefault("desc"),
};

/** The library's order and filters, stored in the URL. */
export const useLibraryQuery = () => useQueryStates(PARSERS, { history: "replace", shallow: true });

export type LibraryView = ReturnType<typeof useLibraryQuery>[0];
export type ChangeView = ReturnType<typeof useLibraryQuery>[1];

/** The view without its filters; the order stays. */
export const NO_FILTER = {
  q: null,
  has: null,
  client: null,
  model: null,
  project: null,
  tag: null,
  from: null,
  to: null,
} as const;

/** The view as the query of GET /api/library/sessions; a missing tag differs from the tag "". */
export function queryOf(view: LibraryView): Readonly<Record<string, string>> {
  const { has, ...rest } = view;
  const said = Object.entries(rest).filter(([name, value]) => value !== null && (value !== "" || name === "tag"));
  return {
    ...Object.fromEntries(said.map(([name, value]) => [name, String(value)])),
    ...(has.length > 0 && { has: has.join(",") }),
  };
}
