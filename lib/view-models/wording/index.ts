import { en } from "./en";

/** All sentences of one language. */
export type Messages = typeof en;

/** The sentences of the interface. */
export const messages: Messages = en;
