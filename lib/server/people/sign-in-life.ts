/** An unused browser must sign in again after this time. */
const IDLE_MS = 24 * 3_600_000;
/** Every browser must sign in again after this time. Only then does the identity provider confirm the person. */
export const LONGEST_MS = 7 * 24 * 3_600_000;
/** Minimum time between two writes of a browser's last use. */
export const USE_MS = 5 * 60_000;

/** Expiry of a sign-in that is used now. */
export const expiryOf = (createdAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + IDLE_MS, createdAt.getTime() + LONGEST_MS));
