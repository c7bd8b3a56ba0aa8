import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import type { Secret, SecretDetector } from "@/lib/exporters/redact";
import { inWindows } from "@/lib/exporters/text-windows";

/** What we use of the contract between secretlint and its rules (`@secretlint/types`, SecretLintRule.ts). */
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

/** It finds nothing; it lets a comment in the text switch the others off, and the text is not ours. */
const COMMENT_FILTER = "@secretlint/secretlint-rule-filter-comments";
const LINT_RULES = (rules as unknown as readonly LintRule[]).filter(({ meta }) => meta.id !== COMMENT_FILTER);

const kindOf = ({ meta }: LintRule): string =>
  meta.id.replace("@secretlint/secretlint-rule-", "secretlint-").replace(/[^a-z0-9-]/g, "-");

/** Kinds of `detectSecrets`: `secretlint-` and the name of the rule. */
export const DETECTED_KINDS: readonly string[] = LINT_RULES.map(kindOf);

const URL_PASSWORD = /:\/\/[^:/\s]{1,256}:(?<secret>[^@/\s]{1,256})@/dg;

/** Some rules report what a secret stands in. The secret alone goes; what does not match here goes as a whole. */
const NARROWER: Readonly<Record<string, RegExp>> = {
  "secretlint-basicauth": URL_PASSWORD,
  "secretlint-database-connection-string": URL_PASSWORD,
  "secretlint-gcp": /"private_key"\s{0,20}:\s{0,20}"(?<secret>(?:[^"\\]|\\.){1,20000})"/dgs,
  "secretlint-npm": /^["']?(?<secret>[^\s"'\\]{1,512})/dg,
};

/** No secret of the preset is shorter. */
const SHORTEST = 16;

/** Two rules look at file names: a service account's key is JSON, and only `.npmrc` has `_authToken`. */
function sourcesFor({ meta }: LintRule, content: string): LintSource[] {
  const plain = { content, contentType: "text", ext: "", filePath: undefined } as const;
  if (meta.id.endsWith("-gcp")) return /^\s*\{/.test(content) ? [{ ...plain, ext: ".json" }] : [];
  return meta.id.endsWith("-npm") ? [plain, { ...plain, filePath: ".npmrc" }] : [plain];
}

/** The rule, made ready once: most texts are short, and making it costs more than looking. */
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
    // A promise would come too late for this text: better no export than one with what it would have found.
    if (file(source) !== undefined) throw new Error(`${rule.meta.id} does not answer at once`);
    return found;
  };
}

const PREPARED = LINT_RULES.map((rule) => ({ rule, run: prepare(rule) }));

type Place = { readonly start: number; readonly end: number };

/**
 * Where the secret is. Some rules (AWS, npm) give the place where its surroundings begin with the length of the secret:
 * the secret itself, which is among the data of their message, is then further on.
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
 * Secrets found by the recommended rules of secretlint, which have no options, no allow-lists and no files here. The
 * rules are run without `lintSource`: that one is asynchronous, obeys comments and compares each finding with all others.
 * https://github.com/secretlint/secretlint
 */
export const detectSecrets: SecretDetector = inWindows((text) =>
  text.length < SHORTEST ? [] : PREPARED.flatMap(({ rule, run }) => sourcesFor(rule, text).flatMap(run)),
);
