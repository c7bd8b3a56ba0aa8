"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { useSay } from "@/components/words/words-provider";
import type { PersonJson } from "@/lib/api/schemas/people";
import type { PeopleState } from "./use-people";

type Props = { of: PersonJson | null; onSignOut: PeopleState["signOut"]; onClose: () => void };

/** Asks before somebody is signed out everywhere. */
export function SignOutDialog({ of, onSignOut, onClose }: Props) {
  const say = useSay();
  const [isBusy, setBusy] = useState(false);
  const signOut = async (id: string) => {
    setBusy(true);
    await onSignOut(id);
    setBusy(false);
    onClose();
  };
  return (
    <Dialog open={of !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title={say("Sign out everywhere?")} className="max-w-120">
        {of ? (
          <div className="flex flex-col gap-3 p-4 text-small">
            <p>
              {say(
                "Every browser in which {name} is signed in is refused from now on. They can sign in again as long as the provider lets them.",
                { name: of.name },
              )}
            </p>
            <div className="flex justify-end gap-2">
              <DialogClose asChild>
                <Button>{say("Cancel")}</Button>
              </DialogClose>
              <Button variant="danger" autoFocus disabled={isBusy} onClick={() => void signOut(of.id)}>
                {say("Sign out everywhere")}
              </Button>
            </div>
          </div>
        ) : null}
      </DialogContent>
    </Dialog>
  );
}
