/** The end of a long path, which distinguishes files; other text is returned unchanged. */
export function shortPath(label: string): string {
  const parts = label.split(/[/\\]/);
  return label.length > 40 && parts.length > 3 && !/\s/.test(label) ? `…/${parts.slice(-2).join("/")}` : label;
}
