import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import type { Secret, SecretDetector } from "@/lib/exporters/redact";
import { inWindows } from "@/lib/exporters/text-windows";

/** The used parts of the interface between secretlint and its rules (`@secretlint/types`, SecretLintRule.ts). */
type LintSource = {
  readonly content: string;
  readonly contentType: "text";
  readonly ext: string;
  readonly filePath: string | undefined;
};
type Report = { readonly message: { readonly data: unknown }; readonly range: readonly [number, number] };
type LintContext = {
  readonly sharedOptions: object;
  createTranslator(): (messageId: string, data: unknown) => { message: string; data: unknown };
  report(report: Report): void;
  ignore(): void;
};
type LintRule = {
  readonly meta: { readonly id: string };
  create(context: LintContext, options: object): { file(source: LintSource): unknown };
};

/**
 * The excluded rule. It finds no secrets, but lets a comment in the text turn other rules off, and the text is not
 * trusted.
 */
const COMMENT_FILTER = "@secretlint/secretlint-rule-filter-comments";
const LINT_RULES = (rules as unknown as readonly LintRule[]).filter(({ meta }) => meta.id !== COMMENT_FILTER);

const kindOf = ({ meta }: LintRule): string =>
  meta.id.replace("@secretlint/secretlint-rule-", "secretlint-").replace(/[^a-z0-9-]/g, "-");

/** Kinds of `detectSecrets`: `secretlint-` plus the name of the rule. */
export const DETECTED_KINDS: readonly string[] = LINT_RULES.map(kindOf);

const URL_PASSWORD = /:\/\/[^:/\s]{1,256}:(?<secret>[^@/\s]{1,256})@/dg;

/**
 * Some rules report a secret with its surroundings. These patterns narrow the report to the secret; without a match,
 * everything in it is redacted.
 */
const NARROWER: Readonly<Record<string, RegExp>> = {
  "secretlint-basicauth": URL_PASSWORD,
  "secretlint-database-connection-string": URL_PASSWORD,
  "secretlint-gcp": /"private_key"\s{0,20}:\s{0,20}"(?<secret>(?:[^"\\]|\\.){1,20000})"/dgs,
  "secretlint-npm": /^["']?(?<secret>[^\s"'\\]{1,512})/dg,
};

/** Minimum length of a secret in characters: the preset finds no shorter one. */
const SHORTEST = 16;

/**
 * The sources to run a rule on. Two rules depend on file names: a service account's key is JSON, and `_authToken` is in
 * `.npmrc`.
 */
function sourcesFor({ meta }: LintRule, content: string): LintSource[] {
  const plain = { content, contentType: "text", ext: "", filePath: undefined } as const;
  if (meta.id.endsWith("-gcp")) return /^\s*\{/.test(content) ? [{ ...plain, ext: ".json" }] : [];
  return meta.id.endsWith("-npm") ? [plain, { ...plain, filePath: ".npmrc" }] : [plain];
}

/** Prepares a rule once, because most texts are short and preparing costs more than searching them. */
function prepare(rule: LintRule): (source: LintSource) => readonly Secret[] {
  const kind = kindOf(rule);
  let content = "";
  let found: Secret[] = [];
  const context: LintContext = {
    sharedOptions: {},
    createTranslator: () => (_messageId, data) => ({ message: "", data }),
    report: (report) => found.push(...narrowed(kind, content, placeOf(report, content))),
    ignore: () => {},
  };
  const { file } = rule.create(context, {});
  return (source) => {
    found = [];
    content = source.content;
    // A rule that returns a promise would report too late for this text. Failing is better than exporting an unredacted
    // secret.
    if (file(source) !== undefined) throw new Error(`${rule.meta.id} does not answer at once`);
    return found;
  };
}

const PREPARED = LINT_RULES.map((rule) => ({ rule, run: prepare(rule) }));

type Place = { readonly start: number; readonly end: number };

/**
 * The position of the secret. Some rules (AWS, npm) report the start of the text around the secret, with the secret's
 * length. Their message data contains the secret, so it is searched for from that start.
 */
function placeOf({ range, message }: Report, text: string): Place {
  const [start, end] = range;
  const values = Object.values((message.data ?? {}) as Record<string, unknown>);
  const secret = values.find((value) => typeof value === "string" && value.length === end - start);
  const found = typeof secret === "string" ? text.indexOf(secret, start) : -1;
  return found < 0 ? { start, end } : { start: found, end: found + end - start };
}

function narrowed(kind: string, text: string, { start, end }: Place): Secret[] {
  const pattern = NARROWER[kind];
  const matches = pattern ? [...text.slice(start, end).matchAll(pattern)] : [];
  const inner = matches.flatMap((match): Secret[] => {
    const range = match.indices?.groups?.secret;
    return range ? [{ start: start + range[0], end: start + range[1], kind }] : [];
  });
  return inner.length > 0 ? inner : [{ start, end, kind }];
}

/**
 * Finds secrets by secretlint's recommended rules, without options, allow-lists or files. The rules run without
 * `lintSource`, which is asynchronous, obeys comments and compares each finding with all others.
 * https://github.com/secretlint/secretlint
 */
export const detectSecrets: SecretDetector = inWindows((text) =>
  text.length < SHORTEST ? [] : PREPARED.flatMap(({ rule, run }) => sourcesFor(rule, text).flatMap(run)),
);
