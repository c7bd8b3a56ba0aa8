/** A stored session's request, as the API takes it under `session` and as pages and links number it. */
export type SessionRequest = { readonly id: string; readonly agent: string; readonly number: number };
