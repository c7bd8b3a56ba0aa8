import type { Client } from "@libsql/client";
import { PrismaLibSql } from "@prisma/adapter-libsql";
import { KeptConnection } from "./kept-connection";
import { LOCK_PATIENCE_MS, patient } from "./lock-patience";
import { losslessText } from "./lossless-text";

/** Prisma on one connection to an embedded file, whose transactions are immediate and wait for other processes. */
export class ImmediateLibSql extends PrismaLibSql {
  constructor(
    readonly url: string,
    readonly patience = LOCK_PATIENCE_MS,
  ) {
    super({ url });
  }

  override createClient() {
    return new KeptConnection(this.url) as unknown as Client; // the commands that the adapter uses
  }

  override async connect() {
    return losslessText(patient(await super.connect(), this.patience));
  }
}
