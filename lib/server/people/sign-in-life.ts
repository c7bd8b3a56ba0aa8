/** A browser that was not used for so long has to sign in again. */
const IDLE_MS = 24 * 3_600_000;
/** So does every browser after so long, because only then the provider is asked again whether it still knows the person. */
export const LONGEST_MS = 7 * 24 * 3_600_000;
/** The use of a browser is written at most so often. */
export const USE_MS = 5 * 60_000;

/** Until when a sign-in lasts that is used now. */
export const expiryOf = (createdAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + IDLE_MS, createdAt.getTime() + LONGEST_MS));
