/**
 * The value of a cookie as it was sent; null without one, and null with two of one name: another host or path has set one of them,
 * and neither is believed.
 */
export function cookieValue(name: string, cookies: string | null, shape: RegExp): string | null {
  const found = (cookies ?? "").split(/;\s*/).filter((one) => one.startsWith(`${name}=`));
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  const value = only.slice(name.length + 1);
  return shape.test(value) ? value : null;
}
