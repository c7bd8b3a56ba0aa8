import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Part } from "@/lib/conversation/part";
import { BEST_EFFORT, findSecrets, type RedactionMode, Redactor } from "@/lib/exporters/redact";
import { redactPart } from "@/lib/exporters/redact-part";
import { REDACTION_RULES } from "@/lib/exporters/redaction-rules";
import { processorSeconds } from "../../support/measure";
import { exportText, FORMATS, sessionOf } from "./export-text";

const repeat = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);
const MIXED = "aB3dE5gH7jK9";

/** Made up, and written in pieces, so that no scanner reports this file as a leak. */
const SECRETS: readonly (readonly [kind: string, secret: string])[] = [
  ["aws-access-key-id", `AKIA${repeat("Q3EXAMPLE7ABCDEF", 16)}`],
  ["google-api-key", `AIza${repeat(MIXED, 35)}`],
  ["github-token", `ghp_${repeat(MIXED, 36)}`],
  ["github-token", `github_pat_${repeat(MIXED, 60)}`],
  ["anthropic-key", `sk-ant-api03-${repeat(MIXED, 80)}`],
  ["openai-key", `sk-proj-${repeat(MIXED, 48)}`],
  ["openai-key", `sk-${repeat(MIXED, 48)}`],
  ["slack-token", `xoxb-${repeat("1234567890-", 40)}${MIXED}`],
  ["slack-token", `hooks.slack.com/services/T0000/B0000/${repeat(MIXED, 24)}`],
  ["jwt", `eyJ${repeat(MIXED, 30)}.eyJ${repeat(MIXED, 40)}.${repeat(MIXED, 43)}`],
  ["authorization-header", `Authorization: Bearer ${repeat(MIXED, 30)}`],
  ["authorization-header", `authorization: Basic ${repeat(MIXED, 20)}==`],
  ["private-key", `-----BEGIN RSA PRIVATE KEY-----\n${repeat(`${MIXED}\n`, 300)}\n-----END RSA PRIVATE KEY-----`],
  ["private-key", `-----BEGIN PRIVATE KEY-----\\n${repeat(MIXED, 300)}`],
  ["url-password", "postgres://admin:hunter2x@db.internal/app"],
  ["assigned-secret", "DATABASE_PASSWORD=hunter2hunter2"],
  ["assigned-secret", `"client_secret": "${repeat(MIXED, 20)}"`],
  ["assigned-secret", `{\\"apiKey\\": \\"${repeat(MIXED, 20)}\\"}`],
  ["assigned-secret", "password: hunter2x"],
];

const HARMLESS = [
  "max_tokens: 16384, total_tokens=99, token_count",
  "const token = readToken(input);",
  "password: string; secret?: string",
  "sk-loading-indicator-for-the-page",
  "a task-force of bearer authentication-middleware",
  "https://example.com:8080/path@2x.png",
  "AKIA is how such ids begin",
  "if (text.includes('-----BEGIN RSA PRIVATE KEY-----')) refuse(text);",
  "docker run -u 1000:1000 node; curl -u $USER:$PASSWORD https://example.org; mysql -P3306 -p app",
  "const rootPrivateKey: Uint8Array = key; url = `https://oauth2:$GITLAB_TOKEN@gitlab.com/x`",
  "Cookie: used by the browser; cookie: theme=dark",
  "the machine has a login, and the password is asked for; sk_live keys, hf_ models, wnw_ keys",
  "--token <token> --password $PASSWORD --max-tokens 8192",
  "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
  "sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
];

const redact = (text: string, mode: RedactionMode = "mask") => new Redactor(mode).text(text, "x");

