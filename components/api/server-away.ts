/**
 * Next (`useOffline`) tracks whether the server answers and, while it does not, asks it every few seconds. Next exports
 * no function for reporting a missing answer, but it listens to these browser events.
 */
export const reportServerAway = (): void => void globalThis.dispatchEvent?.(new Event("offline"));

/** Asks the server immediately instead of waiting for the next attempt. */
export const askServer = (): void => void globalThis.dispatchEvent?.(new Event("online"));
