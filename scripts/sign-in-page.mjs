// The sign-in page for browsers. It is self-contained, because nothing can be loaded from the server without
// signing in, not even a font or a style. Its colours are those of components/theme/tokens.css.
import { randomBytes } from "node:crypto";

const WORDS = {
  en: {
    title: "Sign in",
    why: "This server can be reached from other machines, so it asks who you are.",
    whyKey: "This server can be reached from other machines, so it asks for a key.",
    wrongScope: "This key cannot open pages. Use one with the scope read or admin.",
    key: "Key",
    send: "Sign in",
    sendKey: "Sign in with a key",
    with: "Sign in with {provider}",
    or: "or",
    failed: "This key is unknown or revoked, or it cannot open pages.",
    how: "Whoever runs the server can create a key:",
    example: "winnow keys create NAME --scopes read",
    failures: {
      "provider-unavailable": "{provider} is not responding at the moment. Try again later, or sign in with a key.",
      declined: "{provider} did not sign you in. Nothing was changed.",
      expired: "This sign-in expired, was already used, or began in another browser. Start again.",
      refused:
        "The answer from {provider} could not be verified, so you were not signed in. If this happens again, tell whoever runs the server.",
    },
    nobody: "No project yet",
    nobodyWhy: "You are signed in as {name}, but you are not yet a member of any project here.",
    ask: "Ask one of these to add you:",
    askAnybody: "Ask whoever runs this server to add you.",
    again: "Try again",
    leave: "Sign out",
  },
  zh: {
    title: "登录",
    why: "这台服务器可以从其他机器访问，因此需要确认您的身份。",
    whyKey: "这台服务器可以从其他机器访问，因此需要密钥。",
    wrongScope: "此密钥不能打开页面。需要具有 read 或 admin 权限的密钥。",
    key: "密钥",
    send: "登录",
    sendKey: "用密钥登录",
    with: "用 {provider} 登录",
    or: "或",
    failed: "此密钥未知、已被撤销，或不能打开页面。",
    how: "密钥由运行服务器的人创建：",
    example: "winnow keys create 名称 --scopes read",
    failures: {
      "provider-unavailable": "{provider} 目前没有回应。请稍后再试，或用密钥登录。",
      declined: "{provider} 没有让您登录。什么都没有改变。",
      expired: "这次登录已过期、已被使用，或是在另一个浏览器中开始的。请重新开始。",
      refused: "{provider} 的回答无法验证，因此没有让您登录。若再次发生，请告诉运行服务器的人。",
    },
    nobody: "尚无项目",
    nobodyWhy: "您已以 {name} 的身份登录，但还不是这里任何项目的成员。",
    ask: "请让以下任一人添加您：",
    askAnybody: "请让运行此服务器的人添加您。",
    again: "重试",
    leave: "退出登录",
  },
};

const LIGHT =
  "--bg:#fff;--s1:#f7f8f9;--s2:#eff1f3;--line:#e1e4e8;--line2:#c3c9d0;--ctl:#868e97;--tx:#15181c;--tx2:#4a545e;--tx3:#5f6973;--acc:#2a55d6;--onacc:#fff;--bad:#b3202c;--delbg:#fbecec";
const DARK =
  "--bg:#0e1013;--s1:#15181c;--s2:#1c2026;--line:#272c33;--line2:#3a424c;--ctl:#6b737d;--tx:#e7eaee;--tx2:#a9b2bd;--tx3:#8a94a0;--acc:#86a3ff;--onacc:#0e1013;--bad:#f0757c;--delbg:#2c1719";
const STRONG =
  "--tx2:var(--tx);--tx3:var(--tx);--line:var(--ctl);--line2:var(--tx);--s1:var(--bg);--s2:var(--bg);--delbg:var(--bg)";

