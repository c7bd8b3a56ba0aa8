/**
 * Next (`useOffline`) tracks whether the server answers, and asks it every few seconds while it does not. It
 * exports no function to report a missing answer, but it listens to these browser events.
 */
export const reportServerAway = (): void => void globalThis.dispatchEvent?.(new Event("offline"));

/** Asks the server immediately instead of waiting for the next attempt. */
export const askServer = (): void => void globalThis.dispatchEvent?.(new Event("online"));
