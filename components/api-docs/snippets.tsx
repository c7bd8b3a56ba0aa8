"use client";
import { useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useSay } from "@/components/words/words-provider";
import {
  type ApiCall,
  SNIPPET_LANGUAGES,
  type SnippetLanguage,
  snippetOf,
} from "@/lib/view-models/api-docs/api-docs-snippets";
import { CodeBox } from "./code-box";

const SEGMENTS = SNIPPET_LANGUAGES.map((value) => ({ value, label: value }));

/** The call of the playground as code to copy. */
export function Snippets({ call }: { call: ApiCall }) {
  const say = useSay();
  const [language, setLanguage] = useState<SnippetLanguage>("curl");
  const code = snippetOf(language, call);
  return (
    <section aria-label={say("The same call as code")} className="mt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SegmentedControl
          label={say("Language of the code")}
          value={language}
          onValueChange={setLanguage}
          segments={SEGMENTS}
        />
        <CopyButton key={language} size="sm" label={say("Copy {language}", { language })} text={code} />
      </div>
      <CodeBox label={say("The call in {language}", { language })} text={code} />
    </section>
  );
}
