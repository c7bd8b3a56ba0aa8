import { expect, test } from "vitest";
import type { JsonValue } from "@/lib/conversation/part";
import { findSecrets, Redactor, type Secret } from "@/lib/exporters/redact";
import { redactJson } from "@/lib/exporters/redact-part";
import { detectSecrets } from "@/lib/server/workers/secret-detector";
import { SECRET_SAMPLES, type SecretSample } from "@/tests/support/secret-samples";

type Span = { readonly start: number; readonly end: number };
/** A text that contains the secret, and its position. */
type Shown = { readonly text: string; readonly spans: readonly Span[] };
type Form = { readonly title: string; readonly show: (sample: SecretSample) => Shown };

/** The surroundings of the secret, the same in all forms. */
const around = ({ before = "", secret, after = "" }: SecretSample) => ({
  before: `first line\n${before}`,
  secret,
  after: `${after}\nlast line`,
});

const lines = (title: string, prefix: (line: number) => string): Form => ({
  title,
  show: (sample) => {
    const { before, secret, after } = around(sample);
    let text = "";
    const spans: Span[] = [];
    const write = (piece: string, isSecret: boolean) => {
      for (const [index, line] of piece.split("\n").entries()) {
        if (index > 0) text += "\n";
        if (text === "" || text.endsWith("\n")) text += prefix(text.split("\n").length);
        if (isSecret && line !== "") spans.push({ start: text.length, end: text.length + line.length });
        text += line;
      }
    };
    write(before, false);
    write(secret, true);
    write(after, false);
    return { text, spans };
  },
});

/** Encodings that change every character. */
const letterwise = (title: string, shown: (character: string, index: number) => string): Form => ({
  title,
  show: (sample) => {
    const { before, secret, after } = around(sample);
    const [a, b, c] = [before, secret, after].map((text) => [...text].map(shown).join("")) as [string, string, string];
    return { text: a + b + c, spans: [{ start: a.length, end: a.length + b.length }] };
  },
});

/** Encodings that make one word of the text. */
const encoded = (title: string, encode: (text: string) => string): Form => ({
  title,
  show: (sample) => {
    const { before, secret, after } = around(sample);
    const word = encode(before + secret + after);
    return { text: `data: ${word}\n`, spans: [{ start: 6, end: 6 + word.length }] };
  },
});

