"use client";
import { type FormEvent, useEffect, useId, useState } from "react";
import { answerOf, callApi } from "@/components/api/call-api";
import { parseAmount } from "@/components/models/parse-amount";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import type { ModelAnswer } from "@/lib/api/schemas/model";
import type { SessionSummary } from "@/lib/api/schemas/session";
import { nameClient } from "@/lib/read-models/library-item";
import { formatCompactTokens } from "@/lib/wording/number-format";
import { problemText } from "@/lib/wording/problem-text";
import type { Say } from "@/lib/wording/say";

type Props = { summary: SessionSummary };

/** The dialog that asks for a session's model, or withdraws an earlier answer. */
export function ModelDialog({ summary, onClose }: Props & { onClose: () => void }) {
  const say = useSay();
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={say("Which model was it?")}
        description={say("The model sets the window, the prices and the cache rules")}
      >
        <ModelForm summary={summary} />
      </DialogContent>
    </Dialog>
  );
}

function ModelForm({ summary }: Props) {
  const say = useSay();
  const { id, stated } = summary;
  const models = useModels();
  const box = useId();
  const [model, setModel] = useState(stated?.model ?? "");
  const [window, setWindow] = useState(stated?.window?.toLocaleString("en") ?? "");
  const [isForAll, setForAll] = useState(stated?.scope === "client");
  const [state, setState] = useState<{ isBusy: boolean; said: string | null }>({ isBusy: false, said: null });
  const amount = window.trim() === "" ? null : parseAmount(window);
  const isWindowUsable = window.trim() === "" || (amount !== null && Number.isInteger(amount) && amount > 0);
  const isUsable = isWindowUsable && (model.trim() !== "" || amount !== null);
  const run = async (work: () => Promise<unknown>) => {
    setState({ isBusy: true, said: say("Reading the session again…") });
    try {
      await work();
      globalThis.location.reload();
    } catch (error) {
      setState({ isBusy: false, said: problemText(error as Error, say) });
    }
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isUsable) return;
    const scope = isForAll ? "client" : "session";
    const body = { model: model.trim() || null, window: amount, scope };
    void run(async () => answerOf(await callApi("PUT /api/sessions/{id}/model", { path: { id }, body })));
  };
  const takeBack = () =>
    void run(async () =>
      answerOf(
        await callApi("DELETE /api/sessions/{id}/model", {
          path: { id },
          query: { scope: stated?.scope ?? "session" },
        }),
      ),
    );
  return (
    <form onSubmit={save} className="flex flex-col gap-3 px-4 py-3 text-small">
      <ModelField models={models} model={model} onModel={setModel} />
      <WindowField window={window} onWindow={setWindow} isUsable={isWindowUsable} />
      <div className="flex items-center gap-2">
        <Checkbox id={box} checked={isForAll} onCheckedChange={(checked) => setForAll(checked === true)} />
        <label htmlFor={box}>
          {say("Also for all other {client} logs that name no model", {
            client: nameClient(summary.client ?? summary.format),
          })}
        </label>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" disabled={!isUsable || state.isBusy}>
          {say("Save")}
        </Button>
        {stated ? (
          <Button type="button" disabled={state.isBusy} onClick={takeBack}>
            {say("Restore")}
          </Button>
        ) : null}
        <span role="status" className="text-micro text-tx2">
          {state.said}
        </span>
      </div>
    </form>
  );
}

const SUGGESTIONS = ["gpt-4o", "gpt-5", "claude-sonnet-4-5", "gemini-2.5-pro", "deepseek-chat"];

type ModelFieldProps = { models: readonly ModelAnswer[]; model: string; onModel: (model: string) => void };

/** The model's name, with known facts about it. */
function ModelField({ models, model, onModel }: ModelFieldProps) {
  const say = useSay();
  const id = useId();
  const name = model.trim().toLowerCase();
  const known = models.find(
    (row) => row.id.toLowerCase() === name || row.aliases.some((a) => a.toLowerCase() === name),
  );
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-tx2">
        {say("Model")}
      </label>
      <TextInput
        id={id}
        list={`${id}-models`}
        placeholder="gpt-4o"
        value={model}
        onChange={(event) => onModel(event.target.value)}
      />
      <datalist id={`${id}-models`}>
        {models.map((row) => (
          <option key={row.id} value={row.id} />
        ))}
      </datalist>
      <div className="flex flex-wrap gap-1.5">
        {SUGGESTIONS.map((suggestion) => (
          <Button key={suggestion} type="button" size="sm" onClick={() => onModel(suggestion)}>
            {suggestion}
          </Button>
        ))}
      </div>
      <p className="tabular min-h-4 text-micro text-tx3">{models.length === 0 ? "" : factsOf(known, name, say)}</p>
    </div>
  );
}

function factsOf(known: ModelAnswer | undefined, name: string, say: Say): string {
  if (name === "") return "";
  if (!known) return say("Not in the model table under this name. Names with a date or a prefix are recognised too.");
  const { window, prices, cache } = known;
  const price = prices
    ? say("{input} in, {cached} cached, {output} out per M", {
        input: `$${prices.input}`,
        cached: `$${prices.cache_read}`,
        output: `$${prices.output}`,
      })
    : say("no prices");
  return say("window {window} · {price} · cache rules {policy}", {
    window: formatCompactTokens(window),
    price,
    policy: cache.policy,
  });
}

type WindowFieldProps = { window: string; onWindow: (window: string) => void; isUsable: boolean };

function WindowField({ window, onWindow, isUsable }: WindowFieldProps) {
  const say = useSay();
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-tx2">
        {say("Window in tokens, if it differs from the model's")}
      </label>
      <TextInput
        id={id}
        className="w-40"
        inputMode="decimal"
        placeholder="128k"
        aria-invalid={!isUsable}
        value={window}
        onChange={(event) => onWindow(event.target.value)}
      />
    </div>
  );
}

/** The model table, loaded when the dialog opens; empty while loading and on failure. */
function useModels(): readonly ModelAnswer[] {
  const [models, setModels] = useState<readonly ModelAnswer[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    void callApi("GET /api/models", { signal: stop.signal }).then((called) => {
      if (called.ok) setModels(called.value.models);
    });
    return () => stop.abort();
  }, []);
  return models;
}
