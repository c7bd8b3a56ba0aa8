import { ROUTES, type Route, type RouteKey } from "./routes";

const PATTERNS = (Object.keys(ROUTES) as RouteKey[]).map((key) => {
  const [method, path] = key.split(" ") as [string, string];
  // A model's name may contain slashes.
  const value = path.startsWith("/api/models") ? ".+" : "[^/]+";
  return { key, method, pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, `(?<$1>${value})`)}$`) };
});

export type FoundRoute = {
  readonly key: RouteKey;
  readonly route: Route;
  /** The values of the names in braces, decoded. */
  readonly params: Readonly<Record<string, string>>;
};

/** The route that answers a method at a path; null if there is none. */
export function findRoute(method: string, path: string): FoundRoute | null {
  for (const { key, method: own, pattern } of PATTERNS) {
    const found = own === method ? pattern.exec(path) : null;
    if (found) return { key, route: ROUTES[key], params: decoded(found.groups ?? {}) };
  }
  return null;
}

/** The methods that have a route at a path. */
export const methodsAt = (path: string): string[] =>
  PATTERNS.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);

/** Decodes values. One that cannot be decoded stays as it is, and will match nothing. */
const decoded = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, decodedValue(value)]));

function decodedValue(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
