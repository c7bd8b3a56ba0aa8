/** Set by scripts/front-door.mjs in the process that it stands in. */
const MARK = Symbol.for("winnow.front-door");
/** The method of a request that Next cannot hand to a handler (TRACE, PROPFIND …): it comes as OPTIONS. */
const METHOD_HEADER = "x-winnow-method";

/** Throws where Next was started by itself: it listens on every address, and a `Host` is easily made up. */
export function assertFrontDoor(scope: object = globalThis): void {
  if (MARK in scope) return;
  throw new Error(
    "Next was started without Winnow's own start script, and then it may listen on every address; use npm start, or npm run dev",
  );
}

/** The method as it was sent. */
export const sentMethod = ({ method, headers }: { method: string; headers: Headers }): string =>
  headers.get(METHOD_HEADER) ?? method;
