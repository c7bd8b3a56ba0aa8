"use client";
import { type FormEvent, useState } from "react";
import { callApi } from "@/components/api/call-api";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import type { SettingsAnswer } from "@/lib/api/schemas/settings";
import { formatTokens } from "@/lib/wording/number-format";
import { problemText } from "@/lib/wording/problem-text";

type Props = {
  id: string;
  asks: "summary" | "judge";
  title: string;
  /** What happens without a model. */
  without: string;
  state: SettingsAnswer["summary"];
  chosen: string | null;
  onChoose: (model: string | null) => Promise<boolean>;
};
type Tested = { readonly isOk: boolean; readonly text: string };

/** Sets up a model: its name, its provider's settings, and a test that sends one short question. */
export function ModelCard({ id, asks, title, without, state, chosen, onChoose }: Props) {
  const say = useSay();
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
    if (!called.ok) return setTested({ isOk: false, text: problemText(called.failure, say) });
    const { works, message, time, input_tokens, output_tokens } = called.value;
    const counted =
      input_tokens === null
        ? ""
        : say(", {input_tokens} + {output_tokens} tokens", {
            input_tokens: formatTokens(input_tokens),
            output_tokens: formatTokens(output_tokens),
          });
    setTested({
      isOk: works,
      text: works
        ? say("answered “{message}” in {seconds} s{counted}", { message, seconds: (time / 1000).toFixed(1), counted })
        : message,
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
          {state.model === null ? say("not set up") : state.missing ? say("key missing") : say("set up")}
        </Chip>
        <p role="status" className="min-w-0 flex-1 text-micro text-tx2 max-sm:order-last max-sm:basis-full">
          <Outcome tested={tested} state={state} without={without} />
        </p>
        <Button
          className="max-sm:ml-auto"
          disabled={state.model === null || tested === "running"}
          onClick={() => void test()}
        >
          {say("Test")}
        </Button>
      </div>
      <div className="flex flex-wrap items-end gap-3 px-4 py-3">
        <label htmlFor={`${id}-name`} className="flex min-w-60 flex-1 flex-col gap-1 text-micro text-tx2">
          {say("provider/model, where the provider is openai, anthropic, google or local")}
          <TextInput
            id={`${id}-name`}
            value={name}
            placeholder={
              state.source === "environment"
                ? say("{model} (from the environment)", { model: state.model ?? "" })
                : say("e.g. {model}", { model: "anthropic/claude-haiku-4-5" })
            }
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <Button type="submit" variant="primary" disabled={name.trim() === (chosen ?? "")}>
          {say("Save")}
        </Button>
      </div>
      <p className="px-4 pb-3 text-micro text-tx3">
        {say(
          "Keys are read only from the server's environment ({missing}). The test sends one short question and no transcript content.",
          { missing: state.missing ?? "OPENAI_API_KEY, ANTHROPIC_API_KEY, …" },
        )}
      </p>
    </form>
  );
}

function Outcome({ tested, state, without }: { tested: Tested | "running" | null } & Pick<Props, "state" | "without">) {
  const say = useSay();
  if (tested === "running") return <>{say("asking {model}…", { model: state.model ?? "" })}</>;
  if (tested) return <span className={tested.isOk ? "text-good" : "text-bad"}>{tested.text}</span>;
  if (state.model === null) return <>{without}</>;
  if (state.missing)
    return <span className="text-warn">{say("{missing} is not set on this server", { missing: state.missing })}</span>;
  return (
    <>
      {say("{model}, from {source}", {
        model: state.model,
        source: state.source === "settings" ? say("this page") : say("the environment"),
      })}
    </>
  );
}
