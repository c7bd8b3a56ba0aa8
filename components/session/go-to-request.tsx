"use client";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";

type Props = { isOpen: boolean; onClose: () => void; count: number; onGo: (position: number) => void };

/** Asks for a request number, counted from 1, and moves to that request. */
export function GoToRequest({ isOpen, onClose, count, onGo }: Props) {
  const say = useSay();
  return (
    <Dialog open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <DialogContent
        title={say("Go to request")}
        description={say("1 to {count}", { count: count.toLocaleString("en") })}
        className="max-w-80"
      >
        <GoForm
          count={count}
          onGo={(position) => {
            onGo(position);
            onClose();
          }}
        />
      </DialogContent>
    </Dialog>
  );
}

function GoForm({ count, onGo }: Pick<Props, "count" | "onGo">) {
  const say = useSay();
  const [text, setText] = useState("");
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const number = Number(text.replaceAll(/[\s,#]/g, ""));
    if (Number.isInteger(number) && number >= 1 && number <= count) onGo(number - 1);
    else setWrong(true);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2 p-4">
      <div className="flex gap-2">
        <TextInput
          autoFocus
          inputMode="numeric"
          aria-label={say("Request number")}
          aria-invalid={isWrong}
          aria-describedby="go-to-request-note"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setWrong(false);
          }}
        />
        <Button type="submit">{say("Go")}</Button>
      </div>
      <p id="go-to-request-note" role="status" className="min-h-4 text-micro text-bad">
        {isWrong
          ? say("There is no such request: enter a number from 1 to {count}.", {
              count: count.toLocaleString("en"),
            })
          : ""}
      </p>
    </form>
  );
}
