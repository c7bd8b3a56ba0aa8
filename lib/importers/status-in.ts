/** The HTTP status at the beginning of an error's text; null if there is none. The port in `127.0.0.1:443` is none. */
export function statusIn(text: string): number | null {
  const status = /(?<![\w\]]:)\b([45]\d\d)\b/.exec(text.slice(0, 200))?.[1];
  return status === undefined ? null : Number(status);
}
