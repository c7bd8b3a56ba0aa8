import { asText, type JsonObject } from "../../formats/json-fields";
import { MAIN, type SessionDraft } from "../session-draft";

type Description = {
  readonly agentId: string;
  readonly title: string | null;
  readonly toolCallId: string | null;
  readonly parent: string | null;
};

/**
 * The sub-agents of a session, which are found in their rows, in the telemetry of the main file, or as separate files.
 */
export class QwenAgents {
  private readonly described = new Map<string, Description>();

  constructor(private readonly draft: SessionDraft) {}

  /** The agent of a row. A sub-agent is added when its first row is read. */
  of(row: JsonObject): string {
    const id = row.isSidechain === true ? asText(row.agentId) : null;
    if (id === null || id === MAIN) return MAIN;
    this.add(id, null);
    return id;
  }

  add(id: string, title: string | null) {
    if (this.draft.agents.some((agent) => agent.id === id)) return;
    this.draft.agents.push({ id, kind: "sub-agent", parent: MAIN, ...(title !== null && { title }) });
  }

  describe(description: Description) {
    this.described.set(description.agentId, description);
  }

  /** Adds the descriptions. An agent's id ends with the id of the call that started it. */
  finish() {
    const known = new Set(this.draft.agents.map(({ id }) => id));
    for (const [at, agent] of this.draft.agents.entries()) {
      if (agent.kind === "main") continue;
      const described = this.described.get(agent.id);
      const parent = described?.parent ?? MAIN;
      const title = described?.title ?? agent.title;
      const toolCallId = described?.toolCallId ?? /-(call_[^-]+)$/.exec(agent.id)?.[1];
      this.draft.agents[at] = {
        ...agent,
        parent: known.has(parent) ? parent : MAIN,
        ...(title !== undefined && { title }),
        ...(toolCallId !== undefined && this.draft.hasCall(toolCallId) && { toolCallId }),
      };
    }
  }
}
