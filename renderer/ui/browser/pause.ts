/** Yields to input and painting between two steps of long work. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
