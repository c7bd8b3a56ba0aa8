import type { FileReport } from "../api/schemas/import-report";
import { acceptImport } from "./accepted-imports";
import { importFiles, problemOfReport } from "./import-files";
import { jobAnswer } from "./job-answer";
import { LIMITS } from "./limits";
import { receiveUpload } from "./uploads";

/** Receives and imports files. A large upload gets a job, which outlives a stop of the server, unless the caller waits. */
export async function answerUpload(request: Request, isWaiting: boolean): Promise<Response> {
  const files = await receiveUpload(request);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (isWaiting || bytes <= LIMITS.synchronousUploadBytes)
    return reportAnswer(await importFiles(files, { signal: request.signal }));
  return jobAnswer(await acceptImport(files));
}

/** 201 when something was imported, 200 when everything was a duplicate, a problem when nothing could be imported. */
export function reportAnswer(reports: readonly FileReport[]): Response {
  const failed = reports.find((report) => report.error);
  if (failed && reports.every((report) => report.error)) throw problemOfReport(failed);
  const isNew = reports.some((report) => !report.duplicate && !report.error);
  const id = reports[0]?.sessions[0] ?? null;
  const duplicate = !isNew;
  return Response.json({ ...(duplicate && { duplicate, id }), files: reports }, { status: isNew ? 201 : 200 });
}