const STYLE = `:root{color-scheme:light;${LIGHT};font:13px/20px Inter,system-ui,-apple-system,"Segoe UI","Noto Sans CJK SC",sans-serif}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${DARK}}}
:root[data-theme=dark]{color-scheme:dark;${DARK}}
@media (prefers-contrast:more){:root:root:root{${STRONG}}}:root:root[data-contrast=more]{${STRONG}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:24px 16px;background:var(--bg);color:var(--tx)}
main{width:100%;max-width:380px;border:1px solid var(--line2);border-radius:4px;background:var(--s1)}
header{display:flex;align-items:center;gap:8px;padding:12px 20px;border-bottom:1px solid var(--line);font-weight:600}
header svg{width:16px;height:16px}
section{padding:20px}
h1{font-size:15px;line-height:20px;margin:0 0 4px}p{margin:0 0 16px;color:var(--tx2)}
label{display:block;margin:0 0 4px;font-size:12px;line-height:16px;color:var(--tx2)}
input,.button{font:inherit;width:100%;height:36px;padding:0 12px;border-radius:4px;border:1px solid var(--ctl);background:var(--bg);color:var(--tx)}
.button{display:flex;align-items:center;justify-content:center;margin:12px 0 0;border-color:var(--line2);font-weight:500;text-decoration:none;cursor:pointer;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.button:hover{background:var(--s2)}.button.primary{border-color:var(--acc);background:var(--acc);color:var(--onacc)}.button.primary:hover{opacity:.9}
:focus-visible{outline:2px solid var(--acc);outline-offset:1px}
.or{display:flex;align-items:center;gap:12px;margin:16px 0 12px;font-size:11px;line-height:16px;color:var(--tx3)}.or::before,.or::after{content:"";flex:1;border-top:1px solid var(--line)}
[role=alert]:not(:empty){margin:0 0 16px;padding:8px 12px;border:1px solid var(--bad);border-radius:4px;background:var(--delbg);color:var(--bad)}[role=alert]{margin:0}
footer{padding:12px 20px;border-top:1px solid var(--line);font-size:11px;line-height:16px;color:var(--tx3)}
code{display:block;overflow-wrap:anywhere;font:11px/16px "JetBrains Mono",ui-monospace,monospace;color:var(--tx2)}
ul{margin:0 0 4px;padding:0 0 0 16px;overflow-wrap:anywhere}b{font-weight:600;overflow-wrap:anywhere}`;

const LOGO = `<svg viewBox="0 0 16 16" aria-hidden="true"><g fill="currentColor"><rect x="1" y="7" width="2.5" height="5"/><rect x="5" y="4" width="2.5" height="8"/><rect x="9" y="8" width="2.5" height="4"/><rect x="1" y="13.5" width="14" height="1.5"/></g><rect x="12" y="2" width="3" height="3" fill="var(--acc)"/></svg>`;

/** Applies the theme of an earlier visit before the first paint. */
const THEME_SCRIPT = `try{const t=localStorage.getItem("theme");if(t==="dark"||t==="light")document.documentElement.dataset.theme=t;else if(t==="system")delete document.documentElement.dataset.theme}catch{}`;

const keyScript = (
  /** @type {string} */ failed,
  /** @type {string} */ next,
) => `document.querySelector("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const key = new FormData(event.target).get("key").trim();
  const answer = await fetch("/api/sign-in", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ key }) }).catch(() => null);
  if (answer && answer.ok) location.replace(${inScript(next)});
  else document.querySelector("[role=alert]").textContent = ${inScript(failed)};
});`;
const LEAVE_SCRIPT = `document.querySelector("#leave").addEventListener("click", async () => {
  const answer = await fetch("/api/sign-in", { method: "DELETE" }).catch(() => null);
  const said = answer && answer.ok ? await answer.json().catch(() => null) : null;
  location.replace((said && said.address) || "/");
});`;

const inScript = (/** @type {string} */ text) => JSON.stringify(text).replaceAll("<", "\\u003c");
const escaped = (/** @type {string} */ text) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const fill = (/** @type {string} */ text, /** @type {Record<string, string>} */ values) =>
  text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

