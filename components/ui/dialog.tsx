"use client";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ComponentProps, type ReactNode, useLayoutEffect, useState } from "react";
import { useSay } from "@/components/words/words-provider";
import { cn } from "./cn";
import { IconButton } from "./icon-button";
import { OverlayPlace } from "./overlay-place";

/**
 * Avoids Radix's modal mode, which disables pointer events on the body and sets a variable there. The browser would
 * then recompute the style of every element at each opening and closing, which takes 50 ms on a large page. `Frame`
 * makes the dialog modal by other means.
 */
export function Dialog(props: Omit<ComponentProps<typeof Radix.Root>, "modal">) {
  return <Radix.Root modal={false} {...props} />;
}
export const DialogClose = Radix.Close;

type ContentProps = Omit<ComponentProps<typeof Radix.Content>, "title"> & {
  title: ReactNode;
  /** Shown next to the title and read out by screen readers. */
  description?: ReactNode;
  /** Controls at the right end of the heading, left of the close button. */
  actions?: ReactNode;
};

const surface = "fixed z-50 flex flex-col border-line2 bg-s1 text-tx outline-none";

/** A dialog's box over a backdrop, which keeps the pointer from the page; a click on the backdrop closes the dialog. */
function Frame({ title, description, actions, className, children, ...rest }: ContentProps) {
  const say = useSay();
  const [box, setBox] = useState<HTMLElement | null>(null);
  return (
    <Radix.Portal>
      <div aria-hidden className="fixed inset-0 z-40 bg-(--scrim)" />
      <Radix.Content
        {...(description ? {} : { "aria-describedby": undefined })}
        ref={setBox}
        aria-modal
        // Losing focus does not close the dialog; only a click outside, its close button or Escape do.
        onFocusOutside={(event) => event.preventDefault()}
        // The box itself gets the focus, because a focused close button would open its tooltip over the content.
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
                <IconButton label={say("Close")} shortcut="Esc">
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

/** Calls `useHeldPage` only while the box is mounted. */
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

/** A pane over the page, on its right side by default (`side`). */
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

/**
 * While mounted, keeps the page below from scrolling and hides it from screen readers; afterwards restores the focus.
 * Changes only the root's style, so that opening stays fast.
 */
function useHeldPage(): void {
  useLayoutEffect(() => {
    const root = document.documentElement;
    const opener = document.activeElement;
    const before = { overflow: root.style.overflow, scrollbarGutter: root.style.scrollbarGutter };
    const hasScrollbar = window.innerWidth > root.clientWidth;
    Object.assign(root.style, { overflow: "hidden", ...(hasScrollbar && { scrollbarGutter: "stable" }) });
    const hidden = [...document.body.children].filter(isOfThePage);
    for (const element of hidden) element.setAttribute("aria-hidden", "true");
    return () => {
      Object.assign(root.style, before);
      for (const element of hidden) element.removeAttribute("aria-hidden");
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
}

/** False for the dialog itself, for other overlays, and for elements already hidden or announcing messages. */
const isOfThePage = (element: Element): boolean =>
  !element.matches("[role=dialog], [aria-hidden], [aria-live], [data-radix-popper-content-wrapper], script, style") &&
  element.querySelector("[aria-live=assertive]") === null;
