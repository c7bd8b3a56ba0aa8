import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { rm, stat } from "node:fs/promises";
import path from "node:path";
import { Problem } from "@/lib/api/problem";
import type { ExportQuery } from "@/lib/exporters/export-session";
import { EXPORTERS, findExporter } from "@/lib/exporters/index";
import { audit } from "../audit/audit";
import { getDb } from "../db/get-db";
import { derivedPath } from "../files/derived";
import { integerParam } from "../http/query-params";
import { dataDir } from "../process/settings";
import { makeCurrent } from "../store/shared-derived";
import { laneFor } from "../workers/pool";
import { listComments } from "./comments";
import { inertDownload } from "./download";
import { healSession } from "./heal-session";
import { runTask } from "./healing-task";
import { findRawFile, findSession } from "./sessions";

export type ExportRequest = ExportQuery & { readonly format: string };

export const EXPORT_FORMATS: readonly string[] = ["raw", ...EXPORTERS.map(({ id }) => id)];

/** `?format=raw|…&agent=&number=&redact=mask|drop`. Contradicting parameters are refused, not ignored. */
export function parseExportRequest(url: URL): ExportRequest {
  const format = url.searchParams.get("format") || "raw";
  if (!EXPORT_FORMATS.includes(format)) throw badParameter("format", `known: ${EXPORT_FORMATS.join(", ")}`);
  const redact = url.searchParams.get("redact") || "off";
  if (redact !== "off" && redact !== "mask" && redact !== "drop")
    throw badParameter("redact", "redact must be off, mask or drop");
  const agent = url.searchParams.get("agent") || null;
  const range = { min: 0, max: Number.MAX_SAFE_INTEGER, default: -1 };
  const request = integerParam(url, "request", range);
  const number = integerParam(url, "number", { ...range, min: 1 });
  if (request >= 0 && number > 0) throw badParameter("request", "name a request by number or by request, not by both");
  if (format === "raw" && (redact !== "off" || agent !== null || request >= 0 || number > 0))
    throw badParameter("format", "raw is the imported file byte for byte: name another format to choose or redact");
  // A list of redactions needs a detector; mask and drop find the same secrets.
  const mode = redact === "off" ? (format === "redactions" ? "mask" : null) : redact;
  const chosen = { number: number < 0 ? null : number, request: request < 0 ? null : request };
  return { format, agent, ...chosen, redact: mode };
}

const badParameter = (name: string, detail: string) =>
  new Problem(422, "bad-parameter", detail, { errors: [{ pointer: name, detail }] });

/**
 * The export as an attachment that no browser runs. A worker writes it to a temporary file, so a failure can still be
 * answered as a problem and the event loop only copies bytes. The file is removed once sent or cancelled.
 */
export async function exportSessionAnswer(id: string, request: ExportRequest, signal: AbortSignal): Promise<Response> {
  if (request.format === "raw") {
    const file = await findRawFile(id);
    await audit({ action: "download", subject: id, projectId: await projectOf(id), detail: "raw" });
    return inertDownload(file);
  }
  const place = await findSession(id);
  await makeCurrent(place);
  const derived = derivedPath(place.parserVersion, place.id);
  const target = path.join(dataDir(), "incoming", `export-${randomUUID()}`);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  const cleanUp = () => rm(target, { force: true });
  const { format, ...query } = request;
  const comments = await listComments(id);
  try {
    const lane = laneFor(await sizeOf(derived, id));
    const task = { kind: "export" as const, input: { format, derived, target, query, comments } };
    const { bytes, findings } = await runTask(task, { lane, signal });
    const detail = request.redact === null ? format : `${format}; redact: ${request.redact}`;
    await audit({ action: "export", subject: id, projectId: await projectOf(id), detail });
    const file = inertDownload({ name: fileName(id, request), bytes, path: target });
    const answer = new Response(whenDone(file.body as ReadableStream<Uint8Array>, cleanUp), { headers: file.headers });
    if (request.redact !== null) answer.headers.set("x-winnow-redacted", summaryOf(request.redact, findings));
    return answer;
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

const projectOf = async (id: string): Promise<string | null> =>
  (await (await getDb()).session.findUnique({ where: { id }, select: { projectId: true } }))?.projectId ?? null;

/** The bytes of a derived file, which is rebuilt if missing. */
async function sizeOf(file: string, id: string): Promise<number> {
  const found = await stat(file).catch(() => null);
  if (!found) await healSession(id);
  return (found ?? (await stat(file))).size;
}

/** `mask; best-effort; jwt=2; private-key=1`. The whole list with positions is `format=redactions`. */
const summaryOf = (mode: string, findings: readonly { kind: string; count: number }[]): string =>
  [mode, "best-effort", ...findings.map(({ kind, count }) => `${kind}=${count}`)].join("; ");

/** Built from fixed words and the id, which is a safe name; contains no transcript text. */
function fileName(id: string, { format, number = null, request, agent, redact }: ExportRequest): string {
  const exporter = findExporter(format);
  const chosen = number ?? request;
  const part = chosen !== null ? `.request-${chosen}` : agent !== null && agent !== "main" ? ".agent" : "";
  const redacted = redact === null || format === "redactions" ? "" : ".redacted";
  return `session-${id}${part}.${format}${redacted}.${exporter?.extension ?? "txt"}`;
}

/** Streams the bytes; `done` runs when they end, fail or are cancelled. */
function whenDone(body: ReadableStream<Uint8Array>, done: () => unknown): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done: isEnd } = await reader.read();
        if (!isEnd) return controller.enqueue(value);
        await done();
        controller.close();
      } catch (error) {
        await done();
        controller.error(error);
      }
    },
    async cancel(reason) {
      await reader.cancel(reason);
      await done();
    },
  });
}
