import { KeptConnection } from "@/lib/server/db/kept-connection";
import { migrate } from "@/lib/server/db/migrate";

/** Creates the database given as first argument, and commits as many rows as the second says, one by one. */
const [, , url = "", commits = "0"] = process.argv;
await migrate(url);
const connection = new KeptConnection(url);
for (let index = 0; index < Number(commits); index += 1) {
  const transaction = await connection.transaction();
  await transaction.execute({ sql: 'INSERT INTO "Flag" ("name") VALUES (?)', args: [`commit-${commits}-${index}`] });
  await transaction.commit();
}
connection.close();
