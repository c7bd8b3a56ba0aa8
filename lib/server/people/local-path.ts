const MOST = 2_000;

/**
 * The path on this server that a browser asked for; `/` for anything else. Browsers read `//host`, `/\host` and a tab
 * or line break before them as another server, so a link could otherwise misuse a sign-in to lead to another site. API
 * routes are not pages; sending a browser there would only show JSON, or sign it in a second time.
 */
export function localPath(asked: string | null | undefined): string {
  if (!asked || asked.length > MOST || !/^\/(?![/\\])[\x21-\x7e]*$/.test(asked) || asked.includes("\\")) return "/";
  const base = "http://winnow.invalid";
  const url = URL.canParse(asked, base) ? new URL(asked, base) : null;
  if (url === null || url.origin !== base || /^\/(?:\/|api\/|v1\/|compact$)/i.test(url.pathname)) return "/";
  return `${url.pathname}${url.search}${url.hash}`;
}
