/** scripts/front-door.mjs sets this property in its process. */
const MARK = Symbol.for("winnow.front-door");
/** The method of a request that Next cannot pass to a handler (TRACE, PROPFIND …) and that arrives as OPTIONS. */
const METHOD_HEADER = "x-winnow-method";

/** Throws when Next was started directly, because it then listens on every address and any client can invent a `Host`. */
export function assertFrontDoor(scope: object = globalThis): void {
  if (MARK in scope) return;
  throw new Error(
    "Next was started without Winnow's own start script, and then it may listen on every address; use npm start, or npm run dev",
  );
}

/** The method that the client sent. */
export const sentMethod = ({ method, headers }: { method: string; headers: Headers }): string =>
  headers.get(METHOD_HEADER) ?? method;
