import type { RouteKeyOf } from "../../api/routes";
import { answerAudit, answerAuditCsv } from "../audit/audit-list";
import { listKeys, makeKey, revokeKey } from "../door/api-keys";
import { signedIn, signedOut } from "../door/sign-in";
import { choiceParam, integerParam, refuseUnknownParams } from "../http/query-params";
import { revokeOwn, whoAsks } from "../people/own-sign-ins";
import { changePerson, changeRole, listPeople, roleIn, signOutEverywhere } from "../people/people-admin";
import { answerCallback, answerStart } from "../people/provider-sign-in";
import { deleteProject } from "../projects/delete-project";
import { changeProject, listProjects, makeProject } from "../projects/projects";
import type { Handlers } from "./handlers";

const maxBody = 4 * 1024;
/** A hundred years. */
const MAX_DAYS = 36_500;

export const handlers: Handlers<RouteKeyOf<"access">> = {
  "GET /api/keys": () => listKeys(),
  "POST /api/keys": { maxBody: 64 * 1024, run: async ({ json }) => makeKey(await json()) },
  "DELETE /api/keys/{id}": ({ params }) => revokeKey(params.id),
  "GET /api/projects": ({ url }) => {
    refuseUnknownParams(url, ["retention_days"]);
    return listProjects(integerParam(url, "retention_days", { min: 0, max: MAX_DAYS, default: 0 }) || null);
  },
  "POST /api/projects": { maxBody, run: async ({ json }) => makeProject(await json()) },
  "PATCH /api/projects/{id}": { maxBody, run: async ({ params, json }) => changeProject(params.id, await json()) },
  "DELETE /api/projects/{id}": ({ url, params }) => {
    refuseUnknownParams(url, ["sessions"]);
    return deleteProject(params.id, choiceParam(url, "sessions", ["delete"]) === "delete");
  },
  "POST /api/sign-in": {
    maxBody,
    run: async ({ request, json }) => signedIn(await json(), request.headers.get("origin")),
  },
  "GET /api/sign-in": ({ request }) => whoAsks(request.headers.get("cookie")),
  "DELETE /api/sign-in": ({ request }) => signedOut(request.headers.get("cookie")),
  "GET /api/sign-in/start": ({ url }) => {
    refuseUnknownParams(url, ["next"]);
    return answerStart(url);
  },
  // The provider redirects a browser here, so the request may come from another site.
  "GET /api/sign-in/callback": {
    isLedTo: true,
    hasOpenQuery: true,
    run: ({ request }) => answerCallback(request),
  },
  "DELETE /api/sign-ins/{id}": ({ params }) => revokeOwn(params.id),
  "GET /api/people": () => listPeople(),
  "PATCH /api/people/{id}": { maxBody, run: async ({ params, json }) => changePerson(params.id, await json()) },
  "PUT /api/people/{id}/roles/{projectId}": {
    maxBody,
    run: async ({ params, json }) => changeRole(params.id, params.projectId, roleIn(await json())),
  },
  "DELETE /api/people/{id}/roles/{projectId}": ({ params }) => changeRole(params.id, params.projectId, null),
  "DELETE /api/people/{id}/sign-ins": ({ params }) => signOutEverywhere(params.id),
  "GET /api/audit": ({ url }) => answerAudit(url),
  "GET /api/audit/csv": ({ url }) => answerAuditCsv(url),
};
