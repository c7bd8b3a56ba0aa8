// Generates the two database clients: their types into prisma/generated and prisma/postgres/generated, which git
// ignores, and their code into prisma/clients, which is committed. Starting Winnow then needs neither Prisma's command
// (200 MB with its packages) nor a generation step.
import fs from "node:fs";
import path from "node:path";
import { postgresClientSchema } from "./postgres-schema.mjs";
import { fromRoot, root, runNode } from "./setup-steps.mjs";

const SOURCE = "prisma/schema.prisma";
const DERIVED = "prisma/postgres/schema.prisma";
const CLIENTS = [
  { name: "embedded", schema: SOURCE, generated: "prisma/generated/client.ts" },
  { name: "postgres", schema: DERIVED, generated: "prisma/postgres/generated/client.ts" },
];

/** Resolves to an exit code; 0 if both were generated. With `mustBeCurrent`, a committed client that differs is a failure. */
export async function generateClients({ mustBeCurrent = false } = {}) {
  fs.mkdirSync(path.dirname(fromRoot(DERIVED)), { recursive: true });
  fs.writeFileSync(fromRoot(DERIVED), postgresClientSchema(fs.readFileSync(fromRoot(SOURCE), "utf8")));
  const codes = await Promise.all(CLIENTS.map((client) => generate(client, mustBeCurrent)));
  return Math.max(...codes);
}

async function generate({ name, schema, generated }, mustBeCurrent) {
  const code = await runNode([fromRoot("node_modules/prisma/build/index.js"), "generate", "--schema", schema]);
  return code === 0 ? writeClient(generated, `prisma/clients/${name}.mjs`, mustBeCurrent) : code;
}

async function writeClient(generated, target, mustBeCurrent) {
  const client = await withoutTypes(generated);
  const isCurrent = fs.existsSync(fromRoot(target)) && fs.readFileSync(fromRoot(target), "utf8") === client;
  if (isCurrent) return 0;
  if (mustBeCurrent) {
    console.error(`[winnow] ${target} is outdated: run npm run generate, and commit the file`);
    return 1;
  }
  fs.writeFileSync(fromRoot(target), client);
  return 0;
}

/** esbuild is imported here, because this file is loaded before packages are installed. */
async function withoutTypes(generated) {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [generated],
    write: false,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    charset: "utf8",
    banner: { js: "// Made by `npm run generate` from prisma/schema.prisma." },
    logLevel: "warning",
  });
  return outputFiles[0].text;
}
