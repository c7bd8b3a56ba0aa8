/**
 * The content security policy of every exported file. Whatever the file contains, it cannot load, run or send anything.
 */
export const FILE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/**
 * The page's complete style: system fonts, light and dark by the reader's setting, printable. Colours as in the app.
 */
export const HTML_STYLE = `
:root{color-scheme:light dark;--bg:#fff;--s1:#f7f8f9;--line:#c3c9d0;--tx:#15181c;--tx2:#4a545e;--user:#7a5c0c;--assistant:#2a5aa6;--tool:#22706f;--bad:#b3202c}
@media (prefers-color-scheme:dark){:root{--bg:#0e1013;--s1:#15181c;--line:#3a424c;--tx:#e7eaee;--tx2:#a9b2bd;--user:#edd854;--assistant:#7fb0ec;--tool:#86d5c9;--bad:#f0757c}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:1.5rem 1rem 4rem;background:var(--bg);color:var(--tx);font:14px/1.5 system-ui,sans-serif}
h1{font-size:1.25rem;margin:0 0 .75rem;overflow-wrap:anywhere}
h2{font-size:.8125rem;margin:0 0 .25rem;font-weight:600;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.125rem .75rem;margin:0 0 1.5rem;color:var(--tx2)}
dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere}
article{border-left:3px solid var(--line);padding:.25rem 0 .25rem .75rem;margin:1rem 0}
.user{border-color:var(--user)}.user h2{color:var(--user)}
.assistant{border-color:var(--assistant)}.assistant h2{color:var(--assistant)}
.tool{border-color:var(--tool)}.tool h2{color:var(--tool)}
.hidden{opacity:.7}
.comment{border:1px dashed var(--tx2);border-radius:4px;padding:.25rem .75rem;margin:.5rem 0}
pre{margin:.25rem 0;white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext;font:13px/1.5 ui-monospace,monospace}
details{margin:.25rem 0;background:var(--s1);border:1px solid var(--line);border-radius:4px;padding:.25rem .5rem}
summary{cursor:pointer;overflow-wrap:anywhere}.error summary{color:var(--bad)}
img{max-width:100%;height:auto}
.note{color:var(--tx2);font-size:.8125rem;margin:.5rem 0;overflow-wrap:anywhere}
hr{border:0;border-top:1px solid var(--line);margin:1.5rem 0 .5rem}
@media print{article{break-inside:avoid-page}}
`;
