"use client";
import { ChevronDown } from "lucide-react";
import { usePathname } from "next/navigation";
import { Button } from "@/components/ui/button";
import { LazyMenu } from "@/components/ui/lazy-menu";
import { useSay } from "@/components/words/words-provider";
import { pageOf } from "./page-links";

const load = () => import("./pages-list").then((module) => module.PagesList);

/** On a phone, one button with the name of the present page in place of the links; a session has its title below. */
export function PagesMenu() {
  const say = useSay();
  const path = usePathname();
  const current = pageOf(path);
  const isSession = path.startsWith("/sessions/");
  const label = isSession ? say("a session") : current ? say.known(current.label) : say("Not found");
  return (
    <LazyMenu
      load={load}
      menu={{ current: current?.href ?? null }}
      trigger={
        <Button size="sm" aria-label={say("Pages, now {label}", { label })}>
          {isSession ? say("Pages") : label}
          <ChevronDown aria-hidden />
        </Button>
      }
    />
  );
}
