/** How large a template may be, in whichever spelling. Beyond a limit it is refused, and the limit is named. */
export const limits = {
  /** Of the text as UTF-8. */
  bytes: 5 * 1024 * 1024,
  /** Elements inside one another, the root included. */
  depth: 64,
  elements: 100_000,
  scenes: 10_000,
  /** Length of the film, and of any time in it. */
  seconds: 24 * 3600,
} as const;