describe("rules", () => {
  test.each(SECRETS)("%s is found, alone and in a sentence", (kind, secret) => {
    for (const text of [secret, `before ${secret} after`, `\n${secret}\n`, `("${secret}")`]) {
      expect(
        findSecrets(text).map((found) => found.kind),
        text,
      ).toEqual([kind]);
      expect(redact(text)).toContain(`[redacted:${kind}]`);
      expect(redact(text, "drop")).toBe(`[redacted:${kind}]`);
    }
  });

  test.each(HARMLESS)("%s is left alone", (text) => expect(findSecrets(text)).toEqual([]));

  test("state their source, and none matches a bracket", () => {
    for (const { source, id } of REDACTION_RULES) {
      expect(source.length).toBeGreaterThan(10);
      expect(id).toMatch(/^[a-z-]+$/);
    }
    expect(findSecrets("[redacted:private-key]=[redacted:jwt] password=[redacted:assigned-secret]")).toEqual([]);
  });
});

/** Pieces that combine in ways nobody writes by hand. */
const soup = fc
  .array(
    fc.oneof(
      fc.constantFrom(...SECRETS.map(([, secret]) => secret)),
      fc.constantFrom(
        "sk-",
        "eyJ",
        "=",
        ":",
        "://",
        "@",
        "token",
        "password=",
        "Bearer ",
        '"',
        "\\n",
        "-",
        "_",
        ".",
        "AKIA",
      ),
      fc.constantFrom("-----BEGIN PRIVATE KEY-----", "[redacted:jwt]", "[redacted:", "]", "ant-", "s", " ", "\n"),
      fc.string({ maxLength: 12 }),
      fc.integer({ min: 1, max: 60 }).map((length) => repeat(MIXED, length)),
    ),
    { maxLength: 14 },
  )
  .map((pieces) => pieces.join(""));

