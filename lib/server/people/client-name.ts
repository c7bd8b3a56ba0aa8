const BROWSERS = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS)\//],
  ["Safari", /\bVersion\/[\d.]+.*\bSafari\//],
] as const;
const SYSTEMS = [
  ["Android", /\bAndroid\b/],
  ["iOS", /\b(?:iPhone|iPad)\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
] as const;

/** What somebody knows a browser again by, such as `Firefox on Linux`; null if unknown. Nothing else is kept. */
export function clientName(userAgent: string | null): string | null {
  const find = (names: typeof BROWSERS | typeof SYSTEMS) => names.find(([, shape]) => shape.test(userAgent ?? ""))?.[0];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  return [browser, system].filter(Boolean).join(" on ") || null;
}
