"use client";
import { Save } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/text-input";
import { type NewRun, saveRun } from "./runs-store";

type Props = Omit<NewRun, "title">;

/** Saves the figures on screen under a name; without a name, under those of its strategies. */
export function SaveRun({ kind, sessionId, result }: Props) {
  const [title, setTitle] = useState("");
  const [note, setNote] = useState("");
  const save = async () => {
    const saved = await saveRun({ kind, sessionId, title, result });
    setNote(saved.ok ? "saved" : saved.failure.message);
    if (saved.ok) setTitle("");
  };
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
        aria-label={`Name of this ${kind}`}
        placeholder="Name (optional)"
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Button type="submit">
        <Save aria-hidden />
        Save
      </Button>
    </form>
  );
}
