/**
 * The value of a cookie as sent. Null if absent, or if two share the name. Another host or path then set one of them,
 * so neither is trusted.
 */
export function cookieValue(name: string, cookies: string | null, shape: RegExp): string | null {
  const found = (cookies ?? "").split(/;\s*/).filter((one) => one.startsWith(`${name}=`));
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  const value = only.slice(name.length + 1);
  return shape.test(value) ? value : null;
}
