// Run: node scripts/run-ts.mjs bench/storage/queries-by-driver.ts. Compare the result with that of queries-by-prisma.ts.
import { KeptConnection } from "@/lib/server/db/kept-connection";
import { measureQueries } from "./measure-queries";

await measureQueries("libSQL's driver", (url) => {
  const connection = new KeptConnection(url);
  return () => connection.execute(`SELECT "name", "createdAt" FROM "Flag"`);
});
