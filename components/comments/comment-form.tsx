"use client";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { TextArea } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import { MAX_COMMENT } from "@/lib/api/comment-limit";
import { problemText } from "@/lib/wording/problem-text";

type Props = {
  label: string;
  text: string;
  /** Resolves with the error; null once saved. */
  onSave: (text: string) => Promise<string | null>;
  onClose: () => void;
};

/** A field for a comment. Ctrl or ⌘ and Enter saves, Esc cancels. */
export function CommentForm({ label, text: first, onSave, onClose }: Props) {
  const say = useSay();
  const [text, setText] = useState(first);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const isSavable = text.trim() !== "" && !isSaving;
  const save = async () => {
    if (!isSavable) return;
    setSaving(true);
    const failed = await onSave(text.trim());
    setSaving(false);
    setFailure(failed);
    if (failed === null) onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") onClose();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-1.5 py-1">
      <TextArea
        autoFocus
        aria-label={label}
        rows={3}
        maxLength={MAX_COMMENT}
        className="resize-y font-sans text-small"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {failure === null ? null : (
        <p role="alert" className="text-bad text-micro">
          {say("Not saved: {failure}", { failure: problemText({ message: failure }, say) })}
        </p>
      )}
      <div className="flex items-center justify-end gap-2">
        <span className="mr-auto text-micro text-tx3">{say("Ctrl or ⌘ Enter saves")}</span>
        <Button size="sm" variant="quiet" onClick={onClose}>
          {say("Cancel")}
        </Button>
        <Button size="sm" type="submit" variant="primary" disabled={!isSavable}>
          {say("Save")}
        </Button>
      </div>
    </form>
  );
}
