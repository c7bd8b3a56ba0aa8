import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import PQueue from "p-queue";
import { log } from "./log";
import { problemOfPlatform } from "./problem";
import { processState } from "./process-state";
import { dataDir } from "./settings";

/** Deleting takes space before it gives any: a database writes down first what it is about to change. */
export const RESERVE_BYTES = 8 << 20;
const STEP_BYTES = 1 << 20;

const reserveFile = (): string => path.join(dataDir(), "reserve.bin");

/**
 * Fills the file whose space is given back when the disk is full, as far as there is room. Random bytes, because some
 * file systems store zeros in no space at all.
 */
export function keepReserve(): void {
  fs.mkdirSync(dataDir(), { recursive: true });
  const descriptor = fs.openSync(reserveFile(), "a", 0o600);
  try {
    let size = fs.fstatSync(descriptor).size;
    while (size < RESERVE_BYTES)
      size += fs.writeSync(descriptor, randomBytes(Math.min(STEP_BYTES, RESERVE_BYTES - size)));
  } catch (error) {
    log().warn({ code: (error as { code?: string }).code }, "the disk has no room for the reserve that deleting needs");
  } finally {
    fs.closeSync(descriptor);
  }
}

/** False when there was nothing to give back. */
function releaseReserve(): boolean {
  const isThere = (fs.statSync(reserveFile(), { throwIfNoEntry: false })?.size ?? 0) > 0;
  fs.rmSync(reserveFile(), { force: true });
  return isThere;
}

/**
 * Runs work that must be possible on a full disk: deleting, and starting. When it fails for want of space it runs once
 * more with the space of the reserve, which is filled again afterwards. The work must have changed nothing when it fails.
 */
export async function withReserve<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (problemOfPlatform(error)?.code !== "storage-full") throw error;
    const oneByOne = processState("reserve", () => new PQueue({ concurrency: 1 }));
    return oneByOne.add(async () => {
      if (!releaseReserve()) throw error;
      try {
        return await work();
      } finally {
        keepReserve();
      }
    });
  }
}
