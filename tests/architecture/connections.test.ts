import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/**
 * What can open a connection: `fetch`, Node's network modules, and packages that do so themselves; type imports cannot.
 * OTLP spans, transcripts and bodies contain many URLs, and code that reads them must not be able to request one.
 */
const OPENS =
  /(?<![.\w#])fetch\(|(?:from|import\() ?"(?:node:)?(?:https?|http2|net|tls|dns|dgram)(?:\/promises)?"|(?:from|import\() ?"(?:undici|openid-client|pg|pg-boss|ws|ai|@ai-sdk\/[\w-]+|@aws-sdk\/[\w-]+)"/;
const ALLOWED: Readonly<Record<string, string>> = {
  "job-queue/boss.ts": "the database",
  "db/exclusively.ts": "the database",
  "replicas/channel.ts": "the database",
  "db/migrate-postgres.ts": "the database",
  "objects/s3-sdk.ts": "the object store, whose address is a setting",
  "people/oidc-flow.ts": "the provider of sign-ins, whose address is a setting",
  "people/oidc-provider.ts": "the provider of sign-ins",
  "summarise/fetch-here-only.ts": "models, whose addresses are settings",
  "summarise/summary-model.ts": "models, by fetch-here-only.ts",
  "summarise/make-item.ts": "models, by fetch-here-only.ts",
  "summarise/ask-model.ts": "models, by fetch-here-only.ts",
};

const filesOf = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => path.join(folder, name));

test("only the code listed here opens connections, each to its listed receiver", () => {
  const made = [
    "lib/example/core-files.ts",
    "lib/view-models/compare/take-away.ts",
    "lib/view-models/api-docs/api-docs-snippets.ts",
  ]; // texts
  const found = filesOf("lib").filter((file) => {
    const text = fs.readFileSync(file, "utf8").replaceAll(/^import type .*$/gm, "");
    return !made.includes(file) && OPENS.test(text);
  });
  expect(found.sort()).toEqual(
    Object.keys(ALLOWED)
      .map((file) => path.join("lib/server", file))
      .sort(),
  );
});
