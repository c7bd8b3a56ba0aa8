"use client";
import { Slot } from "radix-ui";
import {
  createContext,
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { loadLater } from "@/components/ui/load-later";
import { useOverlayPlace } from "./overlay-place";
import type { ShownTooltip, TooltipSide } from "./tooltip-box";
import { usePreload } from "./use-preload";

const loadBox = () => import("./tooltip-box").then((module) => module.TooltipBox);
const LOADED_LATER = [loadBox];
/** Its positioning code is not needed before the first tooltip. */
const TooltipBox = loadLater(loadBox);

type Controls = {
  readonly show: (tooltip: ShownTooltip, delay: number) => void;
  readonly hide: (delay: number) => void;
  readonly keep: () => void;
};

const Context = createContext<Controls | null>(null);
const HOVER_MS = 300;
/** Time to move the pointer from the label onto the tooltip. */
const LEAVE_MS = 120;

/** Must be rendered once, at the root of the page: it renders the one visible tooltip. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  usePreload(LOADED_LATER);
  const [shown, setShown] = useState<ShownTooltip | null>(null);
  const controls = useMemo(() => makeControls(setShown), []);
  useEffect(() => {
    if (shown === null) return;
    const onKeyDown = (event: KeyboardEvent) => event.key === "Escape" && controls.hide(0);
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [shown, controls]);
  return (
    <Context value={controls}>
      {children}
      {shown?.anchor.isConnected ? (
        <TooltipBox {...shown} onPointerEnter={controls.keep} onPointerLeave={() => controls.hide(LEAVE_MS)} />
      ) : null}
    </Context>
  );
}

function makeControls(setShown: (shown: ShownTooltip | null) => void): Controls {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isShown = false;
  const set = (next: ShownTooltip | null) => {
    isShown = next !== null;
    setShown(next);
  };
  const later = (next: ShownTooltip | null, delay: number) => {
    clearTimeout(timer);
    if (delay === 0) set(next);
    else timer = setTimeout(() => set(next), delay);
  };
  return {
    // While one tooltip is shown, the next appears without delay.
    show: (tooltip, delay) => later(tooltip, isShown ? 0 : delay),
    hide: (delay) => (isShown ? later(null, delay) : clearTimeout(timer)),
    keep: () => clearTimeout(timer),
  };
}

type Props = {
  content: ReactNode;
  children: ReactNode;
  side?: TooltipSide;
  align?: "start" | "center" | "end";
};

/**
 * Explains its child: after a short hover, and immediately on keyboard focus. The child is one focusable element that
 * accepts handlers.
 */
export function Tooltip({ content, children, side = "bottom", align = "center" }: Props) {
  const controls = useContext(Context);
  const container = useOverlayPlace();
  const show = (anchor: HTMLElement, delay: number) =>
    controls?.show({ anchor, content, side, align, container }, delay);
  const hide = () => controls?.hide(0);
  const isOver = useRef(false);
  return (
    <Slot.Root
      // Not on enter, because a page that appears under an idle pointer would otherwise show a tooltip that nobody
      // asked for, over what the reader is about to click.
      onPointerMove={(event: PointerEvent<HTMLElement>) => {
        if (isOver.current || event.pointerType === "touch") return;
        isOver.current = true;
        show(event.currentTarget, HOVER_MS);
      }}
      onPointerLeave={() => {
        isOver.current = false;
        controls?.hide(LEAVE_MS);
      }}
      onPointerDown={hide}
      onFocus={(event: FocusEvent<HTMLElement>) =>
        event.currentTarget.matches(":focus-visible") && show(event.currentTarget, 0)
      }
      onBlur={hide}
    >
      {children}
    </Slot.Root>
  );
}
