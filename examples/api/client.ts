import createClient from "openapi-fetch";
import type { paths } from "./openapi";

/** An API client with the types of its OpenAPI document. `send`: an alternative to the network. */
export const createWinnow = (send: (request: Request) => Promise<Response> = fetch) =>
  createClient<paths>({ baseUrl: "http://127.0.0.1:3000", fetch: send });

export type Winnow = ReturnType<typeof createWinnow>;
