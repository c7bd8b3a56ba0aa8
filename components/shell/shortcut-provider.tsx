"use client";
import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { ShortcutSheet } from "./shortcut-sheet";
import { GLOBAL_SHORTCUTS, isTyping, type ShortcutGroup } from "./shortcuts";

type Bindings = Readonly<Record<string, () => void>>;
type Registration = { groups: readonly ShortcutGroup[]; bindings: Bindings };
type Shortcuts = { register: (registration: Registration) => () => void; openSheet: () => void };

const Context = createContext<Shortcuts | null>(null);
const STORAGE_KEY = "winnow-single-letter-keys";
/** Two keys (`gg`) count as one binding if the second follows within this many milliseconds. */
const SEQUENCE_MS = 600;

/**
 * Listens once for the whole page, so that one place decides that keys are ignored while typing and in dialogs. Keys
 * are registered in a layout effect, so that a view answers them as soon as it is painted; only the sheet of keys waits
 * for another render.
 */
export function ShortcutProvider({ children }: { children: ReactNode }) {
  const registrations = useRef<readonly Registration[]>([]);
  const [groups, setGroups] = useState<readonly ShortcutGroup[]>([]);
  const [isOpen, setOpen] = useState(false);
  const [areLettersOn, setLetters] = useState(true);
  useEffect(() => setLetters(localStorage.getItem(STORAGE_KEY) !== "off"), []);

  const register = useCallback((registration: Registration) => {
    const change = (next: readonly Registration[]) => {
      registrations.current = next;
      setGroups(next.flatMap((one) => one.groups));
    };
    change([...registrations.current, registration]);
    return () => change(registrations.current.filter((other) => other !== registration));
  }, []);
  const openSheet = useCallback(() => setOpen(true), []);
  useKeyListener(registrations, areLettersOn, openSheet);

  const onLettersChange = (areOn: boolean) => {
    setLetters(areOn);
    localStorage.setItem(STORAGE_KEY, areOn ? "on" : "off");
  };
  const value = useMemo(() => ({ register, openSheet }), [register, openSheet]);
  return (
    <Context value={value}>
      {children}
      <ShortcutSheet
        isOpen={isOpen}
        onOpenChange={setOpen}
        groups={[...groups, GLOBAL_SHORTCUTS]}
        areLettersOn={areLettersOn}
        onLettersChange={onLettersChange}
      />
    </Context>
  );
}

function useKeyListener(
  registrations: RefObject<readonly Registration[]>,
  areLettersOn: boolean,
  openSheet: () => void,
): void {
  const last = useRef({ key: "", time: 0 });
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isTyping(event)) return;
      const isLetter = event.key.length === 1;
      if (isLetter && !areLettersOn) return;
      const pair = event.timeStamp - last.current.time < SEQUENCE_MS ? last.current.key + event.key : "";
      last.current = { key: event.key, time: event.timeStamp };
      const found = findBinding(registrations.current, pair) ?? findBinding(registrations.current, event.key);
      const action = found ?? (event.key === "?" ? openSheet : undefined);
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [registrations, areLettersOn, openSheet]);
}

/** The action of a key; of several views the innermost one, which registered last, wins. */
function findBinding(registrations: readonly Registration[], key: string): (() => void) | undefined {
  if (key === "") return undefined;
  return registrations.findLast((registration) => Object.hasOwn(registration.bindings, key))?.bindings[key];
}

/** Registers keys while the component is mounted. A key is a `KeyboardEvent.key`, or two of them in a row ("gg"). */
export function useShortcuts(groups: readonly ShortcutGroup[], bindings: Bindings): void {
  const shortcuts = useContext(Context);
  const register = shortcuts?.register;
  const latest = useRef(bindings);
  latest.current = bindings;
  const keys = Object.keys(bindings).join(" ");
  useLayoutEffect(() => {
    const stable = Object.fromEntries(keys.split(" ").map((key) => [key, () => latest.current[key]?.()]));
    return register?.({ groups, bindings: stable });
  }, [register, groups, keys]);
}

export function useShortcutSheet(): () => void {
  const shortcuts = useContext(Context);
  return shortcuts?.openSheet ?? (() => {});
}
