import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { PathnameContext, SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import type { ReactNode } from "react";
import { prerender } from "react-dom/static";
import { ShortcutProvider } from "@/components/shell/shortcut-provider";
import { TooltipProvider } from "@/components/ui/tooltip";
import { type HtmlNode, parseHtml } from "./html-tree";

const nothing = () => {};
const ROUTER = {
  back: nothing,
  forward: nothing,
  refresh: nothing,
  push: nothing,
  replace: nothing,
  prefetch: nothing,
};

/** A page as rendered by the server, inside the layout's providers. */
export async function renderPage(page: ReactNode): Promise<HtmlNode> {
  const { prelude } = await prerender(
    <AppRouterContext value={ROUTER as never}>
      <PathnameContext value="/">
        <SearchParamsContext value={new URLSearchParams()}>
          <NuqsTestingAdapter>
            <TooltipProvider>
              <ShortcutProvider>{page}</ShortcutProvider>
            </TooltipProvider>
          </NuqsTestingAdapter>
        </SearchParamsContext>
      </PathnameContext>
    </AppRouterContext>,
  );
  return parseHtml(await new Response(prelude).text());
}
