"use client";
import { Save } from "lucide-react";
import { useState } from "react";
import { useMay } from "@/components/shell/access";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import { problemText } from "@/lib/wording/problem-text";
import { type NewRun, saveRun } from "./runs-store";

type Props = Omit<NewRun, "title">;

/** Saves the displayed figures under a name, by default that of the strategies. Callers who may only read do not see it. */
export function SaveRun({ kind, sessionId, result }: Props) {
  const say = useSay();
  const [title, setTitle] = useState("");
  const [note, setNote] = useState("");
  const maySave = useMay("POST /api/runs");
  const save = async () => {
    const saved = await saveRun({ kind, sessionId, title, result });
    setNote(saved.ok ? say("saved") : problemText(saved.failure, say));
    if (saved.ok) setTitle("");
  };
  if (!maySave) return null;
  return (
    <form
      className="flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <span role="status" className="text-micro text-tx3">
        {note}
      </span>
      <TextInput
        className="w-44"
        aria-label={say("Name of this {kind}", { kind: say(kind) })}
        placeholder={say("Name (optional)")}
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Button type="submit">
        <Save aria-hidden />
        {say("Save")}
      </Button>
    </form>
  );
}
