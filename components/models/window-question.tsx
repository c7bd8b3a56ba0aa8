"use client";
import { useState } from "react";
import { callApi } from "@/components/api/call-api";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useSay } from "@/components/words/words-provider";
import { WindowForm } from "./window-form";

type Props = { session: string; models: readonly string[] };

const TRIES = 60;

/** Asks for an unknown window, stores it for all sessions of the model, and reloads the session. */
export function WindowQuestion({ session, models }: Props) {
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  const [isReading, setReading] = useState(false);
  const onSaved = async () => {
    setReading(true);
    await untilWindowIsKnown(session);
    window.location.reload();
  };
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="touch-target w-fit text-left text-acc text-micro hover:underline"
      >
        {say("Window unknown: how large is it?")}
      </button>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        <DialogContent
          title={say("Context window")}
          description={say("saved in your models.json, for every session of the model")}
        >
          <div className="flex flex-col gap-3 px-4 py-3 text-small">
            <p className="text-tx2">
              {say(
                "Every window listed for {count, plural, one {this model} other {these models}} is too small for this session. Enter its real size to show shares of the window and the dashed line.",
                { count: models.length },
              )}
            </p>
            {models.map((name) => (
              <div key={name}>
                <p className="mb-1 font-mono text-code">{name}</p>
                <WindowForm name={name} window={null} onSaved={() => void onSaved()} />
              </div>
            ))}
            {isReading ? <p role="status">{say("Reading the session again…")}</p> : null}
          </div>
        </DialogContent>
      </Dialog>
    </>
  );
}

/** Waits until the server has re-read the session in the background, at most about a minute. */
async function untilWindowIsKnown(session: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const called = await callApi("GET /api/sessions/{id}", { path: { id: session } });
    if (called.ok && called.value.window.tokens !== null) return;
  }
}
