import { Problem } from "@/lib/api/problem";
import type { FileReport } from "../../api/schemas/import-report";
import { jobAnswer } from "../http/job-answer";
import { importUnattended } from "../ingest/continue-import";
import { importFiles, problemOfReport } from "../ingest/import-files";
import { receiveUpload } from "../ingest/uploads";
import { acceptImport } from "../job-queue/accepted-imports";
import { LIMITS } from "../process/limits";

export type UploadChoices = {
  /** Answers when done, even if the files are large. */
  readonly isWaiting: boolean;
  /** Answers with a job, even if the files are small. */
  readonly isJob: boolean;
  /** The sender is a program that re-sends its files as they grow (continue-import.ts). */
  readonly isUnattended: boolean;
};

/** Receives and imports files. A large upload gets a job, which survives a restart, unless the caller waits. */
export async function answerUpload(request: Request, choices: UploadChoices): Promise<Response> {
  const { isWaiting, isJob, isUnattended } = choices;
  if (isWaiting && isJob)
    throw new Problem(422, "bad-parameter", "job cannot be combined with wait", {
      errors: [{ pointer: "job", detail: "leave out either" }],
    });
  if (isUnattended && !isWaiting)
    throw new Problem(422, "bad-parameter", "unattended requires wait", {
      errors: [{ pointer: "unattended", detail: "send wait=1 too" }],
    });
  const files = await receiveUpload(request);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (isUnattended) return reportAnswer(await importUnattended(files, request.signal));
  if (isWaiting || (!isJob && bytes <= LIMITS.synchronousUploadBytes))
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
