"use client";
import { Slot } from "radix-ui";
import { type ComponentType, type KeyboardEvent, type ReactElement, useState } from "react";
import { reportServerAway } from "@/components/api/server-away";

/** A menu or popover that is open when first mounted, with the button that reopens it. */
export type LoadedMenu<Props> = ComponentType<Props & { trigger: ReactElement }>;

/** The keys that open each kind, besides those that click a button. */
const ARROWS: Readonly<Record<"menu" | "listbox" | "dialog", readonly string[]>> = {
  menu: ["ArrowDown"],
  listbox: ["ArrowDown", "ArrowUp"],
  dialog: [],
};

type Props<MenuProps> = {
  /** The button; it looks the same before and after the menu's code is loaded. */
  trigger: ReactElement;
  load: () => Promise<LoadedMenu<MenuProps>>;
  menu: MenuProps;
  /** What the button opens; a popover of controls is a dialog. */
  kind?: keyof typeof ARROWS;
  /** Called when the loaded menu opens for the first time. */
  onOpen?: () => void;
};

/**
 * A button whose menu is loaded on first use. The menu's code is loaded when the button is hovered or focused, so that
 * a click seldom waits.
 */
export function LazyMenu<MenuProps extends object>(props: Props<MenuProps>) {
  const { trigger, load, menu, kind = "menu", onOpen } = props;
  const [Menu, setMenu] = useState<LoadedMenu<MenuProps> | null>(null);
  const fetchCode = () => void load().catch(() => {}); // a click reports the failure
  const open = () =>
    void load().then((loaded) => {
      setMenu(() => loaded);
      onOpen?.();
    }, reportServerAway);
  if (Menu) return <Menu {...menu} trigger={trigger} />;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!ARROWS[kind].includes(event.key)) return;
    event.preventDefault(); // the page would scroll
    open();
  };
  return (
    <Slot.Root
      role={kind === "listbox" ? "combobox" : undefined}
      aria-haspopup={kind}
      aria-expanded={false}
      onClick={open}
      onKeyDown={onKeyDown}
      onPointerEnter={fetchCode}
      onFocus={fetchCode}
    >
      {trigger}
    </Slot.Root>
  );
}
