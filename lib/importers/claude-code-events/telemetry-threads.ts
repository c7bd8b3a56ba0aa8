import { cacheWritten, type Usage } from "../../transcript/usage";
import type { ItemSession } from "../item-session";
import { MAIN } from "../session-draft";
import { isMainPart, labelOf } from "./query-source";

/** Calls that follow each other, and what the last of them left in the cache. */
type Thread = { readonly agent: string; readonly part: string | null; readonly model: string | null; cached: number };

/**
 * Tells the agent of each call. Events name the part of the client that called, not which of several sub-agents that run at
 * the same time. So a side call belongs to the thread that left in the cache exactly what the call read there; every other
 * one begins a thread of its own. No cache break is ever claimed between calls that may be strangers.
 */
export class TelemetryThreads {
  private readonly threads: Thread[] = [];
  private readonly counts = new Map<string, number>();

  constructor(private readonly session: ItemSession) {}

  /** Adds a sub-agent to the session where a thread begins. */
  agentOf(part: string | null, model: string | null, usage: Usage): string {
    if (isMainPart(part)) return MAIN;
    const read = usage.cacheRead ?? 0;
    const cached = read + (cacheWritten(usage) ?? 0);
    if (cached === 0) return this.named(part ?? "uncached calls");
    const known = this.threads.find(
      (thread) => thread.part === part && thread.model === model && read > 0 && thread.cached === read,
    );
    const thread = known ?? this.open(part, model);
    thread.cached = cached;
    return thread.agent;
  }

  /** Versions that name no part leave open which calls are those of the main agent: the first thread is taken for it. */
  private open(part: string | null, model: string | null): Thread {
    const label = labelOf(part) ?? "thread";
    const count = (this.counts.get(label) ?? 0) + 1;
    this.counts.set(label, count);
    // The number comes first, because lists of agents show the beginning of a name.
    const agent = part === null && count === 1 ? MAIN : this.named(`${count} ${label}`);
    const thread = { agent, part, model, cached: 0 };
    this.threads.push(thread);
    return thread;
  }

  private named(agent: string): string {
    this.session.addSubAgent(agent, { title: agent });
    return agent;
  }
}
