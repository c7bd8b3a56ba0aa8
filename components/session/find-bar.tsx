"use client";
import { ChevronDown, ChevronUp, Search, X } from "lucide-react";
import { KIND_LABEL, KINDS } from "@/components/ui/content-kinds";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import type { Say } from "@/lib/wording/say";
import type { Find } from "./find";
import { ANY, isAsking } from "./find-parts";

/** The search bar. `unread`: number of listed messages not loaded yet; until then it never says "not found". */
export function FindBar({ find, unread }: { find: Find; unread: number }) {
  const say = useSay();
  const found = find.hits === 0 ? (unread > 0 ? say("none yet") : say("no match in these parts")) : hitText(find, say);
  const rest = unread > 0 ? say(", {count} messages still to read", { count: unread.toLocaleString("en") }) : "";
  const hits = isAsking(find.query, find.kind) ? `${found}${rest}` : "";
  return (
    <search className="flex h-10 shrink-0 items-center gap-2 border-line border-b px-4">
      <TextInput
        autoFocus
        className="max-w-72"
        icon={<Search />}
        aria-label={say("Find in this transcript")}
        placeholder={say("Find in this transcript")}
        value={find.query}
        onChange={(event) => find.setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") find.step(event.shiftKey ? -1 : 1);
          if (event.key === "Escape") find.close();
        }}
      />
      <Select
        label={say("Kind of content to find")}
        className="w-32 shrink-0"
        value={find.kind}
        onValueChange={(kind) => find.setKind(kind as Find["kind"])}
        options={[
          { value: ANY, label: say("every kind") },
          ...KINDS.filter((kind) => kind === find.kind || find.kinds.includes(kind)).map((kind) => ({
            value: kind,
            label: say(KIND_LABEL[kind]),
          })),
        ]}
      />
      <IconButton label={say("Previous")} shortcut="Shift Enter" onClick={() => find.step(-1)}>
        <ChevronUp aria-hidden />
      </IconButton>
      <IconButton label={say("Next")} shortcut="Enter" onClick={() => find.step(1)}>
        <ChevronDown aria-hidden />
      </IconButton>
      <span role="status" className="tabular truncate text-micro text-tx3">
        {hits}
      </span>
      <span className="ml-auto">
        <IconButton label={say("Close find")} shortcut="Esc" onClick={find.close}>
          <X aria-hidden />
        </IconButton>
      </span>
    </search>
  );
}

const hitText = ({ hits, current }: Find, say: Say) =>
  current < 0
    ? say("{count, plural, one {# part} other {# parts}}", { count: hits })
    : say("{current} of {hits} parts", { current: current + 1, hits });
