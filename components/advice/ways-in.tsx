import type { Route } from "next";
import Link from "next/link";
import { LazyDialog } from "@/components/ui/lazy-dialog";
import { useSay } from "@/components/words/words-provider";

const MIDDLEWARE = `import { createWinnow } from "winnow/ai-sdk";
const winnow = createWinnow({ model: "gpt-5" });
wrapLanguageModel({ model, middleware: winnow.middleware })`;

const ROUTE = "POST /api/compress";

/** How to put Winnow between an agent and its model: code for the reader's own loop, the API for everything else. */
export function WaysIn() {
  const say = useSay();
  const opener = (
    <button type="button" className="text-acc underline-offset-2 hover:underline">
      {say("How to put Winnow in the loop")}
    </button>
  );
  return (
    <LazyDialog opener={opener} title={say("How to put Winnow in the loop")} className="max-w-160">
      {() => (
        <dl className="space-y-3 px-4 py-3 text-small">
          <div>
            <dt className="font-semibold">{say("Middleware: AI SDK, LangChain, your own loop")}</dt>
            <dd>
              <pre className="mt-1 whitespace-pre-wrap rounded-chip border border-line2 bg-s2 px-2 py-1 font-mono text-code">
                {MIDDLEWARE}
              </pre>
            </dd>
          </div>
          <div>
            <dt className="font-semibold">{say("API: any client that sends its own prompt")}</dt>
            <dd>
              <code className="font-mono">{ROUTE}</code>{" "}
              <Link href={"/api-docs" as Route} className="text-acc">
                {say("Documentation and playground")}
              </Link>
            </dd>
          </div>
        </dl>
      )}
    </LazyDialog>
  );
}
