// Run after a change of prisma/schema.prisma:   node scripts/run-ts.mjs scripts/make-migration.ts <name>
// Writes the next migration for each database in which something is missing. Needs the programs of a PostgreSQL server.
import fs from "node:fs";
import path from "node:path";
import { PostgresCluster } from "@/tests/support/postgres-cluster";
import { missingSql, type Trail } from "./migration-engine";

const name = process.argv[2];
if (!name || !/^[a-z0-9_]+$/.test(name)) throw new Error("usage: make-migration.ts <name in small letters>");
const time = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
const schema = fs.readFileSync("prisma/schema.prisma", "utf8");

async function write(trail: Trail): Promise<void> {
  const sql = await missingSql(trail, schema);
  if (sql === "") return console.log(`${trail.directory}: nothing is missing`);
  const file = path.join(trail.directory, `${time}_${name}`, "migration.sql");
  fs.mkdirSync(path.dirname(file));
  fs.writeFileSync(file, sql);
  console.log(file);
}

const cluster = await PostgresCluster.start();
if (!cluster)
  throw new Error("no PostgreSQL server is installed, and migrations are written for both databases or for none");
try {
  await write({ dialect: "sqlite", directory: "prisma/migrations" });
  await write({ dialect: "postgres", directory: "prisma/migrations-postgres", scratch: cluster.url("postgres") });
} finally {
  await cluster.remove();
}
