"use client";
import { useEffect } from "react";

/** Opens the folded entry that the address names. */
export function OpenTarget() {
  useEffect(() => {
    const open = () => {
      const entry = document.getElementById(window.location.hash.slice(1))?.closest("details");
      if (entry) entry.open = true;
    };
    open();
    window.addEventListener("hashchange", open);
    return () => window.removeEventListener("hashchange", open);
  }, []);
  return null;
}
