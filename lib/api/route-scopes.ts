import type { Caller, Right } from "./caller";
import type { RouteKey } from "./routes";

/** `open`: everybody; `any`: every key. Otherwise one of these rights is required; `admin` includes all of them. */
export type Access = "open" | "any" | readonly Right[];

const READ = ["read"] as const;
const WATCH = ["watch"] as const;
const ANNOTATE = ["annotate"] as const;
const MANAGE = ["manage"] as const;
const ADMIN = ["admin"] as const;
const COMPRESS = ["compress", "read"] as const;
/** The right to store put-aside outputs, if others in the project can read them. */
const KEEP = ["compress"] as const;
const IMPORT = ["import"] as const;
const WORK = ["read", "import"] as const;

/**
 * Access per route, if authentication is on. A route missing here is a type error. Routes about the server itself
 * rather than a project (local files, settings, state) require `watch` or `admin`.
 */
export const ROUTE_ACCESS: Readonly<Record<RouteKey, Access>> = {
  "GET /api/health": "open",
  "POST /api/sign-in": "open",
  "DELETE /api/sign-in": "open",
  "GET /api/sign-in/start": "open",
  "GET /api/sign-in/callback": "open",
  "GET /api/sign-in": "any",
  "DELETE /api/sign-ins/{id}": "any",
  "GET /api/openapi.json": "any",
  "GET /api/strategies": "any",
  "GET /api/strategies/{id}": "any",
  "GET /api/models": "any",
  "GET /api/models/{id}": "any",
  "POST /api/compress": KEEP,
  "POST /api/compress/compare": COMPRESS,
  "POST /v1/compress": KEEP,
  "POST /compact": KEEP,
  "POST /api/validate": COMPRESS,
  "POST /api/convert": COMPRESS,
  "POST /api/tokens": COMPRESS,
  "POST /api/cache/simulate": COMPRESS,
  "GET /api/refs/{id}": COMPRESS,
  "POST /api/sessions": IMPORT,
  "POST /api/imports/known": IMPORT,
  "POST /api/otlp/v1/{signal}": IMPORT,
  "POST /api/example": IMPORT,
  "POST /api/examples/{id}": IMPORT,
  "GET /api/jobs": READ, // not for import-only keys, which could read results if they knew the ids of all jobs
  "POST /api/jobs/{id}": MANAGE,
  "GET /api/jobs/{id}": WORK,
  "GET /api/jobs/{id}/events": WORK,
  "DELETE /api/jobs/{id}": WORK,
  "GET /api/examples": READ,
  "POST /api/evaluate": READ,
  "GET /api/evaluate": READ,
  "POST /api/replay": READ,
  "POST /api/corpus": READ,
  "POST /api/advise": READ,
  "POST /api/two-arms": READ,
  "GET /api/runs": READ,
  "GET /api/runs/{id}": READ,
  "GET /api/runs/{id}/promise": READ,
  "GET /api/sessions": READ,
  "GET /api/sessions/{id}": READ,
  "GET /api/sessions/{id}/requests": READ,
  "GET /api/sessions/{id}/answer": READ,
  "GET /api/sessions/{id}/events": READ,
  "GET /api/sessions/{id}/spend": READ,
  "GET /api/sessions/{id}/findings": READ,
  "GET /api/sessions/{id}/comments": READ,
  "GET /api/sessions/{id}/messages": READ,
  "GET /api/sessions/{id}/parts/{partId}": READ,
  "GET /api/sessions/{id}/receipt": READ,
  "GET /api/sessions/{id}/compactions/{index}": READ,
  "GET /api/sessions/{id}/export": READ,
  "GET /api/sessions/{id}/model": READ,
  "GET /api/library": WATCH,
  "GET /api/library/sessions": READ,
  "GET /api/library/spend": READ,
  "GET /api/library/places": READ,
  "GET /api/library/bin": READ,
  "GET /api/settings": READ,
  "GET /api/follow": WATCH,
  "POST /api/mcp": READ,
  "GET /api/ready": READ,
  "GET /api/metrics": WATCH,
  "POST /api/runs": ANNOTATE,
  "DELETE /api/runs/{id}": ANNOTATE,
  "DELETE /api/sessions/{id}": MANAGE,
  "POST /api/sessions/{id}/comments": ANNOTATE,
  "PATCH /api/sessions/{id}/comments/{commentId}": ANNOTATE,
  "DELETE /api/sessions/{id}/comments/{commentId}": ANNOTATE,
  "PUT /api/sessions/{id}/model": ADMIN,
  "DELETE /api/sessions/{id}/model": ADMIN,
  "POST /api/library/changes": ANNOTATE,
  "POST /api/library/rebuild": ADMIN,
  "POST /api/library/restore": ADMIN,
  "POST /api/library/backup": ADMIN,
  "GET /api/discover": ADMIN,
  "POST /api/discover/import": ADMIN,
  "PUT /api/follow": ADMIN,
  "GET /api/recordings": ADMIN,
  "DELETE /api/recordings/{id}": ADMIN,
  "GET /api/client-settings": ADMIN,
  "GET /api/diagnostics": ADMIN,
  "PATCH /api/models/{id}": ADMIN,
  "DELETE /api/models/{id}": ADMIN,
  "PATCH /api/settings": ADMIN,
  "PUT /api/settings/clients": ADMIN,
  "POST /api/settings/test": ADMIN,
  "GET /api/projects": "any",
  "POST /api/projects": ADMIN,
  "PATCH /api/projects/{id}": MANAGE,
  "DELETE /api/projects/{id}": ADMIN,
  "GET /api/people": MANAGE,
  "PATCH /api/people/{id}": ADMIN,
  "PUT /api/people/{id}/roles/{projectId}": MANAGE,
  "DELETE /api/people/{id}/roles/{projectId}": MANAGE,
  "DELETE /api/people/{id}/sign-ins": ADMIN,
  "GET /api/audit": MANAGE,
  "GET /api/audit/csv": MANAGE,
  "GET /api/keys": ADMIN,
  "POST /api/keys": ADMIN,
  "DELETE /api/keys/{id}": ADMIN,
};

/** True if these rights grant access. */
export function opens(access: Access, rights: readonly Right[]): boolean {
  if (typeof access === "string") return true;
  return rights.includes("admin") || access.some((right) => rights.includes(right));
}

/** True if the caller has access in any project. */
export function mayCall(access: Access, caller: Caller | null): boolean {
  if (access === "open") return true;
  if (caller === null) return false;
  const { rights, projects } = caller;
  return opens(access, rights) || (projects !== "all" && projects.some((project) => opens(access, project.rights)));
}

/** The projects where the caller has access. */
export function projectsFor(access: Access, { projects }: Caller): "all" | readonly string[] {
  if (projects === "all") return "all";
  return projects.filter(({ rights }) => opens(access, rights)).map(({ id }) => id);
}
