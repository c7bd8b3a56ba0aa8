import * as z from "zod";
import { binQuery, libraryQuery, placesQuery } from "@/lib/api/schemas/library-list";
import { problemOfZod } from "@/lib/api/zod-problem";
import { refuseUnknownParams } from "../http/query-params";
import { listSessions } from "../library/list";
import { listBin } from "./bin";
import { searchPlaces } from "./places";

const listParams = z.strictObject({
  ...libraryQuery,
  offset: z.coerce.number().pipe(libraryQuery.offset.unwrap()).default(0),
  limit: z.coerce.number().pipe(libraryQuery.limit.unwrap()).default(100),
});
const placesParams = z.strictObject(placesQuery);
const binParams = z.strictObject({
  offset: z.coerce.number().pipe(binQuery.offset.unwrap()).default(0),
  limit: z.coerce.number().pipe(binQuery.limit.unwrap()).default(1_000),
});

function read<Schema extends z.ZodType>(url: URL, schema: Schema, names: object): z.output<Schema> {
  refuseUnknownParams(url, Object.keys(names));
  const parsed = schema.safeParse(Object.fromEntries(url.searchParams));
  if (!parsed.success) throw problemOfZod(parsed.error);
  return parsed.data;
}

/** GET /api/library/sessions. */
export const answerLibraryList = (url: URL) => listSessions(read(url, listParams, libraryQuery));

/** GET /api/library/bin. */
export const answerBin = (url: URL) => listBin(read(url, binParams, binQuery));

/** GET /api/library/places. */
export function answerPlaces(url: URL) {
  const { q, sessions } = read(url, placesParams, placesQuery);
  return searchPlaces(q, sessions.split(",").filter(Boolean));
}

/** What a page's address asks for that the list knows. */
type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** Rows of the pages that the browser asks for, so that the first one is as long (`PAGE_ROWS` of the components). */
const FIRST_ROWS = 50;

/** The first page for an address. Values that the list does not take are left out, because people edit addresses. */
export async function drawFirstPage(params: SearchParams) {
  const said = Object.entries(params).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  const wanted = said.filter(
    ([name]) => name !== "offset" && name !== "limit" && Object.hasOwn(libraryQuery, name ?? ""),
  );
  const taken = wanted.filter((pair) => listParams.partial().safeParse(Object.fromEntries([pair])).success);
  const drawnFor: Record<string, string> = Object.fromEntries(taken);
  return { drawn: await listSessions({ ...listParams.parse(drawnFor), limit: FIRST_ROWS }), drawnFor };
}
