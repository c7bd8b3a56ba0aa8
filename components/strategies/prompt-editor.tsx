"use client";
import { useState } from "react";
import { callApi } from "@/components/api/call-api";
import { useMay } from "@/components/shell/access";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { TextArea, TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import type { SummaryPromptAnswer } from "@/lib/api/schemas/compression";
import type { OwnPrompt } from "@/lib/api/schemas/settings";
import { problemText } from "@/lib/wording/problem-text";

type Props = { strategy: string; prompt: SummaryPromptAnswer; saved: readonly OwnPrompt[] };

/** A strategy's prompt: a read-only frame, a task text that can be replaced, and the reader's own variants. */
export function PromptEditor({ strategy, prompt, saved: first }: Props) {
  const say = useSay();
  const mayChange = useMay("PATCH /api/settings");
  const [saved, setSaved] = useState(first);
  const [text, setText] = useState(prompt.task);
  const [name, setName] = useState("");
  const [outcome, setOutcome] = useState("");
  const own = saved.filter((variant) => variant.strategy === strategy);
  const isChanged = text.trim() !== "" && text !== prompt.task;
  const keep = async (change: (all: readonly OwnPrompt[]) => OwnPrompt[], sentence: string) => {
    // Another tab may have changed the list since, and saving replaces it as a whole.
    const now = await callApi("GET /api/settings");
    const called = now.ok
      ? await callApi("PATCH /api/settings", {
          body: { summary_prompts: change(now.value.settings.summary_prompts) },
        })
      : now;
    if (called.ok) setSaved(called.value.settings.summary_prompts);
    setOutcome(called.ok ? sentence : say("Not saved: {failed}", { failed: problemText(called.failure, say) }));
  };
  const without = (all: readonly OwnPrompt[], removed: string) =>
    all.filter((it) => it.strategy !== strategy || it.name !== removed);
  const save = () =>
    keep(
      (all) => [...without(all, name.trim()), { name: name.trim(), strategy, prompt: text }],
      say("Saved. You can now choose it on the Compare page, in this strategy's parameters."),
    );
  return (
    <div className="flex flex-col gap-2">
      <details className="rounded-control border border-ctl border-dashed bg-s1 px-3 py-2 text-small">
        <summary className="cursor-pointer text-tx2">
          {say("Fixed frame: it prevents text in the transcript from acting as instructions. It cannot be changed.")}
        </summary>
        <pre lang="en" className="mt-2 whitespace-pre-wrap font-mono text-code text-tx2">
          {prompt.frame}
        </pre>
      </details>
      <p lang="en" className="font-mono text-code text-tx2">
        {prompt.goal}
      </p>
      <TextArea
        aria-label={say("Task text")}
        lang="en"
        rows={14}
        maxLength={8000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p lang="en" className="whitespace-pre-wrap font-mono text-code text-tx2">
        {prompt.end}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <TextInput
          className="w-48"
          aria-label={say("Variant name")}
          placeholder={say("Variant name")}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button disabled={!mayChange || !isChanged || name.trim() === ""} onClick={() => void save()}>
          {say("Save as my own variant")}
        </Button>
        <Button variant="quiet" disabled={text === prompt.task} onClick={() => setText(prompt.task)}>
          {say("Reset")}
        </Button>
        <span role="status" className="text-small text-tx2">
          {outcome}
        </span>
      </div>
      {own.length === 0 ? null : (
        <ul aria-label={say("Your variants")} className="border-line border-t">
          {own.map((variant) => (
            <li key={variant.name} className="flex flex-wrap items-center gap-2 border-line border-b py-1.5 text-small">
              <span className="min-w-0 flex-1 truncate font-medium">{variant.name}</span>
              <Button size="sm" onClick={() => setText(variant.prompt)}>
                {say("Show")}
              </Button>
              <CopyButton
                text={JSON.stringify({ id: strategy, variant: variant.name })}
                label={say("Copy for the API")}
              />
              <Button
                size="sm"
                variant="danger"
                disabled={!mayChange}
                onClick={() => void keep((all) => without(all, variant.name), say("Deleted."))}
              >
                {say("Delete")}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
