"use client";
import dynamic from "next/dynamic";

/** The code of the page for a damaged database is loaded only if it is shown. */
export const DamagedNotice = dynamic(() => import("./damaged-database").then((module) => module.DamagedDatabase));
