"use client";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import type { AgentSummary } from "../../lib/api/schemas/session";

type Props = { agents: readonly AgentSummary[]; agent: string; onAgent: (agent: string) => void };

/** More than this do not fit in a row of buttons. */
const FEW = 4;

/** Main thread and sub-agents, each with its own window. Nothing to switch, nothing shown. */
export function AgentSwitch({ agents, agent, onAgent }: Props) {
  const usable = agents.filter((candidate) => candidate.requests > 0 || candidate.id === agent);
  if (usable.length < 2) return null;
  if (usable.length > FEW) {
    const options = usable.map(({ id, requests }) => ({ value: id, label: `${shortName(id)} · ${requests}` }));
    return <Select label="Agent" value={agent} onValueChange={onAgent} options={options} className="h-6 max-w-48" />;
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
  return <SegmentedControl label="Agent" value={agent} onValueChange={onAgent} segments={segments} />;
}

const shortName = (id: string) => (id.length > 12 ? id.slice(0, 7) : id);
