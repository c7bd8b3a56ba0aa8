"use client";
import dynamic from "next/dynamic";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useSay } from "@/components/words/words-provider";
import type { AgentSummary } from "../../lib/api/schemas/session";

/** Only sessions of many agents need the menu. */
const Select = dynamic(() => import("@/components/ui/select").then((module) => module.Select));

type Props = { agents: readonly AgentSummary[]; agent: string; onAgent: (agent: string) => void };

/** The most agents that fit into a row of buttons; more of them get a menu. */
const FEW = 4;

/** Switches between the main thread and the sub-agents. It shows nothing if there is only one agent. */
export function AgentSwitch({ agents, agent, onAgent }: Props) {
  const say = useSay();
  const usable = agents.filter((candidate) => candidate.requests > 0 || candidate.id === agent);
  if (usable.length < 2) return null;
  if (usable.length > FEW) {
    const options = usable.map(({ id, requests }) => ({ value: id, label: `${shortName(id)} · ${requests}` }));
    return (
      <Select label={say("Agent")} value={agent} onValueChange={onAgent} options={options} className="h-6 max-w-48" />
    );
  }
  const segments = usable.map(({ id, requests }) => ({
    value: id,
    title: id,
    label: (
      <>
        {shortName(id)}
        <span className="tabular font-normal text-tx3">{requests}</span>
      </>
    ),
  }));
  return <SegmentedControl label={say("Agent")} value={agent} onValueChange={onAgent} segments={segments} />;
}

const shortName = (id: string) => (id.length > 12 ? id.slice(0, 7) : id);
