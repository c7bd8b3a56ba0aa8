import { Problem } from "@/lib/api/problem";
import { LIMITS } from "../process/limits";
import { sentMethod } from "./front-door";
import { guard, type RouteHandler } from "./guard";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];

/**
 * Handlers for the methods that a route does not have: 405 with `Allow`, as problem+json. Next's own answer would have no
 * body, and its OPTIONS would not go through the guard. HEAD follows GET; methods unknown to Next arrive as OPTIONS.
 */
export function refuseOtherMethods<Own extends Method>(
  ...own: Own[]
): Record<Exclude<Method, Own> | "OPTIONS", RouteHandler<unknown>> {
  const others = METHODS.filter((method) => !own.some((known) => known === method));
  const allow = [...own, ...(own.some((method) => method === "GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  const refuse = (method: string): never => {
    throw new Problem(405, "method-not-allowed", `${method} is not for this route; it takes ${allow}`, {
      headers: { allow },
    });
  };
  const maxBody = LIMITS.uploadBytes;
  const refused = guard<unknown>(async (request) => refuse(request.method), { maxBody });
  const options = guard<unknown>(
    async (request) => {
      const method = sentMethod(request);
      return method === "OPTIONS" ? new Response(null, { status: 204, headers: { allow } }) : refuse(method);
    },
    { maxBody },
  );
  return Object.fromEntries([...others.map((method) => [method, refused]), ["OPTIONS", options]]) as ReturnType<
    typeof refuseOtherMethods<Own>
  >;
}
