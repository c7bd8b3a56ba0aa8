/**
 * The shapes of secrets, as data. Every pattern runs in linear time: a repetition is bounded, or starts after a literal that
 * its own character class excludes. No pattern matches `[` or `]`, so redacted text is never matched again.
 */
export type RedactionRule = {
  readonly id: string;
  /** A text without any of these strings is not searched. Without hints the pattern is always tried. */
  readonly hints?: readonly string[];
  /** Has the flags `dg…`; the group `secret` is removed, or without it the whole match. */
  readonly pattern: RegExp;
  /** Where the shape is documented, with the date on which it was checked or last known. */
  readonly source: string;
};

/** The mark that replaces a secret: the ids of the rules that found it. Long enough for all of them at once. */
export const PLACEHOLDER = String.raw`\[redacted:[a-z0-9,-]{1,2000}\]`;

/** The place before a token: after no token character and no mark, or after an escape that JSON text shows as a letter. */
const START = String.raw`(?:(?<![A-Za-z0-9_-]|${PLACEHOLDER})|(?<=\\[nrtbf]))`;
/** The place after a token of fixed length. */
const END = String.raw`(?![A-Za-z0-9_]|\[redacted:)`;
/** The characters of a secret that is assigned to a name. */
const VALUE = "[A-Za-z0-9_.~+/=!@#%^&*-]";
const NAME =
  "(?:api[_-]?key|secret|access[_-]?key|private[_-]?key|account[_-]?key|token(?!s)|passw(?:or)?d|passphrase|pwd|credentials?)";

const token = (body: string) => new RegExp(`${START}(?<secret>${body})${END}`, "dg");
const after = (before: string, secret: string, rest = "") => new RegExp(`${before}(?<secret>${secret})${rest}`, "dgi");

/** More specific kinds come first: where several match the same place, the first one names it. */
export const REDACTION_RULES: readonly RedactionRule[] = [
  {
    id: "private-key",
    hints: ["PRIVATE KEY"],
    // Up to the end line; of a truncated key, everything that is left. `\n` may be written out, as in JSON.
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:(?:\s|\\[rn]){0,6}(?:Proc-Type|DEK-Info|Comment|Version): [^\r\n\\[\]]{0,120}){0,4}[A-Za-z0-9+/=\s\\]*(?:-----END [A-Z0-9 ]{0,40}-----)?/dg,
    source: "RFC 7468, RFC 1421 (headers); OpenPGP armour, RFC 9580",
  },
  {
    id: "aws-access-key-id",
    hints: ["AKIA", "ASIA", "ABIA", "ACCA"],
    pattern: token("(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}"),
    source: "AWS IAM User Guide, unique identifiers, 2025-06",
  },
  {
    id: "google-api-key",
    hints: ["AIza"],
    pattern: token("AIza[A-Za-z0-9_-]{35}"),
    source: "Google Cloud API keys, 2025-06",
  },
  {
    id: "github-token",
    hints: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
    pattern: token("(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})"),
    source: "GitHub Docs, token formats, 2025-06",
  },
  {
    id: "anthropic-key",
    hints: ["sk-ant-"],
    pattern: token("sk-ant-[A-Za-z0-9_-]{16,255}"),
    source: "Anthropic console keys as issued, 2025-06",
  },
  {
    id: "openai-key",
    hints: ["sk-"],
    // A digit is required, because kebab-case words also begin with sk-.
    pattern: token("sk-(?!ant-)(?=[A-Za-z_-]{0,60}[0-9])[A-Za-z0-9_-]{20,255}"),
    source: "OpenAI platform keys as issued (sk-, sk-proj-, sk-svcacct-, sk-admin-), 2025-06",
  },
  {
    id: "slack-token",
    hints: ["xox", "xapp-", "hooks.slack.com"],
    pattern: new RegExp(
      `${START}(?<secret>xox[abeoprs]-[A-Za-z0-9-]{10,255}|xapp-[A-Za-z0-9-]{10,255})|hooks\\.slack\\.com/(?:services|workflows)/(?<hook>[A-Za-z0-9/_-]{20,200})`,
      "dg",
    ),
    source: "Slack API, token types and incoming webhooks, 2025-06",
  },
  {
    id: "jwt",
    hints: ["eyJ"],
    pattern: token("eyJ[A-Za-z0-9_-]{6,}\\.eyJ[A-Za-z0-9_-]{4,}\\.[A-Za-z0-9_-]{8,}"),
    source: "RFC 7519; a JSON object in base64url begins with eyJ",
  },
  {
    id: "authorization-header",
    // Prose about bearer tokens has no digits.
    pattern: after(
      String.raw`(?:bearer|authorization\\?["']?\s{0,2}[:=]\s{0,2}\\?["']?(?:basic|token|bearer|digest))(?:[ ]|%20){1,4}`,
      "(?=[A-Za-z._~+/-]{0,120}[0-9=])[A-Za-z0-9._~+/=-]{12,}",
    ),
    source: "RFC 6750 (token68), RFC 7617",
  },
  {
    id: "url-password",
    hints: ["://"],
    pattern: after(String.raw`://[^\s:/@"'<>\\[\]]{0,100}:`, String.raw`[^\s:/@"'<>\\[\]]{1,200}`, "@"),
    source: "RFC 3986, 3.2.1 (userinfo)",
  },
  {
    id: "assigned-secret",
    // Quoted: "api_key": "…", password='…', also with escaped quotes as in JSON.
    pattern: after(
      String.raw`${NAME}[A-Za-z0-9_]{0,20}\\{0,2}["']?[ \t]{0,3}(?:=>|:=|=|:)[ \t]{0,3}\\{0,2}["']`,
      `${VALUE}{6,}`,
    ),
    source: "ours: names of settings, quoted value of 6 or more",
  },
  {
    id: "assigned-secret",
    // Bare: API_KEY=…, password: …; a letter and a digit are required, because code assigns names.
    pattern: after(
      String.raw`${NAME}[A-Za-z0-9_]{0,20}[ \t]{0,3}(?:=|:)[ \t]{0,3}`,
      `(?=[A-Za-z_.~+/=!@#%^&*-]{0,60}[0-9])(?=[0-9_.~+/=!@#%^&*-]{0,60}[A-Za-z])${VALUE}{6,}`,
    ),
    source: "ours: names of settings, bare value of 6 or more with a letter and a digit",
  },
];

/** A field with such a name holds a secret, however its value looks. */
export const SECRET_FIELD =
  /^(?:.{0,40}[_-])?(?:api[_-]?key|apiSecret|client[_-]?secret|secret|secret[_-]?key|access[_-]?key|private[_-]?key|passw(?:or)?d|passphrase|pwd|credentials?|authorization|(?:(?:access|auth|refresh|session|bearer|api|bot|github|gitlab|npm|slack)[_-]?)?token)$/i;

/** Shorter values are treated as names and switches. */
export const SECRET_FIELD_LENGTH = 6;
