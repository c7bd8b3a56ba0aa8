"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { useSay } from "@/components/words/words-provider";
import type { ApiKeyJson } from "@/lib/api/schemas/keys";
import type { KeysState } from "./use-keys";

type Props = { of: ApiKeyJson | null; onRevoke: KeysState["revoke"]; onClose: () => void };

/** Asks before a key is revoked, because that cannot be taken back. */
export function RevokeDialog({ of, onRevoke, onClose }: Props) {
  const say = useSay();
  const [isBusy, setBusy] = useState(false);
  const revoke = async (id: string) => {
    setBusy(true);
    await onRevoke(id);
    setBusy(false);
    onClose();
  };
  return (
    <Dialog open={of !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title={say("Revoke this key?")} className="max-w-120">
        {of ? (
          <div className="flex flex-col gap-3 p-4 text-small">
            <p>
              {say(
                "“{name}” ({hint}…) then opens nothing. Programs and browsers that use it are refused, and it cannot be taken back.",
                {
                  name: of.name,
                  hint: of.hint,
                },
              )}
            </p>
            <div className="flex justify-end gap-2">
              <DialogClose asChild>
                <Button>{say("Cancel")}</Button>
              </DialogClose>
              <Button variant="danger" autoFocus disabled={isBusy} onClick={() => void revoke(of.id)}>
                {say("Revoke")}
              </Button>
            </div>
          </div>
        ) : null}
      </DialogContent>
    </Dialog>
  );
}
