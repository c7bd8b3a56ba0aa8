import { existsSync } from "node:fs";
import path from "node:path";
import { type FollowAnswer, followBody } from "@/lib/api/schemas/discovery";
import { problemOfZod } from "@/lib/api/zod-problem";
import { checkJson } from "@/lib/conversation/check-json";
import { rootOf } from "../discovery/discovery";
import { RECORDINGS } from "../discovery/discovery-clients";
import { readJsonBytes } from "../door/body";
import { wasDeleted } from "../ingest/follow-plan";
import { asServer } from "../process/caller-context";
import { log } from "../process/log";
import { processState } from "../process/process-state";
import { dataDir } from "../process/settings";
import { followState } from "../store/follow-state";
import { parseJsonBody } from "../workers/parse-json";
import { busyTimer } from "./busy-time";
import { FOLLOW, Follower } from "./follow";

type Loop = {
  readonly follower: Follower;
  timer: NodeJS.Timeout | null;
  looking: Promise<void> | null;
  /** Time of the next poll of all folders; until then, only recently written files are checked. */
  nextPoll: number;
};

/** One follower per data directory and process. */
function loop(): Loop {
  const state = followState();
  const loops = processState("followers", () => new Map<string, Loop>());
  const known = loops.get(state.file) ?? { follower: new Follower(state), timer: null, looking: null, nextPoll: 0 };
  loops.set(state.file, known);
  return known;
}

/** Starts the loop if a root is followed and it is not running. Called wherever following is shown or changed. */
export function ensureFollowing(): void {
  const running = loop();
  if (running.follower.state.roots.size === 0 || running.timer || running.looking) return;
  running.nextPoll = 0;
  schedule(running, 0);
}

/** Recordings are meant to be shown, so recordings made while no server ran are imported automatically. */
export function followRecordings(): void {
  if (existsSync(path.join(dataDir(), "recordings"))) followState().follow(RECORDINGS, new Date(0).toISOString());
}

function schedule(running: Loop, delay: number): void {
  running.timer = setTimeout(() => {
    running.timer = null;
    running.looking = asServer(() => lookOnce(running)).finally(() => {
      running.looking = null;
    });
  }, delay);
  running.timer.unref();
}

async function lookOnce(running: Loop): Promise<void> {
  const { follower } = running;
  const { signal } = new AbortController();
  const busy = busyTimer();
  const isPoll = performance.now() >= running.nextPoll;
  try {
    await (isPoll ? follower.look(signal) : follower.glance(signal));
  } catch (error) {
    log().error({ name: (error as Error)?.name }, "looking at followed folders failed");
  }
  const endedAt = performance.now();
  const took = busy();
  const rest = Math.min(FOLLOW.longestPoll, Math.max(FOLLOW.poll, FOLLOW.lookShare * took));
  if (isPoll) running.nextPoll = endedAt + rest;
  const delay = Math.max(0, running.nextPoll - endedAt);
  // Many growing sessions together take at most half of a thread.
  const pause = Math.max(FOLLOW.glance, took);
  if (follower.state.roots.size > 0) schedule(running, follower.isLive ? Math.min(pause, delay) : delay);
}

export function followView(): FollowAnswer {
  const { follower } = loop();
  const roots = [...follower.state.roots].map(([id, since]) => ({
    id,
    since,
    live: follower.liveIn(id),
    failures: follower.failuresIn(id),
  }));
  return { changes: follower.changes, roots };
}

/** Turns following of one root on or off. Off by default; the choice survives restarts. */
export async function changeFollowing(request: Request): Promise<FollowAnswer> {
  const parsed = checkJson(followBody, parseJsonBody(await readJsonBytes(request, 1 << 12)));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const { root, on } = parsed.data;
  const { follower } = loop();
  rootOf(root);
  if (on && !follower.state.roots.has(root)) await follow(follower, root);
  if (!on) follower.state.unfollow(root);
  ensureFollowing();
  return followView();
}

/** Starts following a root. A deleted session may come back when its file grows. */
async function follow(follower: Follower, root: string): Promise<void> {
  for (const entry of follower.state.filesOf(root)) if (await wasDeleted(entry)) follower.state.forget(entry);
  follower.forget(root);
  follower.state.follow(root, new Date(follower.now()).toISOString());
}

/** Waits for the running poll and stops polling. For tests and an orderly stop. */
export async function stopFollowing(): Promise<void> {
  const running = loop();
  await running.looking;
  if (running.timer) clearTimeout(running.timer);
  running.timer = null;
}
