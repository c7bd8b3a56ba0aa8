import * as z from "zod";
import { FEWEST_REQUESTS, promisedBy } from "@/lib/advice/advise";
import { clientFirst, leading } from "@/lib/advice/client-first";
import { Problem } from "@/lib/api/problem";
import type { AdviceResult } from "@/lib/api/schemas/advise";
import type { PromiseAnswer } from "@/lib/api/schemas/promise";
import type { LibraryRow } from "@/lib/api/schemas/session";
import { isOwnIn, outcomesOf, termsOf } from "@/lib/api/stored-outcomes";
import { type ArmsComparison, compareArms } from "@/lib/two-arms/compare-arms";
import { perHundredRequests, promiseVerdict, settingInForce } from "@/lib/two-arms/kept-promise";
import type { Prisma } from "@/prisma/clients/embedded.mjs";
import { getDb } from "../db/get-db";
import { loadRun } from "../sessions/runs";
import { dollarRuns } from "./two-arms";

type Asked = { readonly policy: string | null; readonly since: string | null };

/** Maximum number of sessions per side, newest first. */
const MAX_SESSIONS = 200;

/**
 * GET /api/runs/:id/promise: compares the advice's estimate with sessions of the same clients before and
 * after a setting changed.
 */
export async function measurePromise(id: string, asked: Asked): Promise<PromiseAnswer> {
  const run = await loadRun(id);
  if (run.kind !== "advice") throw new Problem(422, "not-an-advice", "only advice makes a promise");
  const since = sinceOf(asked.since ?? run.created_at);
  const result = run.result as AdviceResult;
  const { policy, trigger, change: promised } = promiseOf(result, asked.policy);
  const [before, after] = await sessionsAround(result, since);
  const [a, b] = [await dollarRuns(before), await dollarRuns(after)];
  const perRequest = compareArms(a.map(perHundredRequests), b.map(perHundredRequests));
  const perSession = compareArms(a, b);
  const force = settingInForce(
    after.map(({ row }) => row.peak_tokens ?? 0),
    trigger,
  );
  const answer = {
    policy,
    trigger_tokens: trigger,
    since,
    promised,
    before: sideOf(before),
    after: sideOf(after),
    left_out: perRequest.leftOut.length,
    per_100_requests: changeOf(perRequest),
    per_session: changeOf(perSession),
    in_force: force,
  };
  const { change, verdict } = answer.per_100_requests ?? { change: null, verdict: "too-few" as const };
  return { ...answer, verdict: promiseVerdict({ promised, change, verdict, ...force, after: after.length }) };
}

const moment = z.iso.datetime({ offset: true }).or(z.iso.date());

function sinceOf(text: string): string {
  if (moment.safeParse(text).success) return new Date(text).toISOString();
  const detail = "since must be a day or a time, such as 2026-11-23";
  throw new Problem(422, "bad-parameter", detail, { errors: [{ pointer: "since", detail }] });
}

/** The advice's estimate for one policy at its own price; for the advised policy if none is named. */
function promiseOf(result: AdviceResult, wanted: string | null) {
  const { log, outcomes } = outcomesOf(result);
  const id = wanted ?? result.verdict.policy;
  const found = clientFirst({ outcomes, log, isOwn: isOwnIn(result) }, termsOf(result));
  const advices = [leading(found), ...(found.loop ? [found.loop] : [])];
  const advised = advices.find(({ reason, best }) => reason === null && best?.outcome.id === id);
  const policy = advised?.best ?? found.all.weighed.find(({ outcome }) => outcome.id === id);
  if (!policy) throw new Problem(422, "no-such-policy", "this advice makes no promise about such a policy");
  const change = advised ? promisedBy(advised, policy) : policy.change;
  return { policy: policy.outcome.id, trigger: policy.outcome.trigger ?? 0, change };
}

type Dated = { readonly id: string; readonly project: string | null; readonly row: LibraryRow };

/**
 * Sessions that began before the change, and after it. "Before" means the sessions that the advice covered or, for
 * advice on a single session, all sessions of its client. Short sessions are left out, as in the advice.
 */
async function sessionsAround(result: AdviceResult, since: string): Promise<readonly [Dated[], Dated[]]> {
  const clients = [...new Set(result.sessions.flatMap(({ client }) => client ?? []))];
  const ofClients = { OR: [{ client: { in: clients } }, { client: null, format: { in: clients } }] };
  const weighed = result.sessions.map(({ id }) => id);
  const before = { startedAt: { lt: new Date(since) }, ...(result.parts !== "tasks" && { id: { in: weighed } }) };
  return [
    await newestOf({ ...ofClients, ...before }),
    await newestOf({ ...ofClients, startedAt: { gte: new Date(since) } }),
  ];
}

async function newestOf(where: Prisma.SessionWhereInput): Promise<Dated[]> {
  const rows = await (await getDb()).session.findMany({
    where: { ...where, isExample: false, NOT: { item: { copyOf: { not: null } } }, requests: { gte: FEWEST_REQUESTS } },
    orderBy: { startedAt: "desc" },
    take: MAX_SESSIONS,
    select: { id: true, project: true, rowJson: true },
  });
  return rows.map(({ id, project, rowJson }) => ({ id, project, row: JSON.parse(rowJson) as LibraryRow }));
}

function sideOf(sessions: readonly Dated[]): PromiseAnswer["before"] {
  const peaks = sessions.flatMap(({ row }) => row.peak_tokens ?? []).sort((one, other) => one - other);
  return { sessions: sessions.map(({ id }) => id), peak_prompt_tokens: peaks[Math.floor(peaks.length / 2)] ?? null };
}

function changeOf({ parts, verdict }: ArmsComparison): PromiseAnswer["per_session"] {
  const bill = parts.find(({ part }) => part === "total");
  return bill ? { before: bill.a, after: bill.b, change: bill.change, verdict } : null;
}
