"use client";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { reportServerAway } from "@/components/api/server-away";

/**
 * A component whose code is loaded by its `preload`, or when it is first rendered; `place` keeps its place until then.
 * Unlike a component made by `dynamic`, it appears as soon as its code is there: React shows a fallback for 300 ms even
 * if the code arrives earlier.
 */
export function loadLater<Props extends object>(load: () => Promise<ComponentType<Props>>, place: ReactNode = null) {
  let loaded: ComponentType<Props> | null = null;
  const preload = async () => {
    loaded ??= await load();
    return loaded;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, outside components
  function Later(props: Props) {
    const [Component, setComponent] = useState(() => loaded);
    useEffect(() => {
      if (Component === null) preload().then((component) => setComponent(() => component), reportServerAway);
    }, [Component]);
    return Component === null ? place : <Component {...props} />;
  }
  return Object.assign(Later, { preload });
}
