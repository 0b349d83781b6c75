/** A rule of the program itself was broken; no input can cause it. */
class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** Throws {@link InvariantError} when `condition` is false. */
export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}

/** Closes a switch over a union: a case that was forgotten does not compile. */
export function assertNever(value: never): never {
  throw new InvariantError(`unexpected value: ${JSON.stringify(value)}`);
}

/** The value itself; throws {@link InvariantError} when it is missing. For look-ups that cannot miss. */
export function required<Value>(value: Value | null | undefined, message: string): Value {
  if (value === null || value === undefined) throw new InvariantError(message);
  return value;
}
