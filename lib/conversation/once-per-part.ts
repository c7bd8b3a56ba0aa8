/** Caches the result of `read` per part object. Parts never change, so many strategies can share it. */
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
