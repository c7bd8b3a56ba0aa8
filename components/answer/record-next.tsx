import type { Route } from "next";
import Link from "next/link";
import { InstallFirst } from "@/components/record/install-first";
import { useSay } from "@/components/words/words-provider";
import type { CostCause } from "@/lib/api/schemas/cost-answer";
import { RequestLinks } from "./request-link";
import { SettingBox } from "./setting-box";

/** Explains how to record what the log lacks, and links to the affected requests. */
export function RecordNext({ id, cause, onOpen }: { id: string; cause: CostCause; onOpen: () => void }) {
  const say = useSay();
  return (
    <div className="min-h-0 space-y-3 overflow-y-auto px-4 py-3 text-small">
      <p>
        {say(
          "The client's log leaves out the tools and system prompt, so two prompts cannot be compared in full. A recording of the calls contains both.",
        )}
      </p>
      <RequestLinks id={id} cause={cause} onOpen={onOpen} />
      {cause.setting ? <SettingBox setting={cause.setting} /> : null}
      <p className="text-tx2">
        {cause.setting
          ? say(
              "Run this in a terminal instead of the client's own command. Its settings stay unchanged, and no key is stored.",
            )
          : say(
              "Run winnow record --upstream with the provider's address, or save the calls as a HAR file and import it here.",
            )}
      </p>
      <InstallFirst />
      <p>
        <Link href={"/record" as Route} className="text-acc underline">
          {say("What is stored, and running recordings")}
        </Link>
      </p>
    </div>
  );
}
