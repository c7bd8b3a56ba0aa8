import { asText, type JsonObject } from "../../formats/json-fields";
import type { Agent } from "../../transcript/session";

export const MAIN = "main";

type AgentDraft = { id: string; prompt?: string };
type TaskCall = { id: string; agent: string; title: string | null };

/**
 * Maps rows to agents. A sub-agent is identified by the client's agent id or, in old files, by the root row of its
 * sidechain. The tool call that started it is found by id if the log has one, otherwise by the text of its prompt.
 * (Order proves nothing, because two tasks may start before either sidechain.)
 */
export class AgentDirectory {
  private readonly agents = new Map<string, AgentDraft>();
  private readonly tasks = new Map<string, TaskCall>();
  private readonly tasksByPrompt = new Map<string, { readonly tasks: TaskCall[]; next: number }>();
  private readonly callOf = new Map<string, string>();
  private readonly titles = new Map<string, string>();
  private readonly agentOfRow = new Map<string, string>();
  private latestSidechain: string | null = null;

  /** The agent of a sidechain row without an agent id: its parent's, or a new one if the row is a root. */
  agentOfSidechain(uuid: string | null, parentUuid: string | null, prompt: string | null, fallbackId: string): string {
    const known = parentUuid === null ? undefined : (this.agentOfRow.get(parentUuid) ?? this.latestSidechain);
    const agent = known ?? uuid ?? fallbackId;
    this.touch(agent, prompt);
    if (uuid !== null) this.agentOfRow.set(uuid, agent);
    this.latestSidechain = agent;
    return agent;
  }

  /** Adds an agent to the list if it is new. Its first text is its prompt. */
  touch(id: string, prompt: string | null) {
    const agent = this.agents.get(id) ?? { id };
    if (prompt !== null) agent.prompt ??= prompt;
    this.agents.set(id, agent);
  }

  /** Remembers a call that may have started a sub-agent. */
  noteCall(id: string, agent: string, input: JsonObject) {
    const prompt = asText(input.prompt);
    if (prompt === null || this.tasks.has(id)) return;
    const task = { id, agent, title: asText(input.description) ?? asText(input.subagent_type) };
    this.tasks.set(id, task);
    const alike = this.tasksByPrompt.get(prompt.trim());
    if (alike) alike.tasks.push(task);
    else this.tasksByPrompt.set(prompt.trim(), { tasks: [task], next: 0 });
  }

  /** Links a call to the agent that it started, whose own rows may come later or never. */
  link(agentId: string, toolCallId: string) {
    if (!this.callOf.has(agentId)) this.callOf.set(agentId, toolCallId);
  }

  describe(agentId: string, title: string) {
    this.titles.set(agentId, title);
  }

  build(): Agent[] {
    const known = [...this.agents.values()];
    const taken = new Set(known.flatMap((agent) => this.callOf.get(agent.id) ?? []));
    const main: Agent = { id: MAIN, kind: "main", parent: null };
    return [main, ...known.map((agent) => this.finish(agent, taken))];
  }

  private finish(agent: AgentDraft, taken: Set<string>): Agent {
    const call = this.callOf.get(agent.id);
    const task = call === undefined ? this.taskByPrompt(agent, taken) : this.tasks.get(call);
    if (task) taken.add(task.id);
    const toolCallId = call ?? task?.id;
    const title = task?.title ?? this.titles.get(agent.id) ?? agent.prompt?.trim().split("\n")[0]?.slice(0, 120);
    return {
      id: agent.id,
      kind: "sub-agent",
      parent: task && task.agent !== agent.id ? task.agent : MAIN,
      ...(toolCallId !== undefined && { toolCallId }),
      ...(title && { title }),
    };
  }

  private taskByPrompt(agent: AgentDraft, taken: ReadonlySet<string>): TaskCall | undefined {
    if (agent.prompt === undefined) return undefined;
    const alike = this.tasksByPrompt.get(agent.prompt.trim());
    if (!alike) return undefined;
    while (taken.has(alike.tasks[alike.next]?.id ?? "")) alike.next += 1;
    return alike.tasks[alike.next];
  }
}
