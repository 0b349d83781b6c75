/**
 * Returns a function that adds up the bytes of parallel requests. The sum does not decrease when a part is sent again.
 */
export function sumSentBytes(onProgress: ((bytes: number) => void) | undefined): (part: number, sent: number) => void {
  const byPart = new Map<number, number>();
  let total = 0;
  return (part, sent) => {
    const previous = byPart.get(part) ?? 0;
    if (sent <= previous) return;
    byPart.set(part, sent);
    total += sent - previous;
    onProgress?.(total);
  };
}
