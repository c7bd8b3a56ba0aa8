"use client";
import dynamic from "next/dynamic";

/** The damaged-database page is loaded only if shown. */
export const DamagedNotice = dynamic(() => import("./damaged-database").then((module) => module.DamagedDatabase));
