import type { SourceLocation } from "../../conversation/part";
import { asArray, asObject, asText } from "../../formats/json-fields";
import type { RowVerdict } from "../import-run";
import type { Importer, Sample } from "../importer";
import { ItemSession } from "../item-session";
import { parseMessageRows } from "../message-rows";
import { rowsOf } from "../sample-rows";
import { readLangChainMessage } from "./read-message";

/**
 * Messages dumped by LangChain or LangGraph: a list, one per line, or a graph's state (from its stream, the last
 * "values"). Source: langchain-core `load.dump` and `messages_to_dict`.
 */
export const langchain: Importer = {
  id: "langchain",
  title: "LangChain messages",
  detect(sample) {
    const rows = messagesOf(sample).slice(0, 20);
    const messages = rows.map(readLangChainMessage);
    const isOurs = rows.every((row, index) => messages[index] !== null || otherDump(row) !== null);
    const hasSpeaker = messages.some((message) => message?.role === "user" || message?.role === "assistant");
    return isOurs && hasSpeaker ? "messages as LangChain dumps them" : null;
  },
  parse(files, sample, run) {
    const session = new ItemSession("langchain", null);
    return parseMessageRows(files, sample, messagesOf(sample), run, session, (row, source) =>
      interpret(row, source, session),
    );
  },
};

function interpret(row: unknown, source: SourceLocation, session: ItemSession): RowVerdict {
  const message = readLangChainMessage(row);
  const other = message ? null : otherDump(row);
  if (other !== null) return { kept: other };
  if (!message) return { bad: "invalid-row", message: `Item ${source.line} is not a message of LangChain.` };
  const { role, parts, id, model, usage, time } = message;
  if (role === "assistant") session.answer({ parts, model, usage, time, id }, source);
  else if (parts.length === 0) return { kept: `empty:${role}` };
  else session.say({ role, origin: role === "user" ? "typed" : role, parts, time }, source);
  return "interpreted";
}

/** The class of a LangChain dump that is not a message. */
function otherDump(row: unknown): string | null {
  const dump = asObject(row);
  return typeof dump?.lc === "number" ? (asText(asArray(dump.id)?.at(-1)) ?? "dump") : null;
}

/** The messages themselves, or those of a state, or of the last state of a stream. */
function messagesOf(sample: Sample): readonly unknown[] {
  if (sample.shape === "rows" && sample.rows.length > 1) return sample.rows;
  const [only, ...more] = rowsOf(sample);
  const states = rowsOf(sample).flatMap((item) =>
    Array.isArray(item) && item[0] === "values" ? [asObject(item[1])] : [],
  );
  const state = states.at(-1) ?? (more.length === 0 ? asObject(only) : null);
  return asArray(state?.messages) ?? asArray(asObject(state?.values)?.messages) ?? rowsOf(sample);
}
