import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { findRoute } from "../../api/find-route";
import { admittedBytes } from "../http/admission";
import { runningJobs } from "../jobs/jobs";
import { listenToCalls } from "../process/call-listener";
import { processState } from "../process/process-state";
import { LANES, queuedTasks } from "../workers/pool";

/** Seconds. Small calls take milliseconds, imports minutes. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

function create() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: "winnow_" });
  new Gauge({
    name: "winnow_tasks_waiting",
    help: "Tasks that wait for the worker thread of their lane.",
    labelNames: ["lane"],
    registers,
    collect() {
      for (const lane of LANES) this.set({ lane }, queuedTasks(lane));
    },
  });
  new Gauge({
    name: "winnow_jobs_running",
    help: "Jobs that are running, by kind.",
    labelNames: ["kind"],
    registers,
    collect() {
      this.reset();
      for (const kind of runningJobs()) this.inc({ kind });
    },
  });
  new Gauge({
    name: "winnow_body_bytes",
    help: "Bytes of bodies that have arrived and are being processed.",
    registers,
    collect() {
      this.set(admittedBytes());
    },
  });
  const labelNames = ["route", "status"] as const;
  return {
    registry,
    requests: new Counter({ name: "winnow_requests_total", help: "Answered calls of the API.", labelNames, registers }),
    seconds: new Histogram({
      name: "winnow_request_seconds",
      help: "Time to the answer of a call of the API, or to the start of its stream.",
      labelNames: ["route"] as const,
      buckets: BUCKETS,
      registers,
    }),
  };
}

const metrics = () => processState("metrics", create);

/**
 * Counts an answered call. The label is the route from the API document, never the path, so neither ids nor probing
 * creates new series.
 */
function countCall(method: string, pathname: string, status: number, ms: number): void {
  const route = findRoute(method, pathname)?.key ?? "other";
  metrics().requests.inc({ route, status });
  metrics().seconds.observe({ route }, ms / 1000);
}

listenToCalls(countCall);

/** Calls answered since the start, by route and status, such as `GET /api/health 200`. */
export async function callCounts(): Promise<Record<string, number>> {
  const { values } = await metrics().requests.get();
  return Object.fromEntries(values.map(({ labels, value }) => [`${labels.route} ${labels.status}`, value]));
}

/** All metrics in the Prometheus text format: counts and times only, nothing from a transcript. */
export async function metricsAnswer(): Promise<Response> {
  const { registry } = metrics();
  return new Response(await registry.metrics(), { headers: { "content-type": registry.contentType } });
}
