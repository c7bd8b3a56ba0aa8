import type { RouteKey } from "@/lib/api/routes";
import { answerRoute } from "@/lib/server/routes/dispatch";

type Context = { readonly params: Promise<Record<string, string>> };

/** The handler of one route, independent of the request's address. */
export const apiRoute =
  (key: RouteKey) =>
  async (request: Request, { params }: Context): Promise<Response> =>
    answerRoute(key, request, await params);
