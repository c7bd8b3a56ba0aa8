import fs from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migratePostgres } from "@/lib/server/db/migrate-postgres";
import { readPostgresUrl } from "@/lib/server/process/postgres-url";
import { onPostgres } from "@/tests/support/on-both-stores";
import { PostgresCluster } from "@/tests/support/postgres-cluster";
import { recordFigure } from "@/tests/support/record-figure";

const names = fs.readdirSync("prisma/migrations-postgres").filter((name) => /^\d/.test(name));

onPostgres("migrations of PostgreSQL whose connection breaks off", () => {
  let cluster: PostgresCluster;
  const { query } = pg.Client.prototype;
  beforeAll(async () => {
    cluster = (await PostgresCluster.start()) as PostgresCluster;
  });
  afterAll(async () => {
    pg.Client.prototype.query = query;
    await cluster.remove();
  });

  /** Ends the connection instead of its n-th query, like a lost network or server; false if there are fewer queries. */
  async function breakAt(n: number, url: string): Promise<boolean> {
    let count = 0;
    pg.Client.prototype.query = function (
      this: pg.Client & { connection?: { stream: { destroy(): void } } },
      ...args: never[]
    ) {
      count += 1;
      if (count === n) this.connection?.stream.destroy();
      return (query as (...all: never[]) => unknown).apply(this, args);
    } as typeof query;
    try {
      await migratePostgres(readPostgresUrl(url)).catch(() => {});
    } finally {
      pg.Client.prototype.query = query;
    }
    return count >= n;
  }

  test("at any query: the next start continues, each migration is applied once, and no row is lost", async () => {
    let broken = 0;
    for (let n = 1; ; n += 1) {
      const url = await cluster.createDatabase();
      if (!(await breakAt(n, url))) break;
      broken += 1;
      const begun = await cluster.query(url, `SELECT to_regclass('"Blob"') IS NOT NULL AS there`);
      if (begun[0]?.there) await cluster.query(url, `INSERT INTO "Blob" ("sha256", "bytes") VALUES ('a', 1)`);
      await migratePostgres(readPostgresUrl(url));
      const applied = await cluster.query(url, "SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1");
      expect(applied.map(({ name }) => name)).toEqual(names);
      expect(await cluster.query(url, `SELECT count(*)::int AS n FROM "Blob"`)).toEqual([
        { n: begun[0]?.there ? 1 : 0 },
      ]);
      await cluster.query("postgres", `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
    }
    expect(broken).toBeGreaterThan(names.length);
    recordFigure("D5", "interrupted PostgreSQL migrations", `${broken} of ${broken} continued by the next start`);
  });
});
