import { PrismaLibSql } from "@prisma/adapter-libsql";
import { losslessText } from "./lossless-text";

/**
 * Opens every Prisma transaction with BEGIN IMMEDIATE; the stock adapter opens it DEFERRED, and then a transaction
 * that reads before it writes fails at once under contention.
 */
export class ImmediateLibSql extends PrismaLibSql {
  override createClient(config: Parameters<PrismaLibSql["createClient"]>[0]) {
    const client = super.createClient(config);
    const begin = client.transaction.bind(client);
    client.transaction = () => begin("write");
    return client;
  }

  override async connect() {
    return losslessText(await super.connect());
  }
}
