/** An error in the program itself; no input can cause it. */
class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** Throws {@link InvariantError} if `condition` is false. */
export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}

/** Ends a switch over a union type. A missing case does not compile. */
export function assertNever(value: never): never {
  throw new InvariantError(`unexpected value: ${JSON.stringify(value)}`);
}

/** Returns the value; throws {@link InvariantError} if it is missing. For lookups that cannot fail. */
export function required<Value>(value: Value | null | undefined, message: string): Value {
  if (value === null || value === undefined) throw new InvariantError(message);
  return value;
}