/**
 * @typedef {{ provider?: string | null, theme?: string, contrast?: string, language?: string }} Setup
 * What the server is set up with: who signs people in, and its settings.
 * @typedef {{ name: string, ask: readonly string[] }} Stranger Somebody who signed in and is a member of no project.
 * @param {{ acceptLanguage: string, url: string, isWrongKey: boolean, setup?: Setup, stranger?: Stranger | null }} options
 * @returns The page in the language that the settings or the browser ask for, and the policy that lets its own script run and no
 * other.
 */
export function signInPage({ acceptLanguage, url, isWrongKey, setup = {}, stranger = null }) {
  const asked = setup.language === "zh" || setup.language === "en" ? setup.language : acceptLanguage;
  const lang = /^\s*zh\b/i.test(asked) ? "zh" : "en";
  const words = WORDS[lang];
  const nonce = randomBytes(16).toString("base64");
  const { body, script } = stranger ? strangerBody(words, stranger) : signInBody(words, { url, isWrongKey, setup });
  const theme = setup.theme === "dark" || setup.theme === "light" ? ` data-theme="${setup.theme}"` : "";
  const contrast = setup.contrast === "more" ? ' data-contrast="more"' : "";
  const html = `<!doctype html>
<html lang="${lang === "zh" ? "zh-CN" : "en"}"${theme}${contrast}><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${stranger ? words.nobody : words.title} · Winnow</title><script nonce="${nonce}">${THEME_SCRIPT}</script><style nonce="${nonce}">${STYLE}</style>
<main><header>${LOGO}<span>Winnow</span></header>${body}</main>
<script nonce="${nonce}">${script}</script></html>
`;
  const own = `'nonce-${nonce}'`;
  const policy = `default-src 'none'; script-src ${own}; style-src ${own}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return { html, policy };
}

function signInBody(words, { url, isWrongKey, setup }) {
  const provider = setup.provider ?? null;
  const { next, failure } = readAddress(url);
  const known =
    failure && provider && Object.hasOwn(words.failures, failure) ? fill(words.failures[failure], { provider }) : "";
  const alert = `<p role="alert">${escaped(isWrongKey ? words.wrongScope : known)}</p>`;
  const start = `/api/sign-in/start${next === "/" ? "" : `?next=${encodeURIComponent(next)}`}`;
  const button = provider
    ? `<a class="button primary" href="${escaped(start)}">${escaped(fill(words.with, { provider }))}</a><p class="or">${words.or}</p>`
    : "";
  const form = `<form><label for="key">${words.key}</label>
<input id="key" name="key" type="password" autocomplete="current-password" required${provider ? "" : " autofocus"}>
<button class="button${provider ? "" : " primary"}">${provider ? words.sendKey : words.send}</button></form>`;
  const foot = `<footer>${words.how}<code>${words.example}</code></footer>`;
  const body = `<section><h1>${words.title}</h1><p>${provider ? words.why : words.whyKey}</p>${alert}${button}${form}</section>${foot}`;
  return { body, script: keyScript(words.failed, next) };
}

/** The requested page, where the browser goes after signing in, and the reason for an earlier failure. */
function readAddress(url) {
  const asked = new URL(url, "http://winnow.invalid");
  const failure = asked.searchParams.get("sign-in");
  const next = failure === null ? asked.pathname + asked.search : (asked.searchParams.get("next") ?? "/");
  // lib/server/people/local-path.ts decides; this only ensures that nothing but a path of this server reaches
  // the page.
  return { next: /^\/(?![/\\])[^\\\s]*$/.test(next) ? next : "/", failure };
}

function strangerBody(words, { name, ask }) {
  const list = `<ul>${ask.map((one) => `<li>${escaped(one)}</li>`).join("")}</ul>`;
  const whom = ask.length > 0 ? `<p>${words.ask}</p>${list}` : `<p>${words.askAnybody}</p>`;
  const who = fill(escaped(words.nobodyWhy), { name: `<b>${escaped(name)}</b>` });
  const buttons = `<a class="button primary" href="/">${words.again}</a><button type="button" class="button" id="leave">${words.leave}</button>`;
  return { body: `<section><h1>${words.nobody}</h1><p>${who}</p>${whom}${buttons}</section>`, script: LEAVE_SCRIPT };
}
