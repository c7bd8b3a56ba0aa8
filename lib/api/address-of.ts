import type { RouteKey } from "./routes";

/** Values for the variable parts of a route's address. */
export type RouteValues = {
  /** By the names in braces. A value may contain slashes, which remain path separators. */
  readonly path?: Readonly<Record<string, string>>;
  /** Query parameters. Null and "" are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | null>>;
};

/** The URL of a route such as `GET /api/sessions/{id}`, with values for the names in braces and with its query. */
export function addressOf(key: RouteKey, { path = {}, query = {} }: RouteValues): string {
  const filled = key
    .slice(key.indexOf(" ") + 1)
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => (path[name] ?? "").split("/").map(encodeURIComponent).join("/"));
  const entries = Object.entries(query).filter(([, value]) => value !== null && value !== "");
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
  return entries.length === 0 ? filled : `${filled}?${search}`;
}
