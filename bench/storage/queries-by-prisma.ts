// Run: node scripts/run-ts.mjs bench/storage/queries-by-prisma.ts. Compare the result with that of queries-by-driver.ts.
import { ImmediateLibSql } from "@/lib/server/db/get-db";
import { PrismaClient } from "@/prisma/clients/embedded.mjs";
import { measureQueries } from "./measure-queries";

await measureQueries("Prisma", (url) => {
  const client = new PrismaClient({ adapter: new ImmediateLibSql(url) });
  return () => client.flag.findMany();
});
