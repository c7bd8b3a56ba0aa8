"use client";
import { ChevronDown } from "lucide-react";
import { usePathname } from "next/navigation";
import { Button } from "@/components/ui/button";
import { LazyMenu } from "@/components/ui/lazy-menu";
import { useSay } from "@/components/words/words-provider";
import { pageOf } from "./page-links";

const load = () => import("./pages-list").then((module) => module.PagesList);

/** On a phone, one button with the name of the present page in place of the links. */
export function PagesMenu() {
  const say = useSay();
  const current = pageOf(usePathname());
  return (
    <LazyMenu
      load={load}
      menu={{ current: current?.href ?? null }}
      trigger={
        <Button
          size="sm"
          aria-label={say("Pages, now {label}", { label: current ? say.known(current.label) : say("a session") })}
        >
          {current ? say.known(current.label) : say("Pages")}
          <ChevronDown aria-hidden />
        </Button>
      }
    />
  );
}
