"use client";
import { type ReactElement, useState } from "react";
import { useReaderSettings } from "@/components/shell/reader-settings";
import { copyText } from "@/components/ui/copy-text";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useSay } from "@/components/words/words-provider";
import { EXPORT_GROUPS, type ExportPlace, exportHref, REDACTIONS, type Redaction } from "./export-links";

/** The link to this place, and the export formats. Secrets stay unless the reader chooses to redact them; the imported file is never changed. */
export function ExportList({ trigger, ...place }: ExportPlace & { trigger: ReactElement }) {
  const say = useSay();
  const [redaction, setRedaction] = useState<Redaction>(useReaderSettings().redact_exports);
  const [copied, setCopied] = useState<string | null>(null);
  /** The menu stays open to show the outcome. */
  const copyLink = (event: Event) => {
    event.preventDefault();
    copyText(window.location.href).then((isCopied) => setCopied(isCopied ? say("Copied") : say("Could not copy")));
  };
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-h-(--radix-dropdown-menu-content-available-height) w-72">
        <DropdownMenuItem onSelect={copyLink}>{copied ?? say("Copy link")}</DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuLabel>{say("Secrets in the export (best effort: known formats only)")}</DropdownMenuLabel>
        <DropdownMenuRadioGroup value={redaction} onValueChange={(value) => setRedaction(value as Redaction)}>
          {REDACTIONS.map(({ value, label }) => (
            <DropdownMenuRadioItem key={value} value={value} onSelect={(event) => event.preventDefault()}>
              {say(label)}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <DropdownMenuItem asChild>
          <a href={exportHref(place, "session", "redactions", redaction)} download>
            {say("List what would be redacted")}
          </a>
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        {EXPORT_GROUPS.map((group) => (
          <div key={group.title}>
            <DropdownMenuLabel>{say(group.title)}</DropdownMenuLabel>
            {group.items.map((item) => (
              <DropdownMenuItem key={`${item.format} ${group.part}`} asChild>
                <a href={exportHref(place, group.part, item.format, redaction)} download>
                  {say.known(item.label)}
                </a>
              </DropdownMenuItem>
            ))}
            <DropdownMenuSeparator />
          </div>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
