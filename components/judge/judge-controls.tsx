"use client";
import { Gavel, Square } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useSay } from "@/components/words/words-provider";
import { planText } from "@/lib/view-models/compare/judge-view";
import type { Say } from "@/lib/wording/say";
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
  const say = useSay();
  return (
    <span className="ml-auto flex flex-wrap items-center justify-end gap-2">
      <span role="status" className="text-micro text-tx3">
        {noteOf(state, model, say)}
      </span>
      {state.status === "running" ? (
        <Button size="sm" onClick={stop}>
          <Square aria-hidden />
          {say("Stop")}
        </Button>
      ) : state.status === "planned" ? (
        <>
          <Button size="sm" onClick={run}>
            <Gavel aria-hidden />
            {say("Ask {model}", { model })}
          </Button>
          <Button size="sm" variant="quiet" onClick={forget}>
            {say("Do not ask")}
          </Button>
        </>
      ) : (
        <Button size="sm" onClick={plan}>
          <Gavel aria-hidden />
          {state.status === "idle" ? say("Judge") : say("Judge again")}
        </Button>
      )}
    </span>
  );
}

function noteOf(state: JudgeState, model: string, say: Say): string {
  switch (state.status) {
    case "idle":
      return "";
    case "running":
      return state.isPlan || state.progress?.stage !== "judging"
        ? say("preparing the questions…")
        : say("call {done} of {calls}…", { done: state.progress.done ?? 0, calls: state.progress.calls ?? "" });
    case "planned":
      return state.judge.plan
        ? say("sends the compressed contexts to {model}: {plan}", { model, plan: planText(state.judge.plan, say) })
        : "";
    case "failed":
      return say.known(state.failure.message);
    case "done":
      return state.judge.status === "judged" ? "" : say.known(state.judge.status);
    default:
      return state satisfies never;
  }
}
