import type { RouteKeyOf } from "../../api/routes";
import { integerParam, refuseUnknownParams } from "../http/query-params";
import { answerLibraryChange } from "../library/change-sessions";
import { LIMITS } from "../process/limits";
import { answerBin, answerLibraryList, answerLibrarySpend, answerPlaces } from "../sessions/list-query";
import { listLibrary } from "../sessions/sessions";
import type { Handlers } from "./handlers";

export const handlers: Handlers<RouteKeyOf<"library">> = {
  "GET /api/sessions": ({ url }) => {
    refuseUnknownParams(url, ["limit", "cursor"]);
    const limit = integerParam(url, "limit", { min: 1, max: LIMITS.sessionsPerPage, default: 50 });
    return listLibrary({ limit, cursor: url.searchParams.get("cursor") });
  },
  "GET /api/library/sessions": ({ url }) => answerLibraryList(url),
  "GET /api/library/spend": ({ url }) => answerLibrarySpend(url),
  "GET /api/library/places": ({ url }) => answerPlaces(url),
  "POST /api/library/changes": {
    maxBody: 512 * 1024,
    run: async ({ json }) => answerLibraryChange(await json()),
  },
  "GET /api/library/bin": ({ url }) => answerBin(url),
};
