import { migrate } from "@/lib/server/db/migrate";

/** Applies all migrations to the database given as first argument; prints a line before and after. */
const [, , url = ""] = process.argv;
process.stdout.write("migrating\n");
await migrate(url);
process.stdout.write("migrated\n");
