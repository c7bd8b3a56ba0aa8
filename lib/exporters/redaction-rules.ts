/**
 * The shapes of secrets, as data. Every pattern runs in linear time, because each repetition is bounded or starts after
 * a literal that its own character class excludes. No pattern matches `[` or `]`, so redacted text is never matched
 * again. A complete private key may have brackets before its lines, but no mark.
 */
export type RedactionRule = {
  readonly id: string;
  /** A text that contains none of these strings is not searched. Without hints the pattern is always tried. */
  readonly hints?: readonly string[];
  /** Has the flags `dg…`. The group `secret` is removed or, if there is none, the entire match. */
  readonly pattern: RegExp;
  /** True if the shape is unmistakable, so decoded base64 and hex are also searched for it. */
  readonly isTelling?: boolean;
  /** Where the shape is documented, with the date of the last check. */
  readonly source: string;
};

/** The mark that replaces a secret, with the ids of its rules. Long enough for all rules together. */
export const PLACEHOLDER = String.raw`\[redacted:[a-z0-9,-]{1,4000}\]`;

/**
 * Matches where a token may begin: not after a character of a token or a mark, except after a JSON escape such as `\n`,
 * which ends with a letter.
 */
const START = String.raw`(?:(?<![A-Za-z0-9_-]|${PLACEHOLDER})|(?<=\\[nrtbf]))`;
/** The place after a token of fixed length. */
const END = String.raw`(?![A-Za-z0-9_]|\[redacted:)`;
/** The characters of a secret that is assigned to a name. */
const VALUE = "[A-Za-z0-9_.~+/=!@#%^&*-]";
const NAME =
  "(?:api[_-]?key|secret|access[_-]?key|private[_-]?key|account[_-]?key|token(?!s)|passw(?:or)?d|passphrase|pwd|credentials?)";
/**
 * What is not a secret: placeholders for a value stored elsewhere, types and files, such as `$PASSWORD`, `<password>`,
 * `{{ secret }}`, `%s`, `/run/secrets/x`.
 */
const NO_VALUE = String.raw`(?![$<{]|%[s(]|\\\$|!!|[~.]{0,2}/[a-z0-9._-]{1,40}/[a-z]|\.{3}|(?:Big)?(?:Ui|I)nt(?:8|16|32|64)(?:Clamped)?Array|[A-Za-z_-]{0,20}(?:\*{3}|x{4}|X{4}|REDACTED))`;
/** A bare word in code is not a value. A value has a letter and a digit within its first sixty characters. */
const MIXED = "(?=[A-Za-z_.~+/=!@#%^&*-]{0,60}[0-9])(?=[0-9_.~+/=!@#%^&*-]{0,60}[A-Za-z])";
/** Separators between two words in a file shown with line numbers, as a diff, or quoted. */
const BETWEEN = String.raw`(?:\\{1,4}[nrt]|[\s0-9→>|│+-]){1,24}`;

/** Assignment operators between a name and its value: `: String =`, `=>`, `:=`, `=`, `:`. */
const ASSIGNS = String.raw`(?::[ \t]{0,3}[A-Za-z][A-Za-z0-9_.?]{0,30}[ \t]{0,3}=|=>|:=|=|:)`;

/** The beginning of a word, including after an escape that JSON text writes as a letter. */
const WORD = String.raw`(?:\b|(?<=\\[nrt]))`;

const token = (body: string) => new RegExp(`${START}(?<secret>${body})${END}`, "dg");
const after = (before: string, secret: string, rest = "") => new RegExp(`${before}(?<secret>${secret})${rest}`, "dgi");

/** A token with a characteristic prefix. */
const issued = (id: string, hints: readonly string[], body: string, source: string): RedactionRule => ({
  id,
  hints,
  pattern: token(body),
  isTelling: true,
  source,
});

/**
 * Separators between two lines of a key: line breaks, possibly escaped, and what tools put before a line (line numbers,
 * diff and quotation marks, a file name) or around it (quotes, plus signs in source code).
 */
