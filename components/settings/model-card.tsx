"use client";
import { type FormEvent, useState } from "react";
import { callApi } from "@/components/api/call-api";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { TextInput } from "@/components/ui/text-input";
import type { SettingsAnswer } from "@/lib/api/schemas/settings";
import { formatTokens } from "@/lib/view-models/number-format";

type Props = {
  id: string;
  asks: "summary" | "judge";
  title: string;
  /** What is done without it. */
  without: string;
  state: SettingsAnswer["summary"];
  chosen: string | null;
  onChoose: (model: string | null) => Promise<boolean>;
};
type Tested = { readonly isOk: boolean; readonly text: string };

/** Sets up a model: its name, what its provider needs, and a test that sends one short question. */
export function ModelCard({ id, asks, title, without, state, chosen, onChoose }: Props) {
  const [name, setName] = useState(chosen ?? "");
  const [tested, setTested] = useState<Tested | "running" | null>(null);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setTested(null);
    await onChoose(name.trim() === "" ? null : name.trim());
  };
  const test = async () => {
    setTested("running");
    const called = await callApi("POST /api/settings/test", { body: { role: asks } });
    if (!called.ok) return setTested({ isOk: false, text: called.failure.message });
    const { works, message, time, input_tokens, output_tokens } = called.value;
    const counted =
      input_tokens === null ? "" : `, ${formatTokens(input_tokens)} + ${formatTokens(output_tokens ?? 0)} tokens`;
    setTested({
      isOk: works,
      text: works ? `answered “${message}” in ${(time / 1000).toFixed(1)} s${counted}` : message,
    });
  };
  return (
    <form
      id={id}
      onSubmit={(event) => void save(event)}
      className="my-3 scroll-mt-4 rounded-control border border-line2 target:border-acc"
    >
      <div className="flex flex-wrap items-center gap-3 border-line border-b px-4 py-2.5">
        <h3 className="font-semibold text-base">{title}</h3>
        <Chip tone={state.model === null ? "neutral" : state.missing ? "warn" : "accent"}>
          {state.model === null ? "not set up" : state.missing ? "key missing" : "set up"}
        </Chip>
        <p role="status" className="min-w-0 flex-1 text-micro text-tx2">
          <Outcome tested={tested} state={state} without={without} />
        </p>
        <Button disabled={state.model === null || tested === "running"} onClick={() => void test()}>
          Test
        </Button>
      </div>
      <div className="flex flex-wrap items-end gap-3 px-4 py-3">
        <label htmlFor={`${id}-name`} className="flex min-w-60 flex-1 flex-col gap-1 text-micro text-tx2">
          provider/model: openai, anthropic, google or local
          <TextInput
            id={`${id}-name`}
            value={name}
            placeholder={
              state.source === "environment" ? `${state.model} (from the environment)` : "anthropic/claude-haiku-4-5"
            }
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <Button type="submit" variant="primary" disabled={name.trim() === (chosen ?? "")}>
          Save
        </Button>
      </div>
      <p className="px-4 pb-3 text-micro text-tx3">
        Keys come only from the environment of the server ({state.missing ?? "OPENAI_API_KEY, ANTHROPIC_API_KEY, …"}).
        The test sends one short question and nothing of a transcript.
      </p>
    </form>
  );
}

function Outcome({ tested, state, without }: { tested: Tested | "running" | null } & Pick<Props, "state" | "without">) {
  if (tested === "running") return <>asking {state.model}…</>;
  if (tested) return <span className={tested.isOk ? "text-good" : "text-bad"}>{tested.text}</span>;
  if (state.model === null) return <>{without}</>;
  if (state.missing) return <span className="text-warn">{state.missing} is not set on this server</span>;
  return (
    <>
      {state.model}, from {state.source === "settings" ? "this page" : "the environment"}
    </>
  );
}
