/** The end of a long path, which tells one file from another; anything else as it stands. */
export function shortPath(label: string): string {
  const parts = label.split(/[/\\]/);
  return label.length > 40 && parts.length > 3 && !/\s/.test(label) ? `…/${parts.slice(-2).join("/")}` : label;
}
