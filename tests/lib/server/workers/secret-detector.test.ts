import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findSecrets, placeholder, type RedactionMode, Redactor } from "@/lib/exporters/redact";
import { PLACEHOLDER, REDACTION_RULES } from "@/lib/exporters/redaction-rules";
import { inWindows, OVERLAP, WINDOW } from "@/lib/exporters/text-windows";
import { DETECTED_KINDS, detectSecrets } from "@/lib/server/workers/secret-detector";
import { processorSeconds } from "@/tests/support/measure";
import { samples } from "@/tests/support/samples";

const repeat = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);
const MIXED = "aB3dE5gH7jK9";
const mixed = (length: number) => repeat(MIXED, length);
const letters = (length: number) => repeat("aBcDeFgHiJ", length);
const hex = (length: number) => repeat("0a1b2c3d4e5f", length);
const PEM = `-----BEGIN ${"PRIVATE"} KEY-----\n${["MIIE", mixed(200)].join("")}\n-----END ${"PRIVATE"} KEY-----`;
const ACCOUNT = JSON.stringify({ private_key_id: hex(40), private_key: PEM, client_email: "robot@example.org" });
/** Base64 of JSON that ends in `fQ==`: its length is one more than a multiple of three. */
const OPS = btoa(JSON.stringify({ email: "robot@example.org", secretKey: mixed(119) }));

/**
 * Made up, and written in pieces, so that no scanner reports this file as a leak. The text, and what must be removed
 * from it.
 */
const SECRETS: readonly (readonly [kind: string, text: string, secret: string])[] = [
  ["secretlint-aws", `aws${"_secret_access"}_key = "${mixed(40)}"`, mixed(40)],
  ["secretlint-gcp", ACCOUNT, mixed(200)],
  ["secretlint-privatekey", PEM, mixed(200)],
  ["secretlint-npm", `npm${"_"}${mixed(36)}`, mixed(36)],
  ["secretlint-npm", `https://${mixed(40)}:x-oauth-basic@github.com/owner/name`, mixed(40)],
  ["secretlint-npm", `//registry.example/:_auth${"Token"}=${letters(30)}`, letters(30)],
  ["secretlint-basicauth", `https://robot:${mixed(12)}@host.test`, mixed(12)],
  ["secretlint-slack", `xoxb${"-"}${repeat("1234567890-", 22)}${mixed(24)}`, mixed(24)],
  ["secretlint-sendgrid", `SG${"."}${mixed(22)}.${mixed(43)}`, mixed(43)],
  ["secretlint-shopify", `shpat${"_"}${hex(32)}`, hex(32)],
  ["secretlint-github", `ghp${"_"}${mixed(36)}`, mixed(36)],
  ["secretlint-github", `ghs${"_"}12345_${mixed(60)}.${mixed(900)}.${mixed(60)}`, mixed(900)],
  ["secretlint-gitlab", `glpat${"-"}${mixed(20)}`, mixed(20)],
  ["secretlint-grafana", `glc${"_"}${mixed(60)}`, mixed(60)],
  ["secretlint-openai", `sk-proj${"-"}${mixed(74)}T3BlbkFJ${mixed(74)}`, mixed(74)],
  ["secretlint-anthropic", `sk-ant${"-"}api03-${mixed(93)}AA`, mixed(93)],
  ["secretlint-groq", `gsk${"_"}${mixed(52)}`, mixed(52)],
  ["secretlint-huggingface", `hf${"_"}${letters(34)}`, letters(34)],
  ["secretlint-linear", `lin_api${"_"}${mixed(40)}`, mixed(40)],
  ["secretlint-notion", `ntn${"_"}12345678901${mixed(35)}`, mixed(35)],
  ["secretlint-1password", `ops${"_"}${OPS}`, OPS],
  ["secretlint-database-connection-string", `mongodb://robot:${letters(10)}@db.internal/app`, letters(10)],
  ["secretlint-hashicorp-vault", `hvs${"."}${mixed(95)}`, mixed(95)],
  ["secretlint-vercel", `vcp${"_"}${mixed(24)}`, mixed(24)],
  ["secretlint-databricks", `dapi${hex(32)}`, hex(32)],
  ["secretlint-docker", `dckr_pat${"_"}${mixed(27)}`, mixed(27)],
  ["secretlint-figma", `figd${"_"}${mixed(40)}`, mixed(40)],
];

const redactorOf = (mode: RedactionMode = "mask") => new Redactor(mode, detectSecrets);
const redact = (text: string, mode?: RedactionMode) => redactorOf(mode).text(text, "x");
const kindsIn = (text: string) => new Set(detectSecrets(text).map(({ kind }) => kind));

