import { discoverAnswer, discoverImportBody, followAnswer, followBody } from "../schemas/discovery";
import { exampleList } from "../schemas/example";
import { flag } from "../schemas/fields";
import { importAnswer } from "../schemas/import-report";
import { jobAccepted } from "../schemas/job";
import { knownAnswer, knownBody } from "../schemas/known-contents";
import { otlpAnswer, otlpExport } from "../schemas/otlp";
import { recordingList } from "../schemas/recordings";
import type { FileAnswer, RouteTable } from "./route";

const upload: FileAnswer = {
  media: ["application/octet-stream", "multipart/form-data"],
  description:
    "The bytes of one file, its name in `X-File-Name` (and its hash in `X-Content-Sha256`, checked if present); or a form with several files.",
};

export const IMPORTS = {
  "POST /api/sessions": {
    summary:
      "Import transcripts. Up to 32 MB the answer is the report (201; 200 if the library already had everything); above that a job.",
    query: {
      wait: flag("Answer when done, even if the files are large."),
      job: flag("Answer immediately with a job, even if the files are small; not together with `wait`."),
      unattended: flag(
        "For a program that re-sends its files as they grow: a file that begins with a library file of the same name replaces it, and a session that a person deleted is refused (`was-deleted`). Requires `wait`.",
      ),
    },
    body: upload,
    answers: { 200: importAnswer, 201: importAnswer, 202: jobAccepted },
  },
  "POST /api/imports/known": {
    summary: "Check by hash which files the library has, before sending them ([push.md](push.md)).",
    body: knownBody,
    answers: { 200: knownAnswer },
  },
  "POST /api/otlp/v1/{signal}": {
    summary:
      "Accepts an OpenTelemetry export (`traces`, `logs`, `metrics`), in JSON or protobuf: spans of model calls become sessions, which later spans continue ([ingest.md](ingest.md)).",
    body: otlpExport,
    answers: { 200: otlpAnswer },
  },
  "POST /api/example": {
    summary: "Import the built-in example session; repeating it is a duplicate.",
    answers: { 200: importAnswer, 201: importAnswer },
  },
  "GET /api/examples": {
    summary: "The examples of the articles that Winnow follows.",
    answers: { 200: exampleList },
  },
  "POST /api/examples/{id}": {
    summary: "Import one of them as a session; repeating it is a duplicate.",
    answers: { 200: importAnswer, 201: importAnswer },
  },
  "GET /api/discover": {
    summary: "Transcripts found on this machine: names, counts and sizes; no file is opened.",
    answers: { 200: discoverAnswer },
  },
  "POST /api/discover/import": {
    summary: "Import found transcripts, each with its companion files.",
    body: discoverImportBody,
    answers: { 202: jobAccepted },
  },
  "GET /api/follow": {
    summary: "The followed folders: new and growing files are imported automatically (off by default).",
    answers: { 200: followAnswer },
  },
  "PUT /api/follow": {
    summary: "Follow a folder, or stop following it.",
    body: followBody,
    answers: { 200: followAnswer },
  },
  "GET /api/recordings": {
    summary: "The recordings that `winnow record` makes on this machine, while it runs.",
    answers: { 200: recordingList },
  },
  "DELETE /api/recordings/{id}": {
    summary: "End a recording. What was recorded stays, and the client continues.",
    answers: { 204: null },
  },
} as const satisfies RouteTable;
