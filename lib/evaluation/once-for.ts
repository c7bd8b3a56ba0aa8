/** Remembers what was derived from an object, as long as the object lives: every strategy asks the same of one original. */
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
