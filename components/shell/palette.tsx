"use client";
import { CornerDownLeft, FileText, Layers, Play, Search, Settings2, SquareTerminal } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { type ReactNode, useState } from "react";
import { CommandDialog, CommandGroup, CommandInput, CommandItem, CommandList } from "@/components/ui/command";
import { Kbd } from "@/components/ui/kbd";
import { formatTokens } from "@/lib/view-models/number-format";
import {
  PAGES,
  type PaletteGroup,
  type PaletteItem,
  paletteGroup,
  sessionItems,
  sessionOfPath,
} from "@/lib/view-models/palette";
import { SETTINGS_ITEMS } from "@/lib/view-models/settings-items";
import { useViewCommands } from "./shortcut-provider";
import { usePaletteSessions, usePaletteStrategies } from "./use-palette-answers";

type Action = PaletteItem & { readonly icon: ReactNode; readonly run?: () => void };
/** Lines of a group; with words typed there are more groups than room. */
const MOST = { typed: 5, empty: 8 } as const;

/** Finds pages, sessions, strategies, settings, and what can be done here; Enter opens or does it. */
export function Palette({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const groups = useGroups(typed.trim());
  const choose = ({ href, run }: Action) => {
    onClose();
    if (href) router.push(href as never);
    // The view must have the focus back before one of its commands runs.
    else if (run) setTimeout(run, 0);
  };
  const shown = groups.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <CommandDialog label="Search sessions, run a command" onClose={onClose}>
      <CommandInput autoFocus placeholder="Search sessions, run a command" value={typed} onValueChange={setTyped} />
      <CommandList>
        {groups.map(({ title, items, total }) => (
          <CommandGroup key={title} title={title} count={`${items.length} of ${formatTokens(total)}`}>
            {items.map((item) => (
              <CommandItem key={item.id} id={item.id} icon={item.icon} note={item.note} onSelect={() => choose(item)}>
                {item.label}
              </CommandItem>
            ))}
          </CommandGroup>
        ))}
        {shown === 0 ? <p className="px-3 py-4 text-small text-tx2">Nothing has these words.</p> : null}
      </CommandList>
      <p className="flex items-center gap-3 border-line2 border-t px-3 py-2 text-micro text-tx2">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> choose <Kbd>↵</Kbd> open <Kbd>Esc</Kbd> close
        <span className="tabular ml-auto">{shown} shown</span>
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

/** Typed words first find and search, then this session, the others, the rest; without words, what can be done here. */
function useGroups(typed: string): PaletteGroup<Action>[] {
  const session = sessionOfPath(usePathname());
  const [commands] = useState(useViewCommands()); // those of the moment at which the palette was opened
  const sessions = usePaletteSessions(typed);
  const strategies = usePaletteStrategies(session);
  const themes = useThemeActions();
  const most = typed === "" ? MOST.empty : MOST.typed;
  const here: Action[] = commands.map(({ does, group, key, run }) => ({
    id: `key-${group}-${key}`,
    label: does,
    note: key,
    words: group,
    icon: icon.key,
    run,
  }));
  const found = sessions && {
    title: typed === "" ? "Sessions" : "Sessions with these words",
    items: withIcon(sessions.items, icon.session),
    total: sessions.total,
  };
  const groups = [
    typed === "" ? null : { title: "Do", items: searchActions(typed, sessions?.total ?? null), total: 1 },
    session && paletteGroup("This session", withIcon(sessionItems(session), icon.page), typed, most),
    paletteGroup("On this page", here, typed, most),
    found && found.items.length > 0 ? found : null,
    paletteGroup("Pages", withIcon(PAGES, icon.page), typed, most),
    typed === "" ? null : paletteGroup("Strategies", withIcon(strategies, icon.strategy), typed, most),
    paletteGroup("Settings", [...withIcon(SETTINGS_ITEMS, icon.setting), ...themes], typed, typed === "" ? 4 : most),
  ];
  return groups.filter((group): group is PaletteGroup<Action> => Boolean(group));
}

function searchActions(typed: string, total: number | null): Action[] {
  const note = total === null ? "" : `${formatTokens(total)} found`;
  const href = `/?q=${encodeURIComponent(typed)}`;
  return [{ id: "search", label: `Search all transcripts for “${typed}”`, note, icon: icon.search, href }];
}

function useThemeActions(): Action[] {
  const { setTheme } = useTheme();
  const themes = [
    ["system", "as the system"],
    ["dark", "dark"],
    ["light", "light"],
  ] as const;
  return themes.map(([theme, name]) => ({
    id: `theme-${theme}`,
    label: `Theme: ${name}`,
    note: "setting",
    words: "appearance colour",
    icon: icon.run,
    run: () => setTheme(theme),
  }));
}
