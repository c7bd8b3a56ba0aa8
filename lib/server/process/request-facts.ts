import { AsyncLocalStorage } from "node:async_hooks";
import { processState } from "./process-state";

/** scripts/front-door.mjs writes here where a request comes from, and takes away what a client sends. */
const ADDRESS_HEADER = "x-winnow-address";

/** Of the request that is being answered. */
export type RequestFacts = { readonly requestId: string | null; readonly address: string | null };

const storage = () => processState("request-facts", () => new AsyncLocalStorage<RequestFacts>());
const NONE: RequestFacts = { requestId: null, address: null };

/** Does the work of a request, so that the audit log can say of which. */
export const withFacts = <T>(facts: RequestFacts, work: () => T): T => storage().run(facts, work);

export const addressIn = (headers: Headers): string | null => headers.get(ADDRESS_HEADER)?.slice(0, 64) || null;

/** What is known of the request that is being answered; nothing of it in work of the server itself. */
export const currentFacts = (): RequestFacts => storage().getStore() ?? NONE;
export const callerAddress = (): string | null => currentFacts().address;