const KEY_GAP = String.raw`(?:\\{1,4}[nrt]|%0[AaDd]|[\s\\0-9→│|>:#*"'+,;/-]){0,60}(?:[A-Za-z0-9_./-]{1,100}:[0-9]{1,7}[:-])?`;
const KEY_CHARACTER = "(?:[A-Za-z0-9+/=]|%(?:2[BbFf]|3[Dd]))";
const KEY_SPACE = "(?: |%20|\\+)";
/** Lines of ten characters or more, and one or two shorter ones before the end. */
const KEY_LINES = String.raw`(?:${KEY_GAP}${KEY_CHARACTER}{10,}){1,2000}(?:(?=[^\0]{0,120}?-----END)${KEY_GAP}(?!END${KEY_SPACE})${KEY_CHARACTER}{1,9}){0,2}`;
const KEY_HEADERS = String.raw`(?:${KEY_GAP}(?:Proc-Type|DEK-Info|Comment|Version|Charset|Hash): [^\r\n\\[\]]{0,120}){0,4}`;

const KEY_LABELS = ["", "RSA ", "EC ", "DSA ", "OPENSSH ", "ENCRYPTED "];
/** The beginning of a key file in base64. Only complete groups of three bytes are independent of what follows them. */
const encodedStart = (label: string): string => {
  const header = `-----BEGIN ${label}PRIVATE KEY`;
  return btoa(header.slice(0, header.length - (header.length % 3))).replaceAll("+", "\\+");
};

