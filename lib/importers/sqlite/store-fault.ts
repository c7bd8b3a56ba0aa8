/** A part of a database cannot be read. Thrown and caught inside this folder; outside, it is a value. */
export class StoreFault extends Error {}

export const isFault = (value: unknown): value is StoreFault => value instanceof StoreFault;

/** The value, or the fault that `read` threw. Bugs are still thrown. */
export function attempt<T>(read: () => T): T | StoreFault {
  try {
    return read();
  } catch (error) {
    if (isFault(error)) return error;
    throw error;
  }
}
