/** Lets input and drawing go on between two steps of long work. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
