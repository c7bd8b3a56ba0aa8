"use client";
import { CornerDownLeft, FileText, Layers, Play, Search, Settings2, SquareTerminal } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { type ReactNode, useEffect, useState } from "react";
import { callApi } from "@/components/api/call-api";
import { CommandDialog, CommandGroup, CommandInput, CommandItem, CommandList } from "@/components/ui/command";
import { Kbd } from "@/components/ui/kbd";
import { said, useSay } from "@/components/words/words-provider";
import { nameClient } from "@/lib/read-models/library-item";
import { SETTINGS_ITEMS } from "@/lib/view-models/settings/settings-items";
import {
  PAGES,
  type PaletteGroup,
  type PaletteItem,
  paletteGroup,
  sayItems,
  sessionItems,
  sessionOfPath,
} from "@/lib/view-models/shell/palette";
import { formatDay } from "@/lib/wording/format-day";
import { LANGUAGE_IDS, LANGUAGES } from "@/lib/wording/language";
import { formatTokens } from "@/lib/wording/number-format";
import type { Say } from "@/lib/wording/say";
import { useMay } from "./access";
import { useViewCommands } from "./shortcut-provider";

type Action = PaletteItem & { readonly icon: ReactNode; readonly run?: () => void };
/** Maximum number of lines per group; a search has more groups than would fit otherwise. */
const MOST = { typed: 5, empty: 8 } as const;

/** Finds pages, sessions, strategies, settings and actions; Enter opens or runs them. */
export function Palette({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const groups = useGroups(typed.trim());
  const choose = ({ href, run }: Action) => {
    onClose();
    if (href) router.push(href as never);
    // The view must regain the focus before one of its commands runs.
    else if (run) setTimeout(run, 0);
  };
  const shown = groups.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <CommandDialog label={say("Search sessions, run a command")} onClose={onClose}>
      <CommandInput
        autoFocus
        placeholder={say("Search sessions, run a command")}
        value={typed}
        onValueChange={setTyped}
      />
      <CommandList>
        {groups.map(({ title, items, total }) => (
          <CommandGroup
            key={title}
            title={title}
            count={say("{count} of {total}", { count: items.length, total: formatTokens(total) })}
          >
            {items.map((item) => (
              <CommandItem key={item.id} id={item.id} icon={item.icon} note={item.note} onSelect={() => choose(item)}>
                {item.label}
              </CommandItem>
            ))}
          </CommandGroup>
        ))}
        {shown === 0 ? <p className="px-3 py-4 text-small text-tx2">{say("Nothing matches these words.")}</p> : null}
      </CommandList>
      <p className="flex items-center gap-3 border-line2 border-t px-3 py-2 text-micro text-tx2">
        <Kbd>↑</Kbd>
        {said(
          say.parts("{kbd} choose {kbd2} open {kbd3} close", {
            kbd: <Kbd>↓</Kbd>,
            kbd2: <Kbd>↵</Kbd>,
            kbd3: <Kbd>Esc</Kbd>,
          }),
        )}
        <span className="tabular ml-auto">{say("{shown} shown", { shown })}</span>
      </p>
    </CommandDialog>
  );
}

const icon = {
  search: <Search aria-hidden />,
  session: <Layers aria-hidden />,
  page: <FileText aria-hidden />,
  key: <CornerDownLeft aria-hidden />,
  run: <SquareTerminal aria-hidden />,
  strategy: <Play aria-hidden />,
  setting: <Settings2 aria-hidden />,
} as const;

const withIcon = (items: readonly PaletteItem[], own: ReactNode): Action[] =>
  items.map((item) => ({ ...item, icon: own }));

/**
 * In this order: the search, this session, this page, sessions, pages, strategies, settings. The search and the
 * strategies appear only once something is typed.
 */
