import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { openApiDocument } from "@/lib/api/openapi";
import { apiReference, withFieldTables } from "@/lib/api/reference";

/**
 * Writes documents generated from the API's schemas: docs/api-reference.md, which git ignores, and the tables of
 * docs/api.md. With `--types`, also writes a client's types (examples/api/openapi.d.ts, ignored too), using a package
 * from a registry. Run: node scripts/run-ts.mjs scripts/api-docs.ts [--types]
 */

const document = openApiDocument("1.0.0");
fs.writeFileSync("docs/api-reference.md", apiReference(document));
fs.writeFileSync("docs/api.md", withFieldTables(fs.readFileSync("docs/api.md", "utf8"), document));
if (process.argv.includes("--types")) writeTypes();

function writeTypes(): void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-openapi-"));
  const [source, target] = [path.join(folder, "openapi.json"), path.join(folder, "openapi.d.ts")];
  fs.writeFileSync(source, JSON.stringify(document));
  const packages = ["openapi-typescript@7.13.0", "typescript@5.9.3"].flatMap((name) => ["--package", name]);
  const options = ["--default-non-nullable", "false", "--output", target];
  execFileSync("npm", ["exec", "--yes", ...packages, "--", "openapi-typescript", source, ...options], {
    cwd: folder,
    stdio: "inherit",
  });
  fs.copyFileSync(target, "examples/api/openapi.d.ts");
  fs.rmSync(folder, { recursive: true });
}
