/**
 * The same function, which derives a value once for each `key` and remembers it as long as that object lives: every strategy
 * asks the same of one original. What comes after `key` must not change for one key, because only the first call looks at it.
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
