import "../answers/metrics";
import { isDatabaseDamaged, whenRepaired } from "../db/database-damage";
import { assertFrontDoor } from "../door/front-door";
import { openGate } from "../door/gate";
import { repairModes } from "../files/private-files";
import { keepReserve } from "../files/reserve";
import { ensureFollowing, followRecordings } from "../follow/follow-loop";
import { startIndexing } from "../library/indexer";
import { followBodies } from "../otlp/claude-bodies";
import { watchOtlp } from "../otlp/otlp-sessions";
import { checkOidcSettings } from "../people/oidc-settings";
import { asServer, requireCallers } from "../process/caller-context";
import { log } from "../process/log";
import { dataDir, isExposed, worksJobs } from "../process/settings";
import { watchRetention } from "../projects/retention";
import { isShared } from "../replicas/channel";
import { watchBin } from "../sessions/bin";
import { offerExample } from "../sessions/example";
import { rebuildOutdated } from "../sessions/rebuild";
import { readSettings } from "../store/preferences";
import { sweepShared } from "../store/shared-derived";
import { watchAudit } from "./audit-sweep";
import { watchKeptSums } from "./complete-kept-sums";
import { goOnWhereStopped, openData, reasonOf, resumeAccepted } from "./open-data";
import { shareObjects } from "./share-objects";
import { stopOnSignals } from "./shutdown";

/**
 * Starts one server process. If it cannot run, prints the reason to stderr and exits with code 1. It starts even with a
 * damaged database; each page then explains and offers ways to repair it.
 */
export const startServer = (): Promise<void> => asServer(start); // timers, loops and listeners started from here also run as the server

async function start(): Promise<void> {
  if (process.env.NEXT_MANUAL_SIG_HANDLE) stopOnSignals();
  try {
    assertFrontDoor();
    await openData();
    const vain = checkOidcSettings();
    if (vain !== null) log().warn(vain);
    if (isExposed()) requireCallers();
    await openGate();
  } catch (error) {
    if (isDatabaseDamaged(error)) {
      whenRepaired(() => void asServer(() => runEach([readSettings, resumeAccepted, ...BACKGROUND])));
      return log().error({ problems: error.problems }, "the database is damaged");
    }
    console.error(`Winnow cannot start: ${reasonOf(error)}`);
    process.exit(1);
  }
  if (isShared()) return startAmongOthers();
  await goOnWhereStopped();
  // Not awaited, because pages work during and without it.
  void inBackground();
}

/** One server does the work that must not run twice at a time; when it ends, another takes over. */
async function startAmongOthers(): Promise<void> {
  const { joinOthers } = await import("./join-others");
  await joinOthers({ worksJobs: worksJobs() });
  const { whenLeading } = await import("../replicas/presence");
  whenLeading(() => void inBackground());
}

const inBackground = (): Promise<void> => runEach(BACKGROUND);

type Step = () => unknown;

/** A failed step does not keep the others from their work. */
async function runEach(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      const { name, message } = error as Error;
      log().warn({ step: step.name, name, message }, "start-up work in the background failed");
    }
  }
}

/** Runs in this order: the watches delete sessions, which requires the kept sums. */
const BACKGROUND: readonly Step[] = [
  keepReserve,
  closeToOthers,
  uploadObjects,
  sweepBucket,
  readOutdated,
  offerExample,
  watchKeptSums,
  watchBin,
  watchRetention,
  watchAudit,
  startIndexing,
  followRecordings,
  ensureFollowing,
  followBodies,
  watchOtlp,
];

async function closeToOthers(): Promise<void> {
  const repaired = await repairModes(dataDir());
  if (repaired > 0) log().info({ repaired }, "files that others could read are private now");
}

async function uploadObjects(): Promise<void> {
  const shared = await shareObjects();
  if (shared > 0) log().info({ shared }, "contents that only this machine had are in the bucket now");
}

async function sweepBucket(): Promise<void> {
  const swept = await sweepShared();
  if (swept > 0) log().info({ swept }, "derived files that no row names were removed from the bucket");
}

async function readOutdated(): Promise<void> {
  const rebuilt = await rebuildOutdated();
  if (rebuilt > 0) log().info({ rebuilt }, "files read again by the new parser");
}
