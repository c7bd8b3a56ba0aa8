/** Makes the value at the first call and returns the same one at every later call. */
export function once<T extends NonNullable<unknown>>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
