import createClient from "openapi-fetch";
import type { paths } from "./openapi";

/** A client of the API with the types of its OpenAPI document. `send`: another way to reach the server than over the network. */
export const createWinnow = (send: (request: Request) => Promise<Response> = fetch) =>
  createClient<paths>({ baseUrl: "http://127.0.0.1:3000", fetch: send });

export type Winnow = ReturnType<typeof createWinnow>;
