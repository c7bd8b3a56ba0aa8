"use client";
import { Slot } from "radix-ui";
import { type ComponentType, type KeyboardEvent, type ReactElement, useState } from "react";

/** A menu that is open when first mounted, with the button that reopens it. */
export type LoadedMenu<Props> = ComponentType<Props & { trigger: ReactElement }>;

type Props<MenuProps> = {
  /** The button; it looks the same before and after the menu's code is loaded. */
  trigger: ReactElement;
  load: () => Promise<LoadedMenu<MenuProps>>;
  menu: MenuProps;
};

/**
 * A button whose menu is loaded on first use. The menu's code is loaded when the button is hovered or focused, so that
 * a click seldom waits.
 */
export function LazyMenu<MenuProps extends object>({ trigger, load, menu }: Props<MenuProps>) {
  const [Menu, setMenu] = useState<LoadedMenu<MenuProps> | null>(null);
  const fetchCode = () => void load();
  const open = () => void load().then((loaded) => setMenu(() => loaded));
  if (Menu) return <Menu {...menu} trigger={trigger} />;
  const onKeyDown = (event: KeyboardEvent) => event.key === "ArrowDown" && open();
  return (
    <Slot.Root
      aria-haspopup="menu"
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
