import { afterAll, beforeAll } from "vitest";
import { serveRoutes } from "./serve-routes";

/** The API's handlers behind a local socket, for programs that must run unchanged. */
export function startRouteServer(): { readonly address: () => string } {
  let server: Awaited<ReturnType<typeof serveRoutes>> | null = null;
  beforeAll(async () => {
    server = await serveRoutes();
  });
  afterAll(() => server?.close());
  return { address: () => server?.address ?? "" };
}
