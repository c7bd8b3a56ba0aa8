export const replay = {
  fired: "触发",
} as const;
