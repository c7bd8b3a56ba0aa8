"use client";
import { useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { type ApiCall, SNIPPET_LANGUAGES, type SnippetLanguage, snippetOf } from "@/lib/view-models/api-docs-snippets";
import { CodeBox } from "./code-box";

const SEGMENTS = SNIPPET_LANGUAGES.map((value) => ({ value, label: value }));

/** The call of the playground as code to copy. */
export function Snippets({ call }: { call: ApiCall }) {
  const [language, setLanguage] = useState<SnippetLanguage>("curl");
  const code = snippetOf(language, call);
  return (
    <section aria-label="The same call as code" className="mt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SegmentedControl label="Language" value={language} onValueChange={setLanguage} segments={SEGMENTS} />
        <CopyButton key={language} size="sm" label={`Copy ${language}`} text={code} />
      </div>
      <CodeBox label={`The call in ${language}`} text={code} />
    </section>
  );
}
