import type { Say } from "./say";

/** The API's message about a failure, which is English, in the reader's language. */
export const problemText = ({ message }: { readonly message: string }, say: Say): string => say.known(message);
