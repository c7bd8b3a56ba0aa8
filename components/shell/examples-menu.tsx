"use client";
import { BookOpen, ChevronDown } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useMay } from "@/components/shell/access";
import { Button } from "@/components/ui/button";
import { LazyMenu } from "@/components/ui/lazy-menu";
import { useSay } from "@/components/words/words-provider";

const load = () => import("./examples-list").then((module) => module.ExamplesList);

/**
 * Choosing an example imports it, unless the library has it already, and opens it: the built-in session as such, an example
 * of an article in Compare with its strategies run. A reader whose key adds no sessions gets no menu.
 */
export function ExamplesMenu() {
  const mayAdd = useMay("POST /api/example");
  const say = useSay();
  const router = useRouter();
  const [state, setState] = useState<{ isBusy: boolean; said: string | null }>({ isBusy: false, said: null });
  const open = async (address: () => Promise<string>) => {
    setState({ isBusy: true, said: null });
    try {
      router.push((await address()) as never);
      setState({ isBusy: false, said: null });
    } catch (error) {
      setState({ isBusy: false, said: (error as Error).message });
    }
  };
  if (!mayAdd) return null;
  return (
    <LazyMenu
      load={load}
      menu={{ onOpen: (address: () => Promise<string>) => void open(address) }}
      trigger={
        <Button
          size="sm"
          disabled={state.isBusy}
          title={state.said ?? undefined}
          className="max-sm:size-7 max-sm:border-transparent max-sm:px-0 max-sm:text-tx2"
        >
          <BookOpen aria-hidden className="sm:hidden" />
          <span className="max-sm:sr-only">{state.isBusy ? say("Opening…") : say("Examples")}</span>
          <ChevronDown aria-hidden className="max-sm:hidden" />
        </Button>
      }
    />
  );
}
