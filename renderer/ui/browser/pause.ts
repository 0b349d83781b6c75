/** Yields to input and drawing between two steps of long work. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
