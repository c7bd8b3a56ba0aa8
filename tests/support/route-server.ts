import { afterAll, beforeAll } from "vitest";
import { serveRoutes } from "./serve-routes";

/** The handlers of the API behind a socket of this machine, for programs that are to be run as they are. */
export function startRouteServer(): { readonly address: () => string } {
  let server: Awaited<ReturnType<typeof serveRoutes>> | null = null;
  beforeAll(async () => {
    server = await serveRoutes();
  });
  afterAll(() => server?.close());
  return { address: () => server?.address ?? "" };
}
