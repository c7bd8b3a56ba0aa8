"use client";
import { Upload } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useSay } from "@/components/words/words-provider";
import { filesOfInput } from "./read-dropped";
import type { NamedFile } from "./send-files";

type Props = {
  onFiles: (files: readonly NamedFile[]) => void;
  onPaste: () => void;
  /** Titles of importable formats; only passed on the first-run page, whose zone is large. */
  formats?: readonly string[];
};

/** The dashed zone with buttons for importing without a mouse; files can be dropped anywhere on the page. */
export function BringYourOwn({ onFiles, onPaste, formats }: Props) {
  const say = useSay();
  const isLarge = formats !== undefined;
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement) => {
    onFiles(filesOfInput(input.files));
    input.value = "";
  };
  return (
    <div
      className={cn(
        "flex flex-col items-center justify-center gap-2 rounded-control border border-ctl border-dashed px-4 text-center",
        isLarge ? "min-h-36 py-5" : "py-4",
      )}
    >
      {isLarge ? <Upload aria-hidden className="size-4 stroke-[1.75] text-tx2" /> : null}
      <p className={isLarge ? "font-semibold text-base" : "text-small text-tx2"}>
        {say("Drop files or folders anywhere")}
      </p>
      {isLarge ? (
        <details className="max-w-[56em] text-small text-tx2">
          <summary className="cursor-pointer">
            {say("Works with {count} formats, recognised by their content", { count: formats.length })}
          </summary>
          <p lang="en" className="pt-2">
            {formats.join(" · ")}
          </p>
        </details>
      ) : null}
      <div className="flex flex-wrap justify-center gap-2">
        <Button size={isLarge ? "md" : "sm"} onClick={() => files.current?.click()}>
          {say("Files")}
        </Button>
        <Button size={isLarge ? "md" : "sm"} onClick={() => folder.current?.click()}>
          {say("Folder")}
        </Button>
        <Button size={isLarge ? "md" : "sm"} onClick={onPaste}>
          {say("Paste JSON")}
        </Button>
      </div>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={say("Files to import")}
        data-testid="file-input"
        onChange={(event) => take(event.currentTarget)}
      />
      <input
        ref={folder}
        type="file"
        hidden
        aria-label={say("Folder to import")}
        {...{ webkitdirectory: "" }}
        onChange={(event) => take(event.currentTarget)}
      />
    </div>
  );
}
