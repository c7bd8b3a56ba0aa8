import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import PQueue from "p-queue";
import { emptyLogs } from "../db/get-db";
import { problemOfPlatform } from "../http/problem";
import { keepingCaller } from "../process/caller-context";
import { log } from "../process/log";
import { processState } from "../process/process-state";
import { dataDir } from "../process/settings";

/** Deleting needs space before it frees any, because a database first writes a log of its changes. */
export const RESERVE_BYTES = 8 << 20;
const STEP_BYTES = 1 << 20;

const reserveFile = (): string => path.join(dataDir(), "reserve.bin");

/**
 * Fills the reserve file, if there is room; its space is released when the disk is full. The bytes are
 * random, because some file systems use no space for zeros.
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

/** Releases the reserve. False if there was none. */
function releaseReserve(): boolean {
  const isThere = (fs.statSync(reserveFile(), { throwIfNoEntry: false })?.size ?? 0) > 0;
  fs.rmSync(reserveFile(), { force: true });
  return isThere;
}

/**
 * Runs work that must be possible on a full disk, such as deleting and starting. If the disk is full, releases the
 * reserve, runs the work again and refills the reserve. Failed work must not have changed anything.
 */
export async function withReserve<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (problemOfPlatform(error)?.code !== "storage-full") throw error;
    const oneByOne = processState("reserve", () => new PQueue({ concurrency: 1 }));
    const again = keepingCaller(async () => {
      if (!releaseReserve()) throw error;
      try {
        return await work();
      } finally {
        await emptyLogs(); // otherwise the log takes a part of the reserve each time
        keepReserve();
      }
    });
    return oneByOne.add(again);
  }
}
