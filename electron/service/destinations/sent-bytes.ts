/** Adds up what parallel requests have sent; a part that is sent again does not take the sum back. */
export function sentBytes(onProgress: ((bytes: number) => void) | undefined): (part: number, sent: number) => void {
  const byPart = new Map<number, number>();
  let total = 0;
  return (part, sent) => {
    const before = byPart.get(part) ?? 0;
    if (sent <= before) return;
    byPart.set(part, sent);
    total += sent - before;
    onProgress?.(total);
  };
}
