import { asObject, asText, type JsonObject, listOf } from "../../formats/json-fields";
import { firstOf, parseEnvelopes } from "../envelopes";
import type { Importer } from "../importer";
import { walkTree } from "../message-tree";
import { ConversationReader } from "./conversation-reader";

/**
 * ChatGPT's data export (`conversations.json`): one tree of messages per conversation. Edits and regenerated answers
 * are branches. Abandoned branches are kept as hidden messages, with a rewind where the next branch starts. The export
 * has no token counts. Derived from real exports of 2023–2025.
 */
export const chatgptExport: Importer = {
  id: "chatgpt-export",
  title: "ChatGPT export",
  limitations: [
    "ChatGPT's export has no usage, no system prompt and no contents of files, so cost and cache reads are unknown, and tokens are Winnow's own counts of what was shown.",
  ],
  detect: (sample) => (isConversation(firstOf(sample)) ? "conversations with a mapping of messages" : null),
  parse: (files, sample, run) =>
    parseEnvelopes(files, sample, run, (conversation, envelope) => {
      if (!isConversation(conversation)) return null;
      const reader = new ConversationReader(conversation);
      envelope.read(walkTree(nodesOf(conversation), asText(conversation.current_node)), reader.interpret);
      envelope.keepFields(conversation, ["mapping"]);
      return reader.finish();
    }),
};

function isConversation(value: JsonObject | null): boolean {
  const mapping = asObject(value?.mapping);
  const node = mapping && asObject(Object.values(mapping)[0]);
  return !!node && "children" in node && "parent" in node;
}

const nodesOf = (conversation: JsonObject) =>
  Object.entries(asObject(conversation.mapping) ?? {}).flatMap(([id, value]) =>
    listOf(asObject(value)).map((node) => ({ id, parent: asText(node.parent), value: node })),
  );
