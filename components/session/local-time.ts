import type { Say } from "@/lib/wording/say";

/* Times in the reader's time zone. The server does not know it, so callers must suppress the hydration warning. */

const valid = (time: string | null | undefined): Date | null => {
  const at = new Date(time ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at;
};
const two = (value: number) => `${value}`.padStart(2, "0");

/** `10:56` */
export function clockMinutes(time: string | null | undefined): string {
  const at = valid(time);
  return at ? `${two(at.getHours())}:${two(at.getMinutes())}` : "";
}

/** `10:56:07` */
export function clockSeconds(time: string | null | undefined): string {
  const at = valid(time);
  return at ? `${clockMinutes(time)}:${two(at.getSeconds())}` : "";
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const day = (at: Date, say: Say) =>
  say.language === "zh"
    ? `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
    : `${at.getDate()} ${MONTHS[at.getMonth()]} ${at.getFullYear()}`;

/** `8 Feb 2026, 09:16 – 23:03`; both days if they differ. */
export function timeSpan(from: string | null, to: string | null, say: Say): string {
  const start = valid(from);
  const end = valid(to);
  if (!start) return say("time unknown");
  const opening = `${day(start, say)}, ${clockMinutes(from)}`;
  if (!end || end.getTime() === start.getTime()) return opening;
  return `${opening} – ${day(start, say) === day(end, say) ? "" : `${day(end, say)}, `}${clockMinutes(to)}`;
}

/** `4.2s`, `19s`, `3m`: for a column 36 px wide. */
export function shortDuration(from: string | null, to: string | null): string {
  const start = valid(from);
  const end = valid(to);
  if (!start || !end) return "–";
  const seconds = (end.getTime() - start.getTime()) / 1000;
  if (seconds < 0) return "–";
  if (seconds < 9.95) return `${seconds.toFixed(1)}s`;
  if (seconds < 99.5) return `${Math.round(seconds)}s`;
  return seconds < 5970 ? `${Math.round(seconds / 60)}m` : `${Math.round(seconds / 3600)}h`;
}
