"use client";
import { type FormEvent, useId, useState } from "react";
import { useMay } from "@/components/shell/access";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import { problemText } from "@/lib/wording/problem-text";
import { parseAmount } from "./parse-amount";
import { saveWindow } from "./read-model";

type Props = {
  name: string;
  /** The window set earlier by the user; null if none. */
  window: number | null;
  onSaved: (rereading: number) => void;
};

/** Asks for a model's window and stores it in the user's models.json. Not for readers. */
export function WindowForm({ name, window, onSaved }: Props) {
  const say = useSay();
  const id = useId();
  const mayChange = useMay("PATCH /api/models/{id}");
  const [text, setText] = useState(window === null ? "" : window.toLocaleString("en"));
  const [state, setState] = useState<{ isBusy: boolean; said: string | null }>({ isBusy: false, said: null });
  const amount = parseAmount(text);
  const isUsable = amount !== null && Number.isInteger(amount) && amount > 0;
  const save = async (value: number | null) => {
    setState({ isBusy: true, said: null });
    try {
      const { rereading } = await saveWindow(name, value);
      if (value === null) setText("");
      setState({ isBusy: false, said: value === null ? say("Removed.") : say("Saved in your models.json.") });
      onSaved(rereading);
    } catch (error) {
      setState({ isBusy: false, said: problemText(error as Error, say) });
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isUsable) void save(amount);
  };
  if (!mayChange) return null;
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-2 text-small">
      <label htmlFor={id} className="text-tx2">
        {say("A custom window size")}
      </label>
      <TextInput
        id={id}
        className="w-28"
        inputMode="decimal"
        placeholder="200k"
        aria-invalid={text !== "" && !isUsable}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" disabled={!isUsable || state.isBusy}>
        {say("Save")}
      </Button>
      {window === null ? null : (
        <Button type="button" disabled={state.isBusy} onClick={() => save(null)}>
          {say("Remove")}
        </Button>
      )}
      <span role="status" className="text-micro text-tx2">
        {state.said}
      </span>
    </form>
  );
}
