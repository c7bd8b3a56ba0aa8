import type { RouteKey } from "./routes";
import type { Scope } from "./schemas/keys";

/** `open`: for everybody; `any`: for every key. Otherwise a key needs one of these scopes; `admin` opens everything. */
export type Access = "open" | "any" | readonly Scope[];

const READ = ["read"] as const;
const ADMIN = ["admin"] as const;
const COMPRESS = ["compress", "read"] as const;
const IMPORT = ["import"] as const;
const WORK = ["read", "import"] as const;

/**
 * Who may call what, where keys are needed. A route that is missing here does not compile. What reads files of the server's
 * machine, changes what others see, or deletes is for `admin`.
 */
export const ROUTE_ACCESS: Readonly<Record<RouteKey, Access>> = {
  "GET /api/health": "open",
  "POST /api/sign-in": "open",
  "DELETE /api/sign-in": "open",
  "GET /api/openapi.json": "any",
  "GET /api/strategies": "any",
  "GET /api/strategies/{id}": "any",
  "GET /api/models": "any",
  "GET /api/models/{id}": "any",
  "POST /api/compress": COMPRESS,
  "POST /api/compress/compare": COMPRESS,
  "POST /v1/compress": COMPRESS,
  "POST /compact": COMPRESS,
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
  "GET /api/jobs": READ, // with the ids of all jobs, a key that only imports could read results
  "POST /api/jobs/{id}": ADMIN,
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
  "GET /api/sessions/{id}/findings": READ,
  "GET /api/sessions/{id}/comments": READ,
  "GET /api/sessions/{id}/messages": READ,
  "GET /api/sessions/{id}/parts/{partId}": READ,
  "GET /api/sessions/{id}/compactions/{index}": READ,
  "GET /api/sessions/{id}/export": READ,
  "GET /api/sessions/{id}/model": READ,
  "GET /api/library": READ,
  "GET /api/library/sessions": READ,
  "GET /api/library/places": READ,
  "GET /api/library/bin": READ,
  "GET /api/settings": READ,
  "GET /api/follow": READ,
  "POST /api/mcp": READ,
  "GET /api/ready": READ,
  "GET /api/metrics": READ,
  "POST /api/runs": ADMIN,
  "DELETE /api/runs/{id}": ADMIN,
  "DELETE /api/sessions/{id}": ADMIN,
  "POST /api/sessions/{id}/comments": ADMIN,
  "PATCH /api/sessions/{id}/comments/{commentId}": ADMIN,
  "DELETE /api/sessions/{id}/comments/{commentId}": ADMIN,
  "PUT /api/sessions/{id}/model": ADMIN,
  "DELETE /api/sessions/{id}/model": ADMIN,
  "POST /api/library/changes": ADMIN,
  "POST /api/library/rebuild": ADMIN,
  "POST /api/library/restore": ADMIN,
  "POST /api/library/backup": ADMIN,
  "GET /api/discover": ADMIN,
  "POST /api/discover/import": ADMIN,
  "PUT /api/follow": ADMIN,
  "GET /api/client-settings": ADMIN,
  "GET /api/diagnostics": ADMIN,
  "PATCH /api/models/{id}": ADMIN,
  "DELETE /api/models/{id}": ADMIN,
  "PATCH /api/settings": ADMIN,
  "PUT /api/settings/clients": ADMIN,
  "POST /api/settings/test": ADMIN,
  "GET /api/keys": ADMIN,
  "POST /api/keys": ADMIN,
  "DELETE /api/keys/{id}": ADMIN,
};

/** Whether a key with these scopes may. */
export function mayCall(access: Access, scopes: readonly Scope[] | null): boolean {
  if (access === "open") return true;
  if (scopes === null) return false;
  return access === "any" || scopes.includes("admin") || access.some((scope) => scopes.includes(scope));
}
