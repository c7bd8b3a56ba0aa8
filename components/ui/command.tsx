"use client";
import { Command as Cmdk } from "cmdk";
import { Search } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";

type DialogProps = {
  label: string;
  onClose: () => void;
  children: ReactNode;
};

/** A box over the page with a field and a list navigated by arrow keys. The caller filters the list. */
export function CommandDialog({ label, onClose, children }: DialogProps) {
  return (
    <Radix.Root modal={false} open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <div aria-hidden className="fixed inset-0 z-40 bg-(--scrim)" />
        <Radix.Content
          aria-modal
          aria-describedby={undefined}
          className="-translate-x-1/2 fixed top-24 left-1/2 z-50 w-[calc(100vw-24px)] max-w-160 rounded-control border border-line2 bg-s1 text-tx outline-none max-sm:top-3"
        >
          <Radix.Title className="sr-only">{label}</Radix.Title>
          <Cmdk shouldFilter={false} loop label={label}>
            {children}
          </Cmdk>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function CommandInput(props: ComponentProps<typeof Cmdk.Input>) {
  return (
    <div className="flex h-11 items-center gap-2 border-line2 border-b px-3 text-tx3">
      <Search aria-hidden className="size-4 shrink-0 stroke-[1.75]" />
      <Cmdk.Input className="h-full min-w-0 flex-1 bg-transparent text-figure text-tx outline-none" {...props} />
    </div>
  );
}

export function CommandList(props: ComponentProps<typeof Cmdk.List>) {
  return <Cmdk.List className="max-h-[min(60vh,480px)] overflow-y-auto py-1" {...props} />;
}

/** Lines under a heading, with `count` at its right. */
export function CommandGroup({ title, count, children }: { title: string; count: string; children: ReactNode }) {
  return (
    <Cmdk.Group
      heading={
        <span className="flex justify-between px-3 pt-2 pb-1 text-micro text-tx3">
          {title}
          <span className="tabular">{count}</span>
        </span>
      }
    >
      {children}
    </Cmdk.Group>
  );
}

type ItemProps = { id: string; icon: ReactNode; note: ReactNode; onSelect: () => void; children: ReactNode };

export function CommandItem({ id, icon, note, onSelect, children }: ItemProps) {
  return (
    <Cmdk.Item
      value={id}
      onSelect={onSelect}
      className="flex min-h-7 cursor-default select-none items-center gap-2.5 border-transparent border-l-2 px-3 py-1 text-base data-[selected=true]:border-acc data-[selected=true]:bg-accbg [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:stroke-[1.75] [&_svg]:text-tx3"
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <span className="max-w-56 shrink-0 truncate text-micro text-tx2">{note}</span>
    </Cmdk.Item>
  );
}
