/**
 * Derives a value once per `key` and caches it while that object exists, because every strategy needs it for the same
 * original. The other arguments must be the same for the same key, because only the first call uses them.
 */
export function onceFor<K extends object, R extends readonly unknown[], T>(
  derive: (key: K, ...rest: R) => T,
): (key: K, ...rest: R) => T {
  const known = new WeakMap<K, { readonly value: T }>();
  return (key, ...rest) => {
    const before = known.get(key);
    if (before) return before.value;
    const value = derive(key, ...rest);
    known.set(key, { value });
    return value;
  };
}
