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
import { keep, readKept } from "@/components/ui/browser-memory";
import { loadLater } from "@/components/ui/load-later";
import { useSay } from "@/components/words/words-provider";
import { GLOBAL_SHORTCUTS, isTyping, type SaidGroup, type ShortcutGroup, sayGroup } from "./shortcuts";

/** Loaded on first use. */
const ShortcutSheet = loadLater(() => import("./shortcut-sheet").then((module) => module.ShortcutSheet));

type Bindings = Readonly<Record<string, () => void>>;
type Registration = { groups: readonly SaidGroup[]; bindings: Bindings };
type Shortcuts = {
  register: (registration: Registration) => () => void;
  openSheet: () => void;
  commands: () => readonly ViewCommand[];
  areLettersOn: boolean;
  setLetters: (areOn: boolean) => void;
};
/** An action of the current view with a key. */
export type ViewCommand = {
  readonly does: string;
  readonly group: string;
  readonly key: string;
  readonly run: () => void;
};

const Context = createContext<Shortcuts | null>(null);
const STORAGE_KEY = "winnow-single-letter-keys";
/** Two keys (`gg`) count as one binding if the second follows within this many milliseconds. */
const SEQUENCE_MS = 600;

/**
 * Listens once for the entire page, so that a single place ignores keys while the reader types and in dialogs. Keys are
 * registered in a layout effect, so that they work as soon as a view is painted; only the shortcut sheet waits for
 * another render.
 */
export function ShortcutProvider({ children }: { children: ReactNode }) {
  const say = useSay();
  const registrations = useRef<readonly Registration[]>([]);
  const [groups, setGroups] = useState<readonly SaidGroup[]>([]);
  const [isOpen, setOpen] = useState(false);
  const [areLettersOn, setLetters] = useState(true);
  useEffect(() => setLetters(readKept(STORAGE_KEY) !== "off"), []);

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

  const onLettersChange = useCallback((areOn: boolean) => {
    setLetters(areOn);
    keep(STORAGE_KEY, areOn ? "on" : "off");
  }, []);
  const commands = useCallback(() => commandsOf(registrations.current), []);
  const value = useMemo(
    () => ({ register, openSheet, commands, areLettersOn, setLetters: onLettersChange }),
    [register, openSheet, commands, areLettersOn, onLettersChange],
  );
  return (
    <Context value={value}>
      {children}
      {isOpen ? (
        <ShortcutSheet
          isOpen
          onOpenChange={setOpen}
          groups={[...groups, sayGroup(GLOBAL_SHORTCUTS, say)]}
          areLettersOn={areLettersOn}
          onLettersChange={onLettersChange}
        />
      ) : null}
    </Context>
  );
}

/**
 * The actions of all mounted views' keys, without movement keys such as j and k, which are useless in a list of
 * actions.
 */
function commandsOf(registrations: readonly Registration[]): ViewCommand[] {
  return registrations.flatMap(({ groups }) =>
    groups.flatMap(({ title, shortcuts }) =>
      shortcuts.flatMap(({ does, keys }) => {
        const [key = ""] = keys;
        const run = keys.length === 1 ? findBinding(registrations, key) : undefined;
        return run ? [{ does, group: title, key, run }] : [];
      }),
    ),
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

/** A key's action. If several views have one, the innermost wins, because it registered last. */
function findBinding(registrations: readonly Registration[], key: string): (() => void) | undefined {
  if (key === "") return undefined;
  return registrations.findLast((registration) => Object.hasOwn(registration.bindings, key))?.bindings[key];
}

/**
 * Registers keys while the component is mounted. A key is a `KeyboardEvent.key`, or a sequence of two ("gg").
 * Descriptions are passed here, because only the view has its words, and the sheet is outside the view.
 */
export function useShortcuts(groups: readonly ShortcutGroup[], bindings: Bindings): void {
  const say = useSay();
  useSaidShortcuts(
    useMemo(() => groups.map((group) => sayGroup(group, say)), [groups, say]),
    bindings,
  );
}

/** Registers keys whose descriptions are already in the reader's language. */
export function useSaidShortcuts(groups: readonly SaidGroup[], bindings: Bindings): void {
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

/** Whether keys without a modifier work, and a setter; stored in this browser. */
export function useSingleLetterKeys(): readonly [boolean, (areOn: boolean) => void] {
  const shortcuts = useContext(Context);
  return [shortcuts?.areLettersOn ?? true, shortcuts?.setLetters ?? (() => {})];
}

/** Returns the current view's key actions at the time of the call. */
export function useViewCommands(): () => readonly ViewCommand[] {
  const shortcuts = useContext(Context);
  return shortcuts?.commands ?? NO_COMMANDS;
}

const NO_COMMANDS = () => [];

export function useShortcutSheet(): () => void {
  const shortcuts = useContext(Context);
  return shortcuts?.openSheet ?? (() => {});
}