const inJson = (character: string) => JSON.stringify(character).slice(1, -1);
const FORMS: readonly Form[] = [
  lines("plain", () => ""),
  lines("Read", (line) => `${String(line).padStart(6)}→`),
  lines("cat -n", (line) => `${String(line).padStart(6)}\t`),
  lines("grep -n", (line) => `conf/app.env:${line}:`),
  lines("log", (line) => `2026-11-25T00:00:0${line % 10}Z web-1  | `),
  lines("blame", (line) => `a1b2c3d4 (Ada L. 2026-01-01 10:00:00 +0000 ${line}) `),
  lines("diff", () => "+"),
  lines("quoted", () => "> "),
  letterwise("JSON", inJson),
  letterwise("JSON twice", (character) => inJson(inJson(character))),
  letterwise("URL", (character) => encodeURIComponent(character)),
  letterwise(String.raw`\u00xx`, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`),
  letterwise("colours", (character, index) => (index % 7 === 3 ? `\x1b[0m\x1b[1;31m${character}` : character)),
  letterwise("no width", (character, index) => (index % 7 === 3 ? `\u200b${character}` : character)),
  encoded("base64", (text) => Buffer.from(text).toString("base64")),
  encoded("hex", (text) => Buffer.from(text).toString("hex")),
  letterwise("wrapped", (character, index) => (index === 9 ? `${character}\n` : character)),
];

/** `+` all of it, `~` a part, `-` nothing. */
function judge({ text, spans }: Shown, secrets: readonly Secret[]): "+" | "~" | "-" {
  const [isAll, isAny] = [
    spans.every((span) => covered(span, secrets) === span.end - span.start),
    spans.some((span) => covered(span, secrets) > 0),
  ];
  expect(text.length).toBeGreaterThan(0);
  return isAll ? "+" : isAny ? "~" : "-";
}

const covered = ({ start, end }: Span, secrets: readonly Secret[]): number =>
  secrets.reduce((sum, secret) => sum + Math.max(0, Math.min(end, secret.end) - Math.max(start, secret.start)), 0);

const SIGNS = { "+": "✓", "~": "part", "-": "–" } as const;

const STRUCTURED: readonly (readonly [shown: string, value: (secret: JsonValue) => JsonValue, secret?: JsonValue])[] = [
  ['`{"password": "…"}`', (secret) => ({ password: secret })],
  ['`{"dbPassword": "…"}`', (secret) => ({ dbPassword: secret })],
  ['`{"password": 12345678}`', (secret) => ({ password: secret }), 12_345_678],
  ['`{"token": ["…"]}`', (secret) => ({ token: [secret] })],
  ['`{"name": "DB_PASSWORD", "value": "…"}`', (secret) => ({ name: "DB_PASSWORD", value: secret })],
  ['`["Authorization", "…"]`', (secret) => ["Authorization", secret]],
  ['`["tool", "--token", "…", "list"]`', (secret) => ["tool", "--token", secret, "list"]],
  ['`{"headers": {"Cookie": "a=…"}}`', (secret) => ({ headers: { Cookie: `a=${secret}` } })],
  [
    '`{"command": "curl -u admin:…"}`',
    (secret) => ({ command: `curl -u admin:${String(secret).replaceAll(" ", "")} https://x.example` }),
  ],
  ['`{"args": ["the password", "…"]}`', (secret) => ({ args: ["the password", secret, "!"] })],
];

test("docs/redaction.md lists what is found in which form", async () => {
  const rows = SECRET_SAMPLES.map((sample) => {
    const cells = FORMS.map(({ show }) => {
      const shown = show(sample);
      return SIGNS[judge(shown, findSecrets(shown.text, detectSecrets))];
    });
    return `| ${[sample.title, ...cells].join(" | ")} |`;
  });
  const structured = STRUCTURED.map(([shown, value, secret = "correct horse battery"]) => {
    const redacted = JSON.stringify(redactJson(value(secret), new Redactor("mask", detectSecrets), "x"));
    const isFound = !redacted.includes(String(secret)) && !redacted.includes("correcthorse");
    return `| ${shown} | ${isFound ? "✓" : "–"} |`;
  });
  const table = (head: readonly string[], body: readonly string[]) =>
    [`| ${head.join(" | ")} |`, `| ${head.map(() => "---").join(" | ")} |`, ...body].join("\n");
  const page = PAGE.replace("{forms}", () => table(["kind", ...FORMS.map(({ title }) => title)], rows)).replace(
    "{structured}",
    table(["value", "found"], structured),
  );
  await expect(page).toMatchFileSnapshot("../../../../docs/redaction.md");
});

const PAGE = `# What redaction finds

Exports (\`?redact=mask\` or \`drop\`, *Export* on a session's page), reports and \`winnow push --redact\` remove secrets by the same rules:
shapes in \`lib/exporters/redaction-rules.ts\`, names of fields in \`lib/exporters/redact-part.ts\`, and, in exports and push, the rules of
[secretlint](https://github.com/secretlint/secretlint). Redaction is best effort. A test writes this page; after a change of the rules:

\`\`\`sh
npx vitest run tests/lib/server/workers/redaction-table.test.ts -u
\`\`\`

## Kinds and forms

The test puts an invented secret of each kind between two lines, in each of these forms: plain; with the line numbers of Claude Code's Read, of
\`cat -n\` and of \`grep -n\`; as a line of a service's log and of \`git blame\`; as an added line of a diff; quoted; as JSON text, once and twice;
URL-encoded; with every letter as \`\\u00xx\`; with terminal colours; with zero-width characters in the middle; the secret with its context as
base64 and as hex; and wrapped after ten characters. ✓ the entire secret is found, "part" a part of it, – nothing.

{forms}

## Values with a structure

The arguments and results of tools are searched as JSON: names of fields, names next to values, options of a command. The secret is
\`correct horse battery\` unless the table shows another.

{structured}

## What is not found

- A secret that looks like any other word and has no name next to it: the forty characters of an AWS secret, a password in a sentence, an Azure
  or Twilio token without its variable.
- The middle of a private key, if neither its first nor its last line is shown; a password hash; a line of \`.pgpass\`.
- A secret that only its context reveals (a header, a cookie, \`NAME=value\`), if the context is base64 or hex too. Secrets with a recognisable
  shape are found there.
- A secret that is wrapped over several lines, or that a program assembles from pieces. If its name reveals it, only the first line is removed.
- Other encodings (gzip, quoted-printable, base64 in base64, HTML entities), the private numbers of a JSON Web Key, images, other binary data,
  and encrypted items.
- A value of only letters after a name, unless it is quoted or the name is in capitals and ends in \`PASSWORD\`, \`PASSWD\`, \`PASSPHRASE\` or \`PWD\`.

## What is removed by mistake

A corpus of 203 sessions was chosen to contain no live secret, so every mark in it is false. There were 257 such marks in 23.8 million tokens
(counted as four characters each), **10.8 per million** (24 November 2026). 253 of them are \`assigned-secret\`: nearly all are invented passwords
in tests and examples (\`JWT_SECRET=e2e-test-…\`), which look like real ones.

\`\`\`sh
node scripts/run-ts.mjs bench/redaction/false-marks.ts            # every session; with 10, every tenth; --show prints each mark
npx vitest run -c vitest.long.config.ts tests/long/shared/false-marks.test.ts
\`\`\`
`;
