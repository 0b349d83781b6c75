/** Memoizes a function of immutable objects: the result is computed once per object. */
export function onceFor<Thing extends object, Answer>(make: (thing: Thing) => Answer): (thing: Thing) => Answer {
  const known = new WeakMap<Thing, { readonly answer: Answer }>();
  return (thing) => {
    const before = known.get(thing);
    if (before !== undefined) return before.answer;
    const answer = make(thing);
    known.set(thing, { answer });
    return answer;
  };
}
