"use client";
import { Gavel, Square } from "lucide-react";
import { Button } from "@/components/ui/button";
import { planText } from "@/lib/view-models/judge-view";
import type { JudgeState } from "./use-judge";

type Props = {
  state: JudgeState;
  model: string;
  plan: () => void;
  run: () => void;
  stop: () => void;
  forget: () => void;
};

/** Controls the judge: nothing is sent to it before the reader has seen how much would be sent and to which model. */
export function JudgeControls({ state, model, plan, run, stop, forget }: Props) {
  return (
    <span className="ml-auto flex flex-wrap items-center justify-end gap-2">
      <span role="status" className="text-micro text-tx3">
        {noteOf(state, model)}
      </span>
      {state.status === "running" ? (
        <Button size="sm" onClick={stop}>
          <Square aria-hidden />
          Stop
        </Button>
      ) : state.status === "planned" ? (
        <>
          <Button size="sm" onClick={run}>
            <Gavel aria-hidden />
            {`Ask ${model}`}
          </Button>
          <Button size="sm" variant="quiet" onClick={forget}>
            Do not ask
          </Button>
        </>
      ) : (
        <Button size="sm" onClick={plan}>
          <Gavel aria-hidden />
          {state.status === "idle" ? "Judge" : "Judge again"}
        </Button>
      )}
    </span>
  );
}

function noteOf(state: JudgeState, model: string): string {
  switch (state.status) {
    case "idle":
      return "";
    case "running":
      return state.isPlan || state.progress?.stage !== "judging"
        ? "preparing the questions…"
        : `call ${state.progress.done} of ${state.progress.calls}…`;
    case "planned":
      return state.judge.plan ? `sends the compressed contexts to ${model}: ${planText(state.judge.plan)}` : "";
    case "failed":
      return state.failure.message;
    case "done":
      return state.judge.status === "judged" ? "" : state.judge.status;
    default:
      return state satisfies never;
  }
}
