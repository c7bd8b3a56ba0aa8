import { fail, ok, type Result } from "../../conversation/errors";
import { asObject, asText } from "../../formats/json-fields";
import type { Session } from "../../transcript/session";
import { reportStranger } from "../claude-code/companions";
import type { ImportRun } from "../import-run";
import type { Importer, ImportFailure, Sample, TranscriptFile } from "../importer";
import { ItemSession } from "../item-session";
import { readJsonl } from "../jsonl-reader";
import { readSampleRows, rowsOf } from "../sample-rows";
import { MAIN } from "../session-draft";
import { takeSample } from "../take-sample";
import { WireReader } from "./wire-reader";

/**
 * Kimi Code: `~/.kimi-code/sessions/<folder>/<id>/agents/<agent>/wire.jsonl`, one record per line after a `metadata`
 * row. A prompt is written twice, as typed (`turn.prompt`) and as sent (`context.append_message`), and so is the usage
 * of a call (`step.end`, `usage.record`). The second of each is used. The files of the other agents are companions of
 * the main one. Source: MoonshotAI/kimi-code, protocol 1.5 (read 2026-08).
 */
export const kimiCode: Importer = {
  id: "kimi-code",
  title: "Kimi Code",
  detect: (sample) => (isWire(sample) ? "a metadata row with protocol_version" : null),
  async parse(files, sample, run) {
    const [file, ...others] = files;
    if (!file) throw new Error("an import has at least one file");
    const draft = new ItemSession("kimi-code", "Kimi Code");
    const reader = new WireReader(draft, MAIN);
    const failure = await readSampleRows(file, sample, run, reader.interpret);
    if (failure) return fail(failure);
    reader.endStep();
    return readAgents([file], others, draft, run);
  },
};

/** True for the new shape. Records of the old command line are inside a `message`. */
function isWire(sample: Sample): boolean {
  const rows = rowsOf(sample).slice(0, 20).map(asObject);
  const isOwn = rows.some((row) => row?.type === "metadata" && asText(row.protocol_version) !== null);
  return isOwn && !rows.some((row) => asText(asObject(row?.message)?.type) !== null);
}

/** Reads the other agents after the main one. Their folders have their names. */
async function readAgents(
  used: TranscriptFile[],
  others: readonly TranscriptFile[],
  draft: ItemSession,
  run: ImportRun,
): Promise<Result<readonly Session[], ImportFailure>> {
  const calls = callsByAgent(draft);
  for (const [index, file] of others.entries()) {
    const sample = await takeSample(file, run);
    if (!sample.ok || sample.value.shape !== "rows" || !isWire(sample.value)) {
      reportStranger(file, run);
      continue;
    }
    const agent = /(?:^|[/\\])([^/\\]+)[/\\]wire\.jsonl/.exec(file.name)?.[1] ?? `agent-${index}`;
    draft.addSubAgent(agent, calls.get(agent) ?? {});
    const reader = new WireReader(draft, agent);
    const failure = await readJsonl(file, used.push(file) - 1, sample.value.encoding, run, reader.interpret);
    if (failure) return fail(failure);
    reader.endStep();
  }
  return ok([draft.finish(used, run)]);
}

/** The call that started each agent, found by its result, which contains the agent's name. */
function callsByAgent({ messages }: ItemSession): ReadonlyMap<string, { toolCallId: string; title?: string }> {
  const calls = new Map<string, { toolCallId: string; title?: string }>();
  for (const part of messages.flatMap((message) => message.parts)) {
    if (part.type !== "tool-result") continue;
    const [first] = part.output;
    const agent = first?.type === "text" ? /^agent_id: (\S+)/m.exec(first.text.slice(0, 500))?.[1] : undefined;
    const kind =
      first?.type === "text" ? /^actual_subagent_type: (\S+)/m.exec(first.text.slice(0, 500))?.[1] : undefined;
    if (agent !== undefined && !calls.has(agent))
      calls.set(agent, { toolCallId: part.toolCallId, ...(kind !== undefined && { title: kind }) });
  }
  return calls;
}
