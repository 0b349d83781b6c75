/**
 * What was made last, for so many milliseconds; then it is made anew. Whoever asks while it is made has it too. What fails
 * is made again by the next who asks. `now` is a clock that never goes back, in milliseconds.
 */
export function forAMoment<Value>(
  milliseconds: number,
  make: () => Promise<Value>,
  now: () => number = () => performance.now(),
): () => Promise<Value> {
  let made: { readonly at: number; readonly value: Promise<Value> } | null = null;
  return () => {
    if (made !== null && now() - made.at < milliseconds) return made.value;
    const mine = { at: now(), value: make() };
    made = mine;
    mine.value.catch(() => {
      if (made === mine) made = null;
    });
    return mine.value;
  };
}