/** More specific kinds come first. If several match the same place, the first one's kind is used. */
export const REDACTION_RULES: readonly RedactionRule[] = [
  {
    id: "private-key",
    hints: ["PRIVATE"],
    // Up to the end line or, for a truncated key, all remaining lines.
    pattern: new RegExp(
      `-----BEGIN${KEY_SPACE}(?:[A-Z0-9]{1,12}${KEY_SPACE}){0,3}PRIVATE${KEY_SPACE}KEY(?:${KEY_SPACE}BLOCK)?-----${KEY_HEADERS}${KEY_LINES}(?:${KEY_GAP}-----END[A-Z0-9 %+]{0,40}-----)?`,
      "dg",
    ),
    isTelling: true,
    source: "RFC 7468, RFC 1421 (headers); OpenPGP armour, RFC 9580",
  },
  {
    id: "private-key",
    hints: ["-----END"],
    // A key with something before each of its lines (a log's time, a commit, a service name). Matches everything
    // between the first and the last line, if there is a run of base64 between them.
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?=(?:(?!-----|\[redacted:)[\s\S]){0,600}?[A-Za-z0-9+/]{40})(?:(?!-----|\[redacted:)[\s\S]){0,40000}-{5,10}END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/dg,
    isTelling: true,
    source: "RFC 7468, whatever stands before its lines",
  },
  {
    id: "private-key",
    hints: ["Private-Lines:"],
    pattern: new RegExp(`Private-Lines: [0-9]{1,4}(?<secret>${KEY_LINES})`, "dg"),
    isTelling: true,
    source: "PuTTY, appendix C: PPK file format, 2025-06",
  },
  {
    id: "private-key",
    hints: ["LS0tLS1CRUdJTi"],
    // An entire key file in base64, as in Kubernetes and kubectl, possibly over several lines.
    pattern: new RegExp(`(?:${KEY_LABELS.map(encodedStart).join("|")})${KEY_LINES}`, "dg"),
    isTelling: true,
    source: "RFC 7468 in the base64 of RFC 4648; Kubernetes docs, secrets, 2025-06",
  },
  issued("private-key", ["AGE-SECRET-KEY-"], "AGE-SECRET-KEY-1[A-Z0-9]{40,80}", "age, C2SP age.md, 2025-06"),
  issued(
    "winnow-key",
    ["wnw_", "own_"],
    "(?:wnw_[A-Za-z0-9_-]{20,100}|own_[A-Za-z0-9_-]{43})",
    "ours: lib/server/door/api-keys.ts, gate.ts",
  ),
  {
    id: "aws-secret-key",
    hints: ["AKIA", "ASIA"],
    // Forty characters alone may be anything. Next to a key's id, they are its secret.
    pattern: after(
      String.raw`(?:AKIA|ASIA)[A-Z0-9]{16}[^A-Za-z0-9+/=[\]]{1,20}`,
      "[A-Za-z0-9+/]{40}",
      "(?![A-Za-z0-9+/=])",
    ),
    source: "AWS IAM User Guide, credential files (csv), 2025-06",
  },
  issued(
    "aws-access-key-id",
    ["AKIA", "ASIA", "ABIA", "ACCA"],
    "(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}",
    "AWS IAM User Guide, unique identifiers, 2025-06",
  ),
  issued("google-api-key", ["AIza"], "AIza[A-Za-z0-9_-]{35}", "Google Cloud API keys, 2025-06"),
  issued(
    "google-oauth",
    ["GOCSPX-", "ya29.", "1//0"],
    "(?:GOCSPX-[A-Za-z0-9_-]{20,60}|ya29\\.[A-Za-z0-9_-]{20,500}|1//0[A-Za-z0-9_-]{30,200})",
    "Google OAuth 2.0: client secret, access and refresh token as issued, 2025-06",
  ),
  issued(
    "github-token",
    ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
    "(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})",
    "GitHub Docs, token formats, 2025-06",
  ),
  issued("anthropic-key", ["sk-ant-"], "sk-ant-[A-Za-z0-9_-]{16,255}", "Anthropic console keys as issued, 2025-06"),
  // A digit is required, because kebab-case words also begin with sk-.
  issued(
    "openai-key",
    ["sk-"],
    "sk-(?!ant-)(?=[A-Za-z_-]{0,60}[0-9])[A-Za-z0-9_-]{20,255}",
    "OpenAI platform keys as issued (sk-, sk-proj-, sk-svcacct-, sk-admin-), 2025-06",
  ),
  {
    id: "slack-token",
    hints: ["xox", "xapp-", "hooks.slack.com"],
    pattern: new RegExp(
      `${START}(?<secret>xox[abeoprs]-[A-Za-z0-9-]{10,255}|xapp-[A-Za-z0-9-]{10,255})|hooks\\.slack\\.com/(?:services|workflows)/(?<hook>[A-Za-z0-9/_-]{20,200})`,
      "dg",
    ),
    isTelling: true,
    source: "Slack API, token types and incoming webhooks, 2025-06",
  },
  {
    id: "discord-token",
    hints: ["api/webhooks/"],
    pattern: after(String.raw`discord(?:app)?\.com/api/webhooks/[0-9]{15,20}/`, "[A-Za-z0-9_-]{50,100}"),
    isTelling: true,
    source: "Discord developer docs, webhooks, 2025-06",
  },
  {
    id: "discord-token",
    pattern: token("[MNO](?=[A-Za-z_-]{0,30}[0-9])[A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}"),
    isTelling: true,
    source: "Discord bot tokens as issued: the id in base64, a time, a hash; 2025-06",
  },
  {
    id: "telegram-token",
    hints: [":AA"],
    // Includes tokens after `bot` in a URL.
    pattern: new RegExp(`(?<![0-9])(?<secret>[0-9]{8,10}:AA[A-Za-z0-9_-]{33})${END}`, "dg"),
    isTelling: true,
    source: "Telegram Bot API, authorizing your bot, 2025-06",
  },
  issued("huggingface-token", ["hf_"], "hf_[A-Za-z0-9]{30,60}", "Hugging Face user access tokens as issued, 2025-06"),
  issued(
    "model-provider-key",
    ["gsk_", "xai-", "pplx-", "r8_", "nvapi-", "lsv2_"],
    "(?:gsk_[A-Za-z0-9]{40,60}|xai-[A-Za-z0-9]{60,100}|pplx-[A-Za-z0-9]{40,64}|r8_[A-Za-z0-9]{37}|nvapi-[A-Za-z0-9_-]{60,80}|lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10})",
    "Groq, xAI, Perplexity, Replicate, NVIDIA, LangSmith keys as issued, 2025-06",
  ),
  issued(
    "stripe-key",
    ["k_live_", "k_test_", "whsec_"],
    "(?:[rs]k_(?:live|test)_[A-Za-z0-9]{16,255}|whsec_[A-Za-z0-9+/]{24,100})",
    "Stripe docs, API keys and webhook signing secrets, 2025-06",
  ),
  issued("twilio-key", ["SK"], "SK[0-9a-f]{32}", "Twilio docs, API keys, 2025-06"),
  issued(
    "package-registry-token",
    ["pypi-", "npm_", "rubygems_", "dckr_pat_"],
    "(?:pypi-[A-Za-z0-9_-]{40,500}|npm_[A-Za-z0-9]{36}|rubygems_[a-f0-9]{48}|dckr_pat_[A-Za-z0-9_-]{27,40})",
    "PyPI, npm, RubyGems, Docker Hub tokens as issued, 2025-06",
  ),
  issued(
    "gitlab-token",
    ["glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "gloas-"],
    "gl(?:pat|dt|rt|cbt|ptt|oas)-[A-Za-z0-9_.-]{20,300}",
    "GitLab docs, token prefixes, 2025-06",
  ),
  issued(
    "vault-token",
    ["hvs.", "hvb.", "hvr."],
    "hv[sbr]\\.[A-Za-z0-9_-]{20,300}",
    "HashiCorp Vault docs, token prefixes, 2025-06",
  ),
  issued(
    "cloud-token",
    ["_v1_", "PMAK-", "dapi", "SG.", "sbp_", "shp", "lin_api_", "glsa_", "glc_"],
    "(?:do[oprt]_v1_[a-f0-9]{32,64}|PMAK-[a-f0-9]{24}-[a-f0-9]{34}|dapi[a-f0-9]{32}|SG\\.[A-Za-z0-9_-]{16,64}\\.[A-Za-z0-9_-]{16,64}|sbp_[a-f0-9]{40}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}|lin_api_[A-Za-z0-9]{40}|gl(?:sa|c)_[A-Za-z0-9+/=_]{32,400})",
    "DigitalOcean, Postman, Databricks, SendGrid, Supabase, Shopify, Linear, Grafana tokens as issued, 2025-06",
  ),
  {
    id: "jwt",
    hints: ["eyJ"],
    pattern: token("eyJ[A-Za-z0-9_-]{6,}\\.eyJ[A-Za-z0-9_-]{4,}\\.[A-Za-z0-9_-]{8,}"),
    isTelling: true,
    source: "RFC 7519; a JSON object in base64url begins with eyJ",
  },
  {
    id: "authorization-header",
    // Prose about bearer tokens contains no digits.
    pattern: after(
      String.raw`(?:bearer|authorization\\{0,3}["']?\s{0,2}[:=,]\s{0,2}\\{0,3}["']?(?:basic|token|bearer|digest))(?:[ ]|%20){1,4}`,
      "(?=[A-Za-z._~+/-]{0,120}[0-9=])[A-Za-z0-9._~+/=-]{12,}",
    ),
    source: "RFC 6750 (token68), RFC 7617",
  },
  {
    id: "authorization-header",
    hints: ["uthorization"],
    pattern: after(
      String.raw`authorization\\{0,3}["']?\s{0,2}[:=]\s{0,2}\\{0,3}["']?`,
      "(?=[A-Za-z._~+/-]{0,120}[0-9])(?=[0-9._~+/-]{0,120}[A-Za-z])[A-Za-z0-9._~+/=-]{20,}(?![A-Za-z0-9_(])",
    ),
    source: "ours: the header without the name of a scheme, 20 or more with a letter and a digit",
  },
  {
    id: "url-password",
    hints: ["://"],
    pattern: after(String.raw`://[^\s:/@"'<>\\[\]]{0,100}:`, String.raw`${NO_VALUE}[^\s/@"'<>\\[\]]{1,200}`, "@"),
    source: "RFC 3986, 3.2.1 (userinfo)",
  },
  {
    id: "signed-address",
    hints: ["-Signature=", "sig="],
    pattern: after("(?:X-(?:Amz|Goog)-Signature=|[?&;]sig=)", "[A-Za-z0-9%+/=_-]{40,1024}"),
    source: "AWS and Google: signed URLs; Azure: shared access signatures; 2025-06",
  },
  {
    id: "cookie",
    hints: ["ookie", "OOKIE"],
    pattern: after(
      String.raw`${WORD}(?:set-cookie\\{0,3}["']?\s{0,2}[:=,]|cookie\\{0,3}["']?\s{0,2}[:,]|document\.cookie\s?=|--cookie[ =])\s{0,2}\\{0,3}["']?[\w.-]{1,60}=(?=[^\r\n"'\\[\]]{0,1000}[^\s;,"'\\[\]]{8})`,
      String.raw`${NO_VALUE}[^\s;,"'\\[\]]{1,4000}(?:;[ ]?[\w.-]{1,60}=[^\s;,"'\\[\]]{0,4000}){0,50}`,
    ),
    source: "RFC 6265, 4.1 and 4.2",
  },
  {
    id: "command-password",
    hints: ["curl", "wget"],
    pattern: after(
      String.raw`${WORD}(?:curl|wget)\b[^\r\n|;[\]]{0,300}?[\s"',](?:-[A-Za-z]{0,6}u|--user|--proxy-user|-U)(?:=|[\s"',]{0,4})["']?[^\s:"'\\[\]$-]{1,100}:["']?`,
      String.raw`${NO_VALUE}[^\s"'\\[\]]{1,200}`,
    ),
    source: "curl(1), --user and --proxy-user",
  },
  {
    id: "cookie",
    hints: ["curl"],
    pattern: after(
      String.raw`${WORD}curl\b[^\r\n|;[\]]{0,300}?[\s"',]-[A-Za-z]{0,6}b[\s"',]{1,4}[\w.-]{1,60}=`,
      String.raw`${NO_VALUE}[^\s;,"'\\[\]]{8,4000}`,
    ),
    source: "curl(1), -b",
  },
  {
    id: "command-password",
    hints: ["| sudo", "|sudo", "pass:", "chpasswd", "htpasswd"],
    pattern: after(
      String.raw`(?:${WORD}openssl\b[^\r\n|;[\]]{0,200}?-pass(?:in|out)?[ ]{1,3}pass:|${WORD}htpasswd[ ]-[A-Za-z]{0,5}b[A-Za-z]{0,5}[ ][^\s[\]]{1,100}[ ][^\s[\]]{1,60}[ ])["']?`,
      String.raw`${NO_VALUE}[^\s"'\\[\]]{3,200}`,
    ),
    source: "openssl-passphrase-options(1), htpasswd(1)",
  },
  {
    id: "command-password",
    hints: ["sudo", "chpasswd"],
    pattern: after(
      String.raw`${WORD}echo[ ]{1,3}(?:-n[ ])?["']?(?:[\w.-]{1,40}:(?=[^\r\n]{0,220}chpasswd))?`,
      String.raw`${NO_VALUE}[^\s"'\\|:[\]]{3,200}`,
      String.raw`["']?\s{0,3}\|\s{0,3}(?:sudo[ ](?:-[A-Za-z]{1,6}[ ]){0,3}-[A-Za-z]{0,5}S|(?:sudo[ ])?chpasswd)`,
    ),
    source: "sudo(8), -S; chpasswd(8)",
  },
  {
    id: "command-password",
    hints: ["mysql", "mariadb", "sshpass", "redis-cli"],
    pattern: after(
      String.raw`${WORD}(?:mysql(?:dump|admin|import|show)?|mariadb(?:-dump|-admin)?)\b[^\r\n|;[\]]{0,200}?[\s"',]-p(?![a-z]{1,4}\b|[0-9]{1,5}\b)["']?`,
      String.raw`${NO_VALUE}[^\s"'\\[\]]{3,200}`,
    ),
    source: "mysql(1), -p without a space",
  },
  {
    id: "command-password",
    hints: ["sshpass", "redis-cli", "docker login"],
    pattern: after(
      String.raw`${WORD}(?:sshpass[\s"',]{1,4}-p|redis-cli\b[^\r\n|;[\]]{0,200}?[\s"',]-a|docker login\b[^\r\n|;[\]]{0,200}?\s-p)[\s"',]{0,4}`,
      String.raw`${NO_VALUE}[^\s"'\\[\]]{3,200}`,
    ),
    source: "sshpass(1), redis-cli(1), docker login",
  },
  {
    id: "command-password",
    hints: ["--"],
    pattern: after(
      String.raw`--[a-z-]{0,30}(?:password|passwd|passphrase|token|api-key|secret|secret-key|access-key)(?:=|\s{1,3}|["'],\s{0,3})["']?`,
      `(?!-)${NO_VALUE}${MIXED}${VALUE}{8,200}(?![A-Za-z0-9_(])`,
    ),
    source: "ours: names of options, value of 8 or more with a letter and a digit",
  },
  {
    id: "netrc-password",
    hints: ["password"],
    pattern: after(
      String.raw`${WORD}(?:machine${BETWEEN}[^\s[\]]{1,200}|default)${BETWEEN}login${BETWEEN}[^\s[\]\\]{1,100}${BETWEEN}password${BETWEEN}`,
      String.raw`${NO_VALUE}[^\s[\]\\"]{1,200}`,
    ),
    source: "netrc(5), as curl and git read it",
  },
  {
    id: "assigned-secret",
    // Quoted: "api_key": "…", password='…', including with escaped quotes as in JSON.
    pattern: after(
      String.raw`${NAME}[A-Za-z0-9_]{0,20}\\{0,3}(?:["']\]?)?[ \t]{0,30}${ASSIGNS}[ \t]{0,3}\\{0,3}["']`,
      `${NO_VALUE}${VALUE}{6,}`,
    ),
    source: "ours: names of settings, quoted value of 6 or more",
  },
  {
    id: "assigned-secret",
    // Bare: API_KEY=…, password: …; a letter and a digit are required, because in code the value may be just another
    // name.
    pattern: after(
      String.raw`${NAME}[A-Za-z0-9_]{0,20}["']?[ \t]{0,3}(?:=|:)[ \t]{0,3}`,
      `${NO_VALUE}${MIXED}${VALUE}{6,}`,
    ),
    source: "ours: names of settings, bare value of 6 or more with a letter and a digit",
  },
  {
    id: "assigned-secret",
    hints: ["PASS", "PWD"],
    // Letters only, as in settings files: DB_PASSWORD=… up to the end of the line.
    pattern: new RegExp(
      String.raw`(?:PASSWORD|PASSWD|PASSPHRASE|PWD)=(?<secret>${NO_VALUE}[a-z]{8,64})(?=\s|\\{1,4}[nr]|["']|$)`,
      "dg",
    ),
    source: "ours: names of settings in capitals, bare lower-case value of 8 or more",
  },
  {
    id: "assigned-secret",
    hints: ["密码", "口令", "密钥", "令牌", "asswort", "ontraseña", "ot de passe"],
    pattern: after(
      String.raw`(?:密码|口令|密钥|令牌|Passwort|contraseña|mot de passe)[ \t]{0,3}(?:[:=：]|是|为)[ \t]{0,3}["'“「]?`,
      `${NO_VALUE}${MIXED}${VALUE}{6,}`,
    ),
    source: "ours: the word in Chinese, German, Spanish and French, bare value of 6 or more with a letter and a digit",
  },
  {
    id: "assigned-secret",
    hints: ["</"],
    pattern: after(String.raw`<[\w:.-]{0,40}${NAME}>`, String.raw`${NO_VALUE}[^\s<>[\]&]{6,200}`, "</"),
    source: "ours: names of elements of XML, value of 6 or more",
  },
  {
    id: "assigned-secret",
    hints: ["ENV ", "set -", "setx "],
    pattern: after(
      `${WORD}(?:ENV|set -[gxU]{1,3}|setx)[ ]{1,3}[A-Z0-9_]{0,40}${NAME}[A-Z0-9_]{0,20}[ ]{1,3}["']?`,
      `${NO_VALUE}${MIXED}${VALUE}{6,}`,
    ),
    source: "Dockerfile reference, ENV; fish, set; Windows, setx",
  },
  {
    id: "registry-login",
    hints: ["auth"],
    pattern: after(
      String.raw`(?:\b_auth[ ]?=[ ]?["']?|["']auth\\{0,3}["'][ ]?:[ ]{0,3}\\{0,3}["'])`,
      "[A-Za-z0-9+/]{16,500}={0,2}(?![A-Za-z0-9+/=_-])",
    ),
    source: "docker config.json, auths; npmrc, _auth; 2025-06",
  },
  {
    id: "named-value",
    hints: ["value"],
    // {"name": "DB_PASSWORD", "value": "…"}, or the same in two lines of YAML.
    pattern: after(
      String.raw`(?:name|key)\\{0,3}["']?\s{0,3}[:=]\s{0,3}\\{0,3}["']?[A-Za-z0-9_.-]{0,40}${NAME}[A-Za-z0-9_]{0,20}\\{0,3}["']?(?:,|\\{1,4}[nrt]|[\s0-9→>|│+-]){1,40}\\{0,3}["']?value\\{0,3}["']?\s{0,3}[:=]\s{0,3}\\{0,3}["']?`,
      `${NO_VALUE}(?:(?<=["'])|${MIXED})${VALUE}{6,}`,
    ),
    source: "ours: name and value of a setting, as in Kubernetes, Compose and MCP files",
  },
];

const SECRET_WORDS =
  "api[_-]?key|apiSecret|client[_-]?secret|secret|secret[_-]?key|access[_-]?key|private[_-]?key|passw(?:or)?d|passphrase|pwd|credentials?|authorization|(?:(?:access|auth|refresh|session|bearer|api|bot|github|gitlab|npm|slack)[_-]?)?token";
/** Names of fields that contain a secret, whatever the value looks like. */
const SECRET_FIELD = new RegExp(`^(?:.{0,40}[_-])?(?:${SECRET_WORDS})$`, "i");
/** The same in camel case: `dbPassword`. */
const SECRET_CAMEL_FIELD =
  /^[a-z0-9]{1,40}(?:ApiKey|Secret|SecretKey|AccessKey|PrivateKey|Password|Passwd|Passphrase|Credentials?|(?:Access|Auth|Refresh|Session|Bearer|Api|Bot)Token)$/;
export const isSecretField = (name: string): boolean => SECRET_FIELD.test(name) || SECRET_CAMEL_FIELD.test(name);

/** True for headers whose values are cookies. */
export const isCookieField = (name: string): boolean => /^(?:set-)?cookie$/i.test(name);

/** True for an option whose next word is a secret. */
export const isSecretOption = (word: string): boolean =>
  /^--?[A-Za-z]/.test(word) && isSecretField(word.replace(/^--?/, ""));

/** Shorter values are assumed to be names and switches. */
export const SECRET_FIELD_LENGTH = 6;