function useGroups(typed: string): PaletteGroup<Action>[] {
  const say = useSay();
  const session = sessionOfPath(usePathname());
  const [commands] = useState(useViewCommands()); // the actions at the moment the palette was opened
  const sessions = usePaletteSessions(typed);
  const strategies = usePaletteStrategies(session);
  const themes = useThemeActions();
  const languages = useLanguageActions();
  const most = typed === "" ? MOST.empty : MOST.typed;
  const here: Action[] = commands.map(({ does, group, key, run }) => ({
    id: `key-${group}-${key}`,
    label: does,
    note: key,
    words: `${group} ${does}`,
    icon: icon.key,
    run,
  }));
  const found = sessions && {
    title: typed === "" ? say("Sessions") : say("Sessions with these words"),
    items: withIcon(sessions.items, icon.session),
    total: sessions.total,
  };
  const groups = [
    typed === "" ? null : { title: say("Do"), items: searchActions(typed, sessions?.total ?? null, say), total: 1 },
    session &&
      paletteGroup(say("This session"), withIcon(sayItems(sessionItems(session), say), icon.page), typed, most),
    paletteGroup(say("On this page"), here, typed, most),
    found && found.items.length > 0 ? found : null,
    paletteGroup(say("Pages"), withIcon(sayItems(PAGES, say), icon.page), typed, most),
    typed === "" ? null : paletteGroup(say("Strategies"), withIcon(strategies, icon.strategy), typed, most),
    paletteGroup(
      say("Settings"),
      [...withIcon(sayItems(SETTINGS_ITEMS, say), icon.setting), ...themes, ...languages],
      typed,
      typed === "" ? 4 : most,
    ),
  ];
  return groups.filter((group): group is PaletteGroup<Action> => Boolean(group));
}

function searchActions(typed: string, total: number | null, say: Say): Action[] {
  const note = total === null ? "" : say("{total} found", { total: formatTokens(total) });
  const href = `/?q=${encodeURIComponent(typed)}`;
  return [
    { id: "search", label: say("Search all transcripts for “{typed}”", { typed }), note, icon: icon.search, href },
  ];
}

function useThemeActions(): Action[] {
  const say = useSay();
  const { setTheme } = useTheme();
  const themes = [
    ["system", say("same as the system")],
    ["dark", say("dark")],
    ["light", say("light")],
  ] as const;
  return themes.map(([theme, name]) => ({
    id: `theme-${theme}`,
    label: say("Theme: {name}", { name }),
    note: say("setting"),
    words: `${say("appearance colour")} appearance colour ${theme}`,
    icon: icon.run,
    run: () => setTheme(theme),
  }));
}

function useLanguageActions(): Action[] {
  const say = useSay();
  const router = useRouter();
  const mayChange = useMay("PATCH /api/settings");
  const languages = [
    ["system", say("same as the browser")],
    ...LANGUAGE_IDS.map((id) => [id, LANGUAGES[id].name] as const),
  ] as const;
  if (!mayChange) return [];
  return languages.map(([language, name]) => ({
    id: `language-${language}`,
    label: say("Language: {name}", { name }),
    note: say("setting"),
    words: "language 语言",
    icon: icon.run,
    run: () => void callApi("PATCH /api/settings", { body: { language } }).then(() => router.refresh()),
  }));
}

type Found = { readonly items: readonly PaletteItem[]; readonly total: number };
/** Milliseconds without typing before the search starts. */
const TYPING_MS = 120;
const SESSIONS = 6;

/** Sessions with these words in title or transcript; without words the newest. Null until the answer arrives. */
function usePaletteSessions(typed: string): Found | null {
  const say = useSay();
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    const ask = async () => {
      const query = { q: typed, limit: SESSIONS };
      const called = await callApi("GET /api/library/sessions", { query, signal: abort.signal });
      if (abort.signal.aborted || !called.ok) return;
      const items = called.value.sessions.map(({ id, title, client, format, started_at }) => ({
        id: `session-${id}`,
        label: title,
        note: `${nameClient(client ?? format)} · ${formatDay(started_at, "day", say)}`,
        href: `/sessions/${id}`,
      }));
      setFound({ items, total: called.value.found });
    };
    const timer = setTimeout(() => void ask(), typed === "" ? 0 : TYPING_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [typed, say]);
  return found;
}

/** All strategies, to run on the current session in Compare; empty if no session is open. */
function usePaletteStrategies(session: string | null): readonly PaletteItem[] {
  const say = useSay();
  const [items, setItems] = useState<readonly PaletteItem[]>([]);
  useEffect(() => {
    setItems([]);
    if (session === null) return;
    const abort = new AbortController();
    void callApi("GET /api/strategies", { signal: abort.signal }).then((called) => {
      if (!called.ok) return;
      const toItem = ({ id, title, product }: (typeof called.value.strategies)[number]) => ({
        id: `strategy-${id}`,
        label: say("Compare {id} on this session", { id }),
        note: title,
        words: say("{title} {name} strategy", { title, name: product.name }),
        href: `/sessions/${session}/compare?s=1.${id}`,
      });
      setItems(called.value.strategies.map(toItem));
    });
    return () => abort.abort();
  }, [session, say]);
  return items;
}
