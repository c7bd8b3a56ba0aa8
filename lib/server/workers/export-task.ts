import fs from "node:fs";
import { Problem } from "@/lib/api/problem";
import type { CommentJson } from "@/lib/api/schemas/comment";
import type { CostAnswer } from "@/lib/api/schemas/cost-answer";
import type { RequestRow } from "@/lib/api/schemas/request-row";
import { type ExportQuery, exportSession } from "@/lib/exporters/export-session";
import { findExporter } from "@/lib/exporters/index";
import type { RedactionFinding } from "@/lib/exporters/redact";
import type { AgentOutline } from "@/lib/read-models/agent-outline";
import type { SessionIndex } from "../files/derived";
import { openDerived, readJson, readJsonIf } from "./derived-reader";
import { detectSecrets } from "./secret-detector";

export type ExportTaskInput = {
  readonly format: string;
  readonly derived: string;
  /** Path of the file to write. The file must not exist yet; its folder must. */
  readonly target: string;
  readonly query: ExportQuery;
  /** All comments on the session, because a worker has no database. */
  readonly comments: readonly CommentJson[];
};
export type ExportTaskOutput = { readonly bytes: number; readonly findings: readonly RedactionFinding[] };

const FLUSH_CHARACTERS = 1 << 19;

/** Writes the export to `target`, piece by piece. */
export function exportTask({ format, derived, target, query, comments }: ExportTaskInput): ExportTaskOutput {
  const exporter = findExporter(format);
  if (!exporter) throw new Error(`no exporter is called ${format}`);
  const tables = {
    requests: () => readJson<{ requests: RequestRow[] }>(derived, "requests/all.json").requests,
    compactions: (agent: string) => outlineOf(derived, agent)?.compactions ?? [],
    comments,
    answer: () => readJsonIf<CostAnswer>(derived, "answer.json"),
  };
  const exported = exportSession(exporter, openDerived(derived), tables, query, detectSecrets);
  if (!exported.ok) {
    const { code, message, at } = exported.error;
    throw new Problem(code === "no-such-agent" ? 404 : 422, code, message, {
      errors: at === undefined ? [] : [{ pointer: at, detail: message }],
    });
  }
  return { bytes: writeText(target, exported.value.text), findings: exported.value.findings() };
}

function outlineOf(derived: string, agent: string): AgentOutline | null {
  const number = readJson<SessionIndex>(derived, "index.json").agents.indexOf(agent);
  return number < 0 ? null : readJson<AgentOutline>(derived, `agents/${number}.json`);
}

/**
 * Writes the pieces and returns the number of bytes. Pieces are complete texts, so no surrogate pair is split between
 * two of them.
 */
function writeText(target: string, text: Iterable<string>): number {
  const descriptor = fs.openSync(target, "wx", 0o600);
  let pending: string[] = [];
  let length = 0;
  let bytes = 0;
  const flush = () => {
    bytes += writeWhole(descriptor, Buffer.from(pending.join(""), "utf8"));
    pending = [];
    length = 0;
  };
  try {
    for (const piece of text) {
      pending.push(piece);
      length += piece.length;
      if (length >= FLUSH_CHARACTERS) flush();
    }
    flush();
  } finally {
    fs.closeSync(descriptor);
  }
  return bytes;
}

function writeWhole(descriptor: number, block: Buffer): number {
  for (let offset = 0; offset < block.length; ) offset += fs.writeSync(descriptor, block, offset);
  return block.length;
}
