import { ROUTES, type Route, type RouteKey } from "./routes";

const PATTERNS = Object.keys(ROUTES).map((key) => {
  const [method, path] = key.split(" ") as [string, string];
  // A model's name may contain slashes.
  const source = path
    .replaceAll("{id}", path.startsWith("/api/models") ? ".+" : "[^/]+")
    .replaceAll(/\{\w+\}/g, "[^/]+");
  return { key: key as RouteKey, method, pattern: new RegExp(`^${source}$`) };
});

/** The route that answers a method at a path; null if there is none. */
export function findRoute(method: string, path: string): { readonly key: RouteKey; readonly route: Route } | null {
  const found = PATTERNS.find((candidate) => candidate.method === method && candidate.pattern.test(path));
  return found ? { key: found.key, route: ROUTES[found.key] } : null;
}
