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
    "“{title}” is deleted for good. {count, plural, one {# copy of the database still contains it, made on {day}} other {# copies of the database still contain it, the newest made on {day}}}. Winnow keeps the newest five copies: a copy is removed once there are five newer ones, or when you delete it from the folder “backups” of the data directory.",
    { title, count: backups.length, day: formatDay(newest, "day", say) },
  );
}