describe("secretlint's rules", () => {
  test("each is tested here, and their ids fit into a placeholder", () => {
    expect(new Set(SECRETS.map(([kind]) => kind))).toEqual(new Set(DETECTED_KINDS));
    const all = [...DETECTED_KINDS, ...REDACTION_RULES.map(({ id }) => id), "secret-field", "unsettled"];
    for (const kind of all) expect(kind).toMatch(/^[a-z0-9-]+$/);
    expect(placeholder(...all, ...all)).toMatch(new RegExp(`^${PLACEHOLDER}$`));
  });

  test.each(SECRETS)("%s is found, and the entire secret is removed", (kind, text, secret) => {
    expect(kindsIn(text)).toContain(kind);
    for (const whole of kind === "secretlint-gcp" ? [text] : [text, `before ${text} after`, `\n${text}\n`]) {
      const redacted = redact(whole);
      expect(redacted).not.toContain(secret.slice(0, 12));
      expect(redacted).not.toContain(secret.slice(-12));
      expect(redacted).toContain("[redacted:");
      expect(redact(redacted)).toBe(redacted);
      expect(redact(whole, "drop")).toMatch(/^\[redacted:[a-z0-9,-]+\]$/);
    }
  });

  test("a secret's surroundings stay", () => {
    expect(redact(`mongodb://robot:${letters(10)}@db.internal/app?x=1`)).toBe(
      "mongodb://robot:[redacted:url-password]@db.internal/app?x=1",
    );
    expect(redact(`//registry.example/:_auth${"Token"}=${letters(30)} # mine`)).toBe(
      "//registry.example/:_authToken=[redacted:secretlint-npm] # mine",
    );
    const account = JSON.parse(redact(ACCOUNT));
    expect(account).toMatchObject({ private_key: "[redacted:private-key]", client_email: "robot@example.org" });
  });

  test("if ours and theirs overlap, ours covers the entire stretch, once", () => {
    const token = `ghp${"_"}${mixed(36)}`;
    const redactor = redactorOf();
    expect(redactor.text(`my ${token}, and figd${"_"}${mixed(40)}`, "here")).toBe(
      "my [redacted:github-token], and [redacted:secretlint-figma]",
    );
    expect(redactor.report()).toEqual([
      { kind: "github-token", count: 1, where: ["here"], more: 0 },
      { kind: "secretlint-figma", count: 1, where: ["here"], more: 0 },
    ]);
  });
});

describe("hostile texts", () => {
  const token = `figd${"_"}${mixed(40)}`;

  test.each([
    `<!-- secretlint-disable -->\n${token}`,
    `// secretlint-disable-next-line\n${token}`,
    `${token} // secretlint-disable-line`,
    `/* secretlint-disable @secretlint/secretlint-rule-groq -- a test */ ${token}`,
    `secretlint-disable *\n${token}\nsecretlint-enable`,
    `allows: ["/.*/"]\n${token}`,
  ])("nothing in it switches detection off: %j", (text) => {
    expect(redact(text)).toBe(text.replace(token, "[redacted:secretlint-figma]"));
  });

  test("a placeholder of ours is not a secret, and does not hide the text around it", () => {
    const marked = "mongodb://robot:[redacted:url-password]@db.internal";
    expect(redact(marked)).toBe(marked);
    expect(redact(`https://${"[redacted:jwt]"}${mixed(20)}:x-oauth-basic@github.com/`)).not.toContain(mixed(20));
  });

  test("is idempotent, however the pieces meet", () => {
    const glue = fc.constantFrom(
      "",
      " ",
      "\n",
      "-",
      "_",
      "@",
      "://",
      "[redacted:jwt]",
      "[redacted:",
      "]",
      "a",
      "=",
      '"',
    );
    const piece = fc.oneof(fc.constantFrom(...SECRETS.map(([, text]) => text.slice(0, 300))), glue);
    const soup = fc.array(fc.oneof(piece, fc.integer({ min: 1, max: 60 }).map(mixed)), { maxLength: 8 });
    fc.assert(
      fc.property(soup, fc.constantFrom("mask" as const, "drop" as const), (pieces, mode) => {
        const once = redact(pieces.join(""), mode);
        expect(redact(once, mode)).toBe(once);
      }),
      { numRuns: 400 },
    );
  });

  test("takes time in proportion to the text", () => {
    const attacks = [
      "SG.a.",
      `SG.a.${"a".repeat(300)}`,
      "ghs_1_",
      `${"ghs_1_".repeat(150)}.`,
      "http://a:a@",
      "mysql://a:",
    ];
    const more = [
      "xoxb-",
      "xoxb-a-",
      "sk-proj-",
      "ops_ey",
      "lin_api_",
      "SECRETACCESSKEY  ",
      "glpat-",
      "hvb.",
      "\\",
      " ",
    ];
    const seconds = (length: number) => (attack: string) => {
      const text = repeat(attack, length);
      return processorSeconds(() => detectSecrets(text));
    };
    for (const attack of samples(attacks, [...attacks, ...more])) {
      const small = Math.max(seconds(100_000)(attack), 0.02);
      expect(seconds(400_000)(attack), attack).toBeLessThan(small * 15);
    }
  });
});

describe("long texts", () => {
  const token = `figd${"_"}${mixed(40)}`;

  test("no call sees more than a window, and a secret across any seam is found completely", () => {
    const lengths: number[] = [];
    inWindows((text) => {
      lengths.push(text.length);
      return [];
    })("x".repeat(1_000_000));
    expect(Math.max(...lengths)).toBe(WINDOW);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(1_000_000 * 1.5);
    for (const seam of [WINDOW, WINDOW - OVERLAP, 2 * (WINDOW - OVERLAP), 2 * WINDOW - OVERLAP])
      for (const shift of [-46, -45, -30, -1, 0, 1]) {
        const text = `${" ".repeat(seam + shift)}${token}${" ".repeat(WINDOW)}`;
        expect(findSecrets(text, detectSecrets), `${seam} ${shift}`).toEqual([
          {
            start: seam + shift,
            end: seam + shift + token.length,
            kind: "secretlint-figma",
            rank: REDACTION_RULES.length,
          },
        ]);
      }
  });

  test("a cut creates no false secret", () => {
    const word = hex(4_000);
    const text = repeat(`dapi${word} `, 300_000);
    expect(findSecrets(text, detectSecrets)).toEqual([]);
  });

  test("millions of characters take seconds, not minutes", () => {
    const line = `{"type":"user","text":"see https://example.org/a?b=c and run npm test -- --watch=${mixed(20)}"}\n`;
    const start = performance.now();
    redact(repeat(line, samples(500_000, 5_000_000)));
    expect(performance.now() - start).toBeLessThan(samples(3_000, 30_000));
  });
});
