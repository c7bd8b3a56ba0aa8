// Generates the two database clients: prisma/generated for the embedded file, prisma/postgres/generated for PostgreSQL.
import fs from "node:fs";
import path from "node:path";
import { postgresClientSchema } from "./postgres-schema.mjs";
import { fromRoot, runNode } from "./setup-steps.mjs";

const SOURCE = "prisma/schema.prisma";
const DERIVED = "prisma/postgres/schema.prisma";

/** Resolves to an exit code; 0 if both were generated. */
export async function generateClients() {
  fs.mkdirSync(path.dirname(fromRoot(DERIVED)), { recursive: true });
  fs.writeFileSync(fromRoot(DERIVED), postgresClientSchema(fs.readFileSync(fromRoot(SOURCE), "utf8")));
  const codes = await Promise.all([SOURCE, DERIVED].map(generate));
  return Math.max(...codes);
}

const generate = (schema) => runNode([fromRoot("node_modules/prisma/build/index.js"), "generate", "--schema", schema]);
