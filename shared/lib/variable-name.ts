const VARIABLE_NAME_PATTERN = /^[\p{L}\p{M}\p{N}_.-]+$/u;

/** Returns whether a text is a valid variable name: letters and digits of any script, `_`, `-`, and `.`. */
export function isVariableName(name: string): boolean {
  return VARIABLE_NAME_PATTERN.test(name);
}
