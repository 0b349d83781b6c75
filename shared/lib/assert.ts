/** An error of the program itself, which no input can cause. */
class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** Throws {@link InvariantError} if `condition` is false. */
export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}

/** Ends a switch over a union type. A missing case is a type error. */
export function assertNever(value: never): never {
  throw new InvariantError(`unexpected value: ${JSON.stringify(value)}`);
}

/** Returns the value. Throws {@link InvariantError} if the value is missing. Use it for lookups that must succeed. */
export function required<Value>(value: Value | null | undefined, message: string): Value {
  if (value === null || value === undefined) throw new InvariantError(message);
  return value;
}
