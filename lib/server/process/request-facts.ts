import { AsyncLocalStorage } from "node:async_hooks";
import { processState } from "./process-state";

/** scripts/front-door.mjs sets this header to a request's address, and removes it from client requests. */
const ADDRESS_HEADER = "x-winnow-address";

/** Facts of the current request. */
export type RequestFacts = { readonly requestId: string | null; readonly address: string | null };

const storage = () => processState("request-facts", () => new AsyncLocalStorage<RequestFacts>());
const NONE: RequestFacts = { requestId: null, address: null };

/** Runs a request's work, so the audit log can name the request. */
export const withFacts = <T>(facts: RequestFacts, work: () => T): T => storage().run(facts, work);

export const addressIn = (headers: Headers): string | null => headers.get(ADDRESS_HEADER)?.slice(0, 64) || null;

/** Facts of the current request; none during the server's own work. */
export const currentFacts = (): RequestFacts => storage().getStore() ?? NONE;
export const callerAddress = (): string | null => currentFacts().address;
