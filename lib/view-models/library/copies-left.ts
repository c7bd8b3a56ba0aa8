import type { Deletion } from "@/lib/api/schemas/deletion";
import { formatDay } from "../../wording/format-day";
import { english, type Say } from "../../wording/say";

/** Which database backups still contain a session or project that was deleted for good. */
export function copiesLeft(title: string, { backups }: Pick<Deletion, "backups">, say: Say = english): string {
  if (backups === null)
    return say(
      "“{title}” is deleted for good. Winnow does not make the backups of this PostgreSQL database; they may still contain it.",
      { title },
    );
  const newest = backups
    .map(({ created_at }) => created_at)
    .sort()
    .at(-1);
  if (newest === undefined)
    return say("“{title}” is deleted for good. No copy of the database made by Winnow contains it.", { title });
  return say(
    "“{title}” is deleted for good. {count, plural, one {# copy of the database, made on {day}, still contains it} other {# copies of the database still contain it; the newest was made on {day}}}. Winnow keeps the newest five copies, so each copy disappears once there are five newer ones. You can also delete it yourself from the folder “backups” in the data directory.",
    { title, count: backups.length, day: formatDay(newest, "day", say) },
  );
}
