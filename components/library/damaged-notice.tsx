"use client";
import dynamic from "next/dynamic";

/** Loads the damaged-database page only if it is shown. */
export const DamagedNotice = dynamic(() => import("./damaged-database").then((module) => module.DamagedDatabase));
