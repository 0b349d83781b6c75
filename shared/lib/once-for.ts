/** Memoizes a function of immutable objects. It computes the result once per object. */
export function onceFor<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const cache = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached.value;
    const value = compute(key);
    cache.set(key, { value });
    return value;
  };
}
