import * as z from "zod";
import { clientSettings } from "../schemas/client-setting";
import { modelChange, modelDetails, modelList, modelPatch } from "../schemas/model";
import { strategy, strategyList } from "../schemas/strategy";
import type { RouteTable } from "./route";

export const FACTS = {
  "GET /api/client-settings": {
    summary: "Settings for each client that match a policy, with source and date.",
    query: {
      strategy: z.string().describe("The id of a strategy."),
      trigger: z
        .int()
        .describe("It runs at a prompt of this many tokens; 0: at the strategy's own trigger, as for `winnow`."),
      floor: z.int().optional().describe("It cuts down to this many tokens."),
      window: z.int().optional().describe("The context window in tokens, for clients whose setting is a share of it."),
      client: z.string().optional().describe("The client of a session, listed first."),
    },
    answers: { 200: clientSettings },
  },
  "GET /api/strategies": {
    summary: "Every strategy: its behaviour, its model product, and its parameters ([strategies.md](strategies.md)).",
    answers: { 200: strategyList },
  },
  "GET /api/strategies/{id}": { summary: "One strategy.", answers: { 200: strategy } },
  "GET /api/models": {
    summary: "Windows, prices and cache rules in use, each with source and date ([models.md](models.md)).",
    answers: { 200: modelList },
  },
  "GET /api/models/{id}": {
    summary: "One model by any of its names, which may contain slashes, with your own row.",
    answers: { 200: modelDetails },
  },
  "PATCH /api/models/{id}": {
    summary: "Set fields of your own row for a model; sessions of that model are re-read.",
    body: modelPatch,
    answers: { 200: modelChange },
  },
  "DELETE /api/models/{id}": {
    summary: "Remove your own row for a model.",
    answers: { 200: modelChange },
  },
} as const satisfies RouteTable;