describe("redaction", () => {
  test("is idempotent in both modes", () => {
    fc.assert(
      fc.property(soup, fc.constantFrom("mask" as const, "drop" as const), (text, mode) => {
        const once = redact(text, mode);
        expect(redact(once, mode)).toBe(once);
      }),
      { numRuns: 5_000 },
    );
  });

  test("makes no text much longer", () => {
    fc.assert(
      fc.property(soup, (text) => redact(text).length <= text.length * 5 + 60),
      {
        numRuns: 1_000,
      },
    );
    for (const [, secret] of SECRETS) expect(redact(secret).length).toBeLessThanOrEqual(secret.length + 60);
  });

  test("takes time in proportion to any text", () => {
    const attacks = [
      "eyJ",
      "eyJa.",
      "sk-",
      "sk-a",
      "token",
      "token=",
      'secret"',
      "-----BEGIN PRIVATE KEY-----",
      "://a:",
      "://",
      "Bearer ",
      "bearer a",
      "password: ",
      "\\neyJ",
      "AKIA",
      "a",
      "A1",
      "xoxb-1",
      "authorization: ",
      " ",
      "\\",
      "api_key_",
      "_KEY=",
      "-",
      "-----BEGIN A ",
      "Proc-Type: ",
      "ghp_a",
      "hooks.slack.com/services/",
      "-----BEGIN PRIVATE KEY-----aaaaaaaaaa 1 1 1 1 1 1",
      "Private-Lines: 1a",
      "AKIAAAAAAAAAAAAAAAAA ",
      "MTAAAAAAAAAAAAAAAAAAAAAAAA.",
      "cookie: a=bbbbbbbb;",
      "curl -u a",
      "mysql -p",
      "--token a1",
      "machine 1 login 1 password ",
      "PASSWORD=a",
      "name: password 1 1 value",
      "%41",
      "\\u0041",
      "\x1b[0m",
      "\u200b",
      "QUJDREVG",
      "4142",
    ];
    const seconds = (text: string) => processorSeconds(() => findSecrets(text));
    for (const attack of attacks) {
      const small = Math.max(seconds(repeat(attack, 50_000)), 0.02);
      expect(seconds(repeat(attack, 200_000)), attack).toBeLessThan(small * 12);
    }
  });

  test("covers every kind of part, and an edited thought loses its signature", () => {
    const secret = SECRETS[0]?.[1] as string;
    const parts: Part[] = [
      { id: "1", type: "text", text: secret },
      { id: "2", type: "reasoning", text: secret, signature: "signed" },
      { id: "3", type: "tool-call", toolCallId: "c", toolName: "t", input: { a: [secret], [secret]: 1 } },
      {
        id: "4",
        type: "tool-call",
        toolCallId: "c",
        toolName: "t",
        input: { a: "x" },
        inputText: `{"a":"${secret}","a":"x"}`,
      },
      {
        id: "5",
        type: "tool-result",
        toolCallId: "c",
        output: [
          { type: "text", text: secret },
          { type: "opaque", value: { secret } },
        ],
        isError: false,
      },
      {
        id: "6",
        type: "file",
        mediaType: "text/plain",
        byteLength: 1,
        data: btoa(secret),
        url: secret,
        filename: secret,
      },
      { id: "7", type: "opaque", value: [{ deep: secret }] },
      { id: "8", type: "tool-call", toolCallId: "c", toolName: "t", input: { password: "correct horse" } },
      {
        id: "9",
        type: "tool-call",
        toolCallId: "c",
        toolName: "t",
        input: `{"a": "${secret}`,
        inputText: `{"a": "${secret}`,
      },
    ];
    for (const mode of ["mask", "drop"] as const) {
      const redactor = new Redactor(mode);
      const redacted = parts.map((part) => redactPart(part, redactor));
      expect(JSON.stringify(redacted)).not.toContain(secret);
      expect(JSON.stringify(redacted)).not.toContain(btoa(secret));
      expect(JSON.stringify(redacted)).not.toContain("correct horse");
      expect(redacted[1]).not.toHaveProperty("signature");
      expect(redacted.map((part) => redactPart(part, new Redactor(mode)))).toEqual(redacted);
      const report = redactor.report();
      expect(report.map(({ kind }) => kind)).toEqual(["aws-access-key-id", "secret-field"]);
      expect(report[0]?.where).toEqual(expect.arrayContaining(["1", "2", "3", "4", "5", "6", "7", "9"]));
    }
  });

  test("the folder of a call is searched like its input", () => {
    const secret = SECRETS[0]?.[1] as string;
    const call = { id: "1", type: "tool-call", toolCallId: "c", toolName: "t", input: {} } as const;
    const redacted = redactPart({ ...call, folder: `/tmp/${secret}` }, new Redactor("mask"));
    expect(redacted).toEqual({ ...call, folder: "/tmp/[redacted:aws-access-key-id]" });
  });

  test("a part without a secret is the same object", () => {
    const part: Part = { id: "1", type: "tool-call", toolCallId: "c", toolName: "t", input: { a: ["b"] } };
    expect(redactPart(part, new Redactor("mask"))).toBe(part);
  });

  test.each(FORMATS)("no planted secret remains as %s", (format) => {
    const session = sessionOf(
      SECRETS.map(([, secret]) => secret),
      SECRETS[0]?.[1],
    );
    const values = SECRETS.flatMap(([, secret]) => secret.match(/[A-Za-z0-9_-]{14,}/g)?.slice(-1) ?? []);
    expect(values.length).toBeGreaterThan(12);
    for (const redactMode of ["mask", "drop"] as const) {
      const text = exportText(format, session, { redact: redactMode });
      for (const value of values) expect(text).not.toContain(value);
    }
  });

  test("lists what was removed: kind, count, place", () => {
    const session = sessionOf([`my key: ${SECRETS[2]?.[1]}`]);
    const list = JSON.parse(exportText("redactions", session, { redact: "mask" }));
    expect(list).toMatchObject({ mode: "mask", note: BEST_EFFORT });
    expect(list.findings).toEqual([
      {
        kind: "github-token",
        count: expect.any(Number),
        where: expect.arrayContaining(["u.t0", "a.c0", "t.r0"]),
        more: 0,
      },
    ]);
    expect(exportText("markdown", session, { redact: "mask" })).toContain("## Redacted\n\n- github-token: ");
    expect(exportText("html", session, { redact: "drop" })).toContain("<dt>github-token: ");
    expect(exportText("winnow", session, { redact: "mask" }).trimEnd().split("\n").at(-1)).toContain(
      '"redacted":[{"kind":"github-token"',
    );
  });
});
