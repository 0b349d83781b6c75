/** Reads the bytes of a response; null if there are more than `most`, and then it stops reading. */
export async function bytesUpTo(answer: Response, most: number): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = answer.body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (next?.value === undefined) break;
    length += next.value.length;
    if (length > most) {
      await reader?.cancel();
      return null;
    }
    pieces.push(next.value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
