// The page that a browser gets from a server that needs a key. It stands alone: nothing of the server is loaded without one.
import { randomBytes } from "node:crypto";

const WORDS = {
  en: {
    title: "Winnow: sign in",
    why: "This server can be reached from other machines, so it asks for a key.",
    wrongScope: "This key opens no pages. They need one with the scope read or admin.",
    key: "Key",
    send: "Sign in",
    failed: "This key is unknown, was revoked, or opens no pages.",
    how: "Whoever runs the server makes one: winnow keys create NAME --scopes read",
  },
  zh: {
    title: "Winnow：登录",
    why: "这台服务器可以从其他机器访问，因此需要密钥。",
    wrongScope: "此密钥不能打开页面。需要具有 read 或 admin 权限的密钥。",
    key: "密钥",
    send: "登录",
    failed: "此密钥未知、已被撤销，或不能打开页面。",
    how: "由运行服务器的人创建：winnow keys create 名称 --scopes read",
  },
};

const STYLE = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:Canvas;color:CanvasText}
main{width:min(26rem,calc(100vw - 3rem))}
h1{font-size:1.35rem;margin:0 0 .5rem}p{margin:.5rem 0}
label{display:block;margin:1.25rem 0 .25rem;font-weight:600}
input,button{font:inherit;box-sizing:border-box;width:100%;padding:.55rem .7rem;border-radius:.4rem;border:1px solid GrayText}
button{margin-top:.75rem;font-weight:600;cursor:pointer}
small,code{color:GrayText}[role=alert]:not(:empty){color:light-dark(#b3261e,#ffb4ab)}`;

const SCRIPT = (failed) => `document.querySelector("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const key = new FormData(event.target).get("key").trim();
  const answer = await fetch("/api/sign-in", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ key }) }).catch(() => null);
  if (answer && answer.ok) location.reload();
  else document.querySelector("[role=alert]").textContent = ${JSON.stringify(failed)};
});`;

/** The page in the language that the browser asks for first, and the policy that lets its own script run and no other. */
export function signInPage(acceptLanguage, hasOtherKey) {
  const lang = /^\s*zh\b/i.test(acceptLanguage) ? "zh" : "en";
  const words = WORDS[lang];
  const nonce = randomBytes(16).toString("base64");
  const html = `<!doctype html>
<html lang="${lang === "zh" ? "zh-CN" : "en"}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${words.title}</title><style nonce="${nonce}">${STYLE}</style>
<main><h1>Winnow</h1><p>${words.why}</p><form><label for="key">${words.key}</label>
<input id="key" name="key" type="password" autocomplete="current-password" required autofocus>
<button>${words.send}</button><p role="alert">${hasOtherKey ? words.wrongScope : ""}</p></form><small>${words.how}</small></main>
<script nonce="${nonce}">${SCRIPT(words.failed)}</script></html>
`;
  const own = `'nonce-${nonce}'`;
  const policy = `default-src 'none'; script-src ${own}; style-src ${own}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return { html, policy };
}
