import { NOT_APPLICABLE_TEXT } from "./number-format";
import { english, type Say } from "./say";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * `10 Mar 2026`, in Chinese `2026-03-10`, optionally with the UTC time or without the day: the same on the server and in
 * every browser.
 */
export function formatDay(
  time: string | null,
  precision: "month" | "day" | "time" = "day",
  say: Say = english,
): string {
  const at = time === null ? Number.NaN : Date.parse(time);
  if (Number.isNaN(at)) return NOT_APPLICABLE_TEXT;
  const date = new Date(at);
  const iso = date.toISOString();
  if (precision === "month")
    return say.language === "zh" ? iso.slice(0, 7) : `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  const day =
    say.language === "zh"
      ? iso.slice(0, 10)
      : `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  return precision === "day" ? day : `${day} ${iso.slice(11, 16)}`;
}
