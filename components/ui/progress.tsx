import { cn } from "./cn";

type Props = {
  label: string;
  /** 0 to 1; undefined if the total is unknown. */
  value?: number | undefined;
  className?: string;
};

/** A bar of 4 px. Write the figures (bytes, rows, rate, time left) next to it. */
export function Progress({ label, value, className }: Props) {
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={cn("h-1 w-full overflow-hidden rounded-swatch bg-s3", className)}
    >
      <div className="h-full bg-acc" style={{ width: percent === undefined ? "30%" : `${percent}%` }} />
    </div>
  );
}
