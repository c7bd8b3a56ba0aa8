"use client";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ComponentProps, type ReactNode, useState } from "react";
import { cn } from "./cn";
import { IconButton } from "./icon-button";
import { OverlayPlace } from "./overlay-place";
import { useHeldPage } from "./use-held-page";

/**
 * Not Radix's own modal mode: that one takes pointer events from the body and sets a variable on it, and the browser
 * then styles every element of the page anew, 50 ms on a large one, at each opening and closing. `Frame` does the same by other means.
 */
export function Dialog(props: Omit<ComponentProps<typeof Radix.Root>, "modal">) {
  return <Radix.Root modal={false} {...props} />;
}
export const DialogTrigger = Radix.Trigger;
export const DialogClose = Radix.Close;

type ContentProps = Omit<ComponentProps<typeof Radix.Content>, "title"> & {
  title: ReactNode;
  /** Said beside the title and to screen readers. */
  description?: ReactNode;
  /** Right end of the head, before the close button. */
  actions?: ReactNode;
};

const surface = "fixed z-50 flex flex-col border-line2 bg-s1 text-tx outline-none";

/** Lies over the page, which it keeps from the pointer; a press on it closes, as any outside the box does. */
function Frame({ title, description, actions, className, children, ...rest }: ContentProps) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  return (
    <Radix.Portal>
      <div aria-hidden className="fixed inset-0 z-40 bg-(--scrim)" />
      <Radix.Content
        {...(description ? {} : { "aria-describedby": undefined })}
        ref={setBox}
        aria-modal
        // Whatever takes the focus elsewhere, only a press or Escape closes.
        onFocusOutside={(event) => event.preventDefault()}
        // The box itself takes the focus: a focused close button would open its tooltip over what one came to read.
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          (event.currentTarget as HTMLElement | null)?.focus();
        }}
        tabIndex={-1}
        className={cn(surface, className)}
        {...rest}
      >
        <OverlayPlace value={box}>
          <HeldPage />
          <div className="flex min-h-11 shrink-0 items-center gap-2 border-line2 border-b py-1 pr-2 pl-4">
            <Radix.Title className="font-semibold text-figure">{title}</Radix.Title>
            {description ? (
              <Radix.Description className="min-w-0 truncate text-micro text-tx3">{description}</Radix.Description>
            ) : null}
            <div className="ml-auto flex items-center gap-2">
              {actions}
              <Radix.Close asChild>
                <IconButton label="Close" shortcut="Esc">
                  <X />
                </IconButton>
              </Radix.Close>
            </div>
          </div>
          {children}
        </OverlayPlace>
      </Radix.Content>
    </Radix.Portal>
  );
}

/** Only while the box is mounted. */
function HeldPage() {
  useHeldPage();
  return null;
}

/** A box in the upper part of the page; set its width with a class. */
export function DialogContent({ className, ...rest }: ContentProps) {
  return (
    <Frame
      className={cn(
        "-translate-x-1/2 top-[min(12vh,120px)] left-1/2 max-h-[80vh] w-[calc(100vw-32px)] max-w-140 rounded-control border",
        className,
      )}
      {...rest}
    />
  );
}

/** A pane over the page, from the right unless told otherwise. */
export function DrawerContent({ className, side = "right", ...rest }: ContentProps & { side?: "left" | "right" }) {
  return (
    <Frame
      className={cn(
        "inset-y-0 w-[min(360px,100vw)]",
        side === "right" ? "right-0 border-l" : "left-0 border-r",
        className,
      )}
      {...rest}
    />
  );
}
