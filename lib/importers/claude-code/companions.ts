import { asObject, asText } from "../../formats/json-fields";
import type { ImportRun } from "../import-run";
import type { Sample, TranscriptFile } from "../importer";
import type { TextEncodingName } from "../line-splitter";
import { takeSample } from "../take-sample";

/** A file next to the session's that may belong to it: the rows of a sub-agent, or a sub-agent's description. */
export type Companion = {
  readonly file: TranscriptFile;
  readonly agentId: string;
} & (
  | { readonly kind: "rows"; readonly sessionIds: ReadonlySet<string>; readonly encoding: TextEncodingName }
  | {
      readonly kind: "description";
      readonly title: string | null;
      /** The call that started it and the agent that made the call, if the file contains them. */
      readonly toolCallId: string | null;
      readonly parent: string | null;
    }
);

/** The companions among the other files, `agent-<id>.jsonl` and `agent-<id>.meta.json`, by agent. */
export async function findCompanions(files: readonly TranscriptFile[], run: ImportRun): Promise<Companion[]> {
  const found: Companion[] = [];
  for (const file of files) {
    const sample = await takeSample(file, run);
    const companion = sample.ok ? companionOf(file, sample.value) : null;
    if (companion) found.push(companion);
    else reportStranger(file, run);
  }
  return found.sort((a, b) => (a.agentId < b.agentId ? -1 : a.agentId > b.agentId ? 1 : 0));
}

/** Reports a file that does not belong to the session and is not read. */
export function reportStranger(file: TranscriptFile, run: ImportRun) {
  const nowhere = { file: 0, line: 0, byteOffset: 0, byteLength: 0 };
  run.report("not-a-companion", `${file.name} does not belong to this session; it was left out.`, nowhere);
}

function companionOf(file: TranscriptFile, sample: Sample): Companion | null {
  const rows = sample.shape === "rows" ? sample.rows : [];
  const first = sample.shape === "rows" ? rows[0] : asObject(sample.value);
  const nameId = /agent-([^./\\]+)\.(?:meta\.json|jsonl)$/.exec(file.name)?.[1];
  const agentId = rows.map((row) => asText(row.agentId)).find((id) => id !== null) ?? nameId;
  if (!first || !agentId) return null;
  if ("agentType" in first && !("type" in first))
    return {
      file,
      agentId,
      kind: "description",
      title: asText(first.description) ?? asText(first.agentType),
      toolCallId: asText(first.toolUseId),
      parent: asText(first.parentAgentId),
    };
  if (sample.shape !== "rows") return null;
  const sessionIds = new Set(rows.flatMap((row) => asText(row.sessionId) ?? []));
  return { file, agentId, kind: "rows", sessionIds, encoding: sample.encoding };
}
