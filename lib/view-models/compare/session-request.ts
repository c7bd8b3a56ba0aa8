/** A request of a stored session, in the form of the API's `session` field. Numbered as on pages and in links. */
export type SessionRequest = { readonly id: string; readonly agent: string; readonly number: number };
