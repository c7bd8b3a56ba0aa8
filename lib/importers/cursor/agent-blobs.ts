import { asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { ImportRun } from "../import-run";
import type { ItemSession } from "../item-session";
import type { RowPlace, Store } from "../sqlite/store";
import { sourceOf, TABLE } from "./ide-store-index";
import { messageIdsIn } from "./message-ids";
import { sayStored } from "./stored-message";

/**
 * What the agent of the IDE sent (`agentKv:blob:<hash>`, since spring 2026): rows named by the hash of their content and shared
 * by conversations. Only the state of a conversation says which rows it has, and in which order.
 */
export class AgentBlobs {
  private readonly settled = new Set<string>();

  constructor(
    private readonly store: Store,
    /** Places of the rows by hash. */
    private readonly places: ReadonlyMap<string, RowPlace>,
  ) {}

  /**
   * Adds the messages that the state of a conversation names; only the system's where the conversation's own rows hold the
   * rest.
   */
  say(head: JsonObject, only: "system" | "all", draft: ItemSession, agent: string, run: ImportRun) {
    let missing = 0;
    for (const id of idsIn(head)) {
      const place = this.places.get(id);
      const found = place && this.store.read(place, ["value"]);
      if (!found || !("row" in found)) {
        missing += 1;
        continue;
      }
      const message = asObject(found.row.json("value", run.limits.maxDepth));
      if (!message || (only === "system" && message.role !== "system")) continue;
      const verdict = sayStored(draft, message, found.row.source, agent);
      if (!this.settled.has(id)) run.settle(verdict, found.row.source);
      this.settled.add(id);
    }
    const message = `${missing} messages that the conversation lists are not in the database.`;
    if (missing > 0 && only === "all") run.report("messages-missing", message, NOWHERE);
  }

  keepOthers(run: ImportRun) {
    for (const [id, place] of this.places)
      if (!this.settled.has(id)) run.settle({ kept: `${TABLE}:agentKv` }, sourceOf(this.store, place));
  }
}

const NOWHERE = { file: 0, line: 0, byteOffset: 0, byteLength: 0 };

/** Ids in the state: `~` and a base64 protocol buffer with the same root as in the CLI's database. */
function idsIn({ conversationState }: JsonObject): readonly string[] {
  const state = asText(conversationState);
  if (!state?.startsWith("~")) return [];
  try {
    return messageIdsIn(Uint8Array.from(atob(state.slice(1)), (character) => character.charCodeAt(0))) ?? [];
  } catch {
    return [];
  }
}
