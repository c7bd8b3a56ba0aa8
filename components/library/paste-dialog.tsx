"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { TextArea } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import { formatBytes } from "@/lib/wording/number-format";
import type { NamedFile } from "./send-files";

type Props = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onFiles: (files: readonly NamedFile[]) => void;
};

/** Imports pasted JSON or JSONL like a file. */
export function PasteDialog({ isOpen, onOpenChange, onFiles }: Props) {
  const say = useSay();
  const [text, setText] = useState("");
  const bytes = new Blob([text]).size;
  const submit = () => {
    const name = text.trimStart().startsWith("{") && text.trim().includes("\n{") ? "pasted.jsonl" : "pasted.json";
    const file = new File([text], name, { type: "application/json" });
    onFiles([{ file, name, bytes: file.size }]);
    setText("");
  };
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent
        title={say("Paste JSON")}
        description={say("a transcript, or the messages of a request")}
        className="max-w-180"
      >
        <div className="flex min-h-0 flex-1 flex-col gap-2 p-4">
          <TextArea
            aria-label={say("JSON to import")}
            className="min-h-60 flex-1 resize-y"
            spellCheck={false}
            placeholder={'{"messages": [{"role": "user", "content": "…"}]}'}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <div className="flex items-center justify-between">
            <span className="tabular text-small text-tx3">{formatBytes(bytes)}</span>
            <DialogClose asChild>
              <Button variant="primary" disabled={text.trim() === ""} onClick={submit}>
                {say("Import")}
              </Button>
            </DialogClose>
          </div>
        </div>
      </DialogContent>
    </Dialog>
  );
}
