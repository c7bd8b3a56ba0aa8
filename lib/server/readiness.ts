import { access, constants } from "node:fs/promises";
import path from "node:path";
import { getDb } from "./db/get-db";
import { dataDir } from "./settings";

type Check = "ok" | "failed";
export type Readiness = { readonly status: "ready" | "not-ready"; readonly checks: Record<string, Check> };

export async function checkReadiness(): Promise<Readiness> {
  const checks = {
    database: await attempt(async () => (await getDb()).flag.count()),
    storage: await attempt(() => access(dataDir(), constants.W_OK)),
    worker: await attempt(() => access(path.join(/*turbopackIgnore: true*/ process.cwd(), "dist", "worker.mjs"))),
  };
  return { status: Object.values(checks).every((check) => check === "ok") ? "ready" : "not-ready", checks };
}

/** Who asks for readiness does not wait for a database that hangs. */
const PATIENCE_MS = 5_000;

async function attempt(check: () => Promise<unknown>): Promise<Check> {
  const patience = new Promise<never>((_, reject) => setTimeout(reject, PATIENCE_MS).unref());
  try {
    await Promise.race([check(), patience]);
    return "ok";
  } catch {
    return "failed";
  }
}
