import { expect, test } from "vitest";

const { NOTICES, thirdPartyNotices } = (await import("../../scripts/package/notices.mjs" as string)) as {
  NOTICES: string;
  thirdPartyNotices(root: string): string;
};
const { manifest } = (await import("../../scripts/package/manifest.mjs" as string)) as {
  manifest(root: string): { files: string[] };
};
const text = thirdPartyNotices(process.cwd());
/** The paragraphs of one package, vocabulary or font. */
const noticeOf = (title: string) => text.split(/\n=+\n/).find((piece) => piece.trim().startsWith(title)) ?? "";

test.each([
  ["@fontsource-variable/inter ", /SIL OPEN FONT LICENSE/i],
  ["@fontsource-variable/jetbrains-mono ", /SIL OPEN FONT LICENSE/i],
  ["Noto Sans SC", /SIL OPEN FONT LICENSE/i],
  ["Vocabularies of tokenizers", /Meta Llama 3 Community License/i],
  ["@secretlint/secretlint-rule-preset-recommend ", /MIT/],
  ["next ", /MIT/],
  ["react ", /MIT/],
  ["recharts ", /MIT/],
  ["commander ", /MIT/], // of the command, and not a dependency of the server
  ["d3-scale ", /ISC/], // of recharts
])("%s is listed with its licence", (title, licence) => {
  expect(noticeOf(title)).toMatch(licence);
});

test("every package is listed once with a licence, and none that only builds or tests", () => {
  const titles = [...text.matchAll(/^(\S+ \d+\.\d+\.\S+)\nLicence: (.+)$/gm)].map(([, title = "", licence]) => [
    title,
    licence,
  ]);
  expect(titles.length).toBeGreaterThan(150);
  expect(new Set(titles.map(([title]) => title)).size).toBe(titles.length);
  expect(titles.filter(([, licence]) => licence === "see its text")).toEqual([]);
  for (const name of ["vitest", "typescript", "@biomejs/biome", "@playwright/test"])
    expect(titles.filter(([title]) => title?.startsWith(`${name} `))).toEqual([]);
});

test("the file is in the package", () => {
  expect(manifest(process.cwd()).files).toContain(NOTICES);
});
