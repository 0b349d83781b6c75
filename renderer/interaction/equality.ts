/**
 * Returns whether two values have the same content. Compares plain objects, arrays, maps, and sets by content, and
 * other values with `Object.is`. A property whose value is `undefined` counts as missing, as in JSON.
 */
export function isEqual(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((each, index) => isEqual(each, right[index]));
  if (left instanceof Map && right instanceof Map)
    return (
      left.size === right.size && [...left].every(([key, value]) => right.has(key) && isEqual(value, right.get(key)))
    );
  if (left instanceof Set && right instanceof Set)
    return left.size === right.size && [...left].every((each) => right.has(each));
  if (!isPlain(left) || !isPlain(right)) return false;
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => isEqual(left[name], right[name]));
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
