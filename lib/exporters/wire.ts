import { jsonText } from "../conversation/exact-json";
import { repairHistory } from "../conversation/repair-history";
import type { Codec } from "../formats/codec";
import { asObject } from "../formats/json-fields";
import { leftBranches, outsideGaps } from "../transcript/prompt-spans";
import type { Exporter } from "./exporter";

/**
 * A conversation in a provider's format: the body of a `POST`, without the model's settings, which no log contains
 * completely.
 */
export const wireExporter = (codec: Codec): Exporter => ({
  id: codec.id,
  title: codec.title,
  extension: "json",
  isConversation: true,
  write({ selection }) {
    const { scope, frame } = selection;
    const isIn = outsideGaps(scope.kind === "agent" ? leftBranches(frame, scope.agent) : null);
    const messages = [...selection.messages()].filter((message, index) => isIn(index) && !message.isHidden);
    // Remove unpaired calls and results, for which a provider would reject the entire conversation.
    return writeJson(codec.encode(repairHistory({ tools: selection.frame.tools, messages })));
  },
});

/** Writes one message per line, so that a long history is never a single string. */
function* writeJson(body: unknown): Iterable<string> {
  if (Array.isArray(body)) {
    yield* writeList(body);
    yield "\n";
    return;
  }
  const fields = Object.entries(asObject(body) ?? {}).filter(([, value]) => value !== undefined);
  yield "{";
  for (const [index, [key, value]] of fields.entries()) {
    yield `${index === 0 ? "\n" : ",\n"}${JSON.stringify(key)}: `;
    if (Array.isArray(value)) yield* writeList(value);
    else yield jsonText(value);
  }
  yield "\n}\n";
}

function* writeList(items: readonly unknown[]): Iterable<string> {
  yield "[";
  for (const [index, item] of items.entries()) yield `${index === 0 ? "\n" : ",\n"}${jsonText(item)}`;
  yield "\n]";
}
