"use client";
import { X } from "lucide-react";
import { Toast as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useSay } from "@/components/words/words-provider";
import { IconButton } from "./icon-button";

type Props = {
  /** A new value shows the toast again. */
  id: number;
  children: ReactNode;
  /** A button next to the text. */
  action?: ReactNode;
  seconds: number;
  onClose: () => void;
};

/** A message at the foot of the page that disappears by itself, unless hovered or focused. F8 moves to it. */
export function Toast({ id, children, action, seconds, onClose }: Props) {
  const say = useSay();
  return (
    <Radix.Provider duration={seconds * 1000} swipeDirection="down">
      <Radix.Root
        key={id}
        open
        onOpenChange={(isOpen) => !isOpen && onClose()}
        className="flex items-center gap-3 rounded-control border border-line2 bg-s1 py-2 pr-2 pl-3 text-small text-tx"
      >
        <Radix.Description className="min-w-0">{children}</Radix.Description>
        {action}
        <Radix.Close asChild>
          <IconButton label={say("Close the message")} className="shrink-0">
            <X aria-hidden />
          </IconButton>
        </Radix.Close>
      </Radix.Root>
      <Radix.Viewport className="-translate-x-1/2 fixed bottom-4 left-1/2 z-50 w-max max-w-[calc(100vw-24px)] outline-none" />
    </Radix.Provider>
  );
}
