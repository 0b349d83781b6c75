const NAME = /^[\p{L}\p{M}\p{N}_.-]+$/u;

/** Whether a variable may be called so: letters and digits of any script, `_`, `-` and `.`. */
export function isVariableName(name: string): boolean {
  return NAME.test(name);
}
