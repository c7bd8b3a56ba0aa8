"use client";
import { ChevronDown } from "lucide-react";
import { usePathname } from "next/navigation";
import { Button } from "@/components/ui/button";
import { LazyMenu } from "@/components/ui/lazy-menu";
import { pageOf } from "./page-links";

const load = () => import("./pages-list").then((module) => module.PagesList);

/** On a phone, one button with the name of the present page in place of the links. */
export function PagesMenu() {
  const current = pageOf(usePathname());
  return (
    <LazyMenu
      load={load}
      menu={{ current: current?.href ?? null }}
      trigger={
        <Button size="sm" aria-label={`Pages, now ${current?.label ?? "a session"}`}>
          {current?.label ?? "Pages"}
          <ChevronDown aria-hidden />
        </Button>
      }
    />
  );
}
