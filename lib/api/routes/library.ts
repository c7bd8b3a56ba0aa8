import * as z from "zod";
import { PAGE_LIMITS } from "../page-limits";
import {
  binQuery,
  libraryBin,
  libraryChangeAnswer,
  libraryChangeBody,
  libraryFilters,
  libraryList,
  libraryPlaces,
  libraryQuery,
  placesQuery,
} from "../schemas/library-list";
import { libraryPage } from "../schemas/session";
import { librarySpend } from "../schemas/spend";
import type { RouteTable } from "./route";

export const LIBRARY = {
  "GET /api/sessions": {
    summary: "The library, newest import first.",
    query: {
      limit: z.int().min(1).max(PAGE_LIMITS.sessions).default(50).describe("Sessions on the page."),
      cursor: z.string().optional().describe("`next_cursor` of the previous page."),
    },
    answers: { 200: libraryPage },
  },
  "GET /api/library/sessions": {
    summary: "The library, sorted, filtered and searched, a page at a time.",
    query: libraryQuery,
    answers: { 200: libraryList },
  },
  "GET /api/library/spend": {
    summary: "Who spent the tokens and the money of the sessions that pass the filters: tools, MCP servers, skills.",
    query: libraryFilters,
    answers: { 200: librarySpend },
  },
  "GET /api/library/places": {
    summary: "The matches of a library search, session by session.",
    query: placesQuery,
    answers: { 200: libraryPlaces },
  },
  "POST /api/library/changes": {
    summary: "Rename, tag, bin or restore sessions.",
    body: libraryChangeBody,
    answers: { 200: libraryChangeAnswer },
  },
  "GET /api/library/bin": {
    summary: "The sessions in the bin with their deletion dates, a page at a time.",
    query: binQuery,
    answers: { 200: libraryBin },
  },
} as const satisfies RouteTable;
