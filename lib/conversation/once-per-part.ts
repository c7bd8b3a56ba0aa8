/** Caches the result of `read` per part object. Parts never change, so several strategies can share a result. */
export function oncePerPart<P extends object, T extends NonNullable<unknown>>(read: (part: P) => T): (part: P) => T {
  const known = new WeakMap<P, T>();
  return (part) => {
    const found = known.get(part);
    if (found !== undefined) return found;
    const value = read(part);
    known.set(part, value);
    return value;
  };
}
