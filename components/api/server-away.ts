/**
 * Whether the server answers is known to Next (`useOffline`), which asks it again every few seconds until it does. It
 * listens to these events of the browser; there is no call for them.
 */
export const reportServerAway = (): void => void globalThis.dispatchEvent?.(new Event("offline"));

/** Asks the server at once, in place of waiting for the next time. */
export const askServer = (): void => void globalThis.dispatchEvent?.(new Event("online"));
