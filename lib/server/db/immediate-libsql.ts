import type { Client } from "@libsql/client";
import { PrismaLibSql } from "@prisma/adapter-libsql";
import { KeptConnection } from "./kept-connection";
import { LOCK_PATIENCE_MS, waitingForLocks } from "./lock-patience";
import { losslessText } from "./lossless-text";

/**
 * Prisma's adapter with a single connection to an embedded file. Its transactions are immediate and wait for other
 * processes.
 */
export class ImmediateLibSql extends PrismaLibSql {
  constructor(
    readonly url: string,
    readonly patience = LOCK_PATIENCE_MS,
  ) {
    super({ url });
  }

  override createClient() {
    return new KeptConnection(this.url) as unknown as Client; // it has all methods that the adapter uses
  }

  override async connect() {
    return losslessText(waitingForLocks(await super.connect(), this.patience));
  }
}
