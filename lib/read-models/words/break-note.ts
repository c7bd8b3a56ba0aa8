import type { DivergedBlock } from "../../cache/divergence";
import { formatCompaction, formatGap, formatWholeThousands } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";
import type { BreakNote } from "../break-cards";

/** A break in a few words, for a list row. */
export function breakNote(note: BreakNote, say: Say = english): string {
  switch (note.id) {
    case "idle":
      return note.life === null
        ? say("{time} pause", { time: formatGap(note.gap, say) })
        : say("{gap} pause, entries live {tier}", {
            gap: formatGap(note.gap, say),
            tier: formatGap(note.life, say),
          });
    case "compaction":
      return formatCompaction(note.before, note.after);
    case "model-switch":
      return `${note.from ?? say("another model")} → ${note.to ?? say("unnamed")}`;
    case "block":
      return `${nameOfBlock(note.block, say)} ${say(note.change)}`;
    case "read":
      return note.tokens === 0
        ? say("read 0, not even the start")
        : say("read fell to {read}", { read: formatWholeThousands(note.tokens) });
  }
}

/** A captured block's name, derived from its id. */
export const nameOfBlock = ({ id, kind }: Pick<DivergedBlock, "id" | "kind">, say: Say = english): string =>
  id.startsWith(kind) ? id : id.startsWith("tool:") ? say("tool {name}", { name: id.slice(5) }) : `${say(kind)} ${id}`;
