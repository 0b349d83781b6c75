/** An object of CanvasKit's, whose memory nobody else gives back. */
export interface Deletable {
  delete(): void;
}

/** Has an object deleted when the work is done. */
export type Keep = <Kept extends Deletable>(object: Kept) => Kept;

/** Does work with objects of CanvasKit's and deletes them all behind it, the latest first, whatever happens. */
export function inScope<Value>(work: (keep: Keep) => Value): Value {
  const kept: Deletable[] = [];
  try {
    return work((object) => {
      kept.push(object);
      return object;
    });
  } finally {
    for (const object of kept.reverse()) object.delete();
  }
}
