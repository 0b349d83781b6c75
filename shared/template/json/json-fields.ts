import { type Statement, statement } from '../../statements/statement.ts';
import { shortened } from '../../statements/wording.ts';
import { type Problem, type ProblemCode, problemOf } from '../document/problem.ts';
import { forbiddenCharacter } from '../document/xml-characters.ts';

/** Nobody mends more before reading again. */
const MOST_PROBLEMS = 100;

/** Collects what is wrong with a JSON value while it is read. */
export interface JsonProblems {
  add(path: string, says: Statement, code?: ProblemCode): void;
  /** Whether nothing further is worth reading. */
  isFull(): boolean;
  list(): readonly Problem[];
}

export function createJsonProblems(): JsonProblems {
  const problems: Problem[] = [];
  const isFull = () => problems.length >= MOST_PROBLEMS;
  return {
    add: (path, says, code = 'json/not-a-template') => {
      if (isFull()) return;
      problems.push(problemOf({ code, says }, { line: null, column: null, path, range: null }));
    },
    isFull,
    list: () => problems,
  };
}

/** An object as `JSON.parse` makes it; null for anything else. */
export function asObject(value: unknown): ReadonlyMap<string, unknown> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  // A map, so that no name of the input (`__proto__`, `constructor`) means anything to the language.
  return new Map(Object.entries(value));
}

/** Logs the fields that are none of the allowed ones: what is not understood would be lost. */
export function refuseOtherFields(
  object: ReadonlyMap<string, unknown>,
  allowed: readonly string[],
  path: string,
  problems: JsonProblems,
): void {
  for (const name of object.keys()) {
    if (problems.isFull()) return;
    if (!allowed.includes(name))
      problems.add(path, statement('json/unknown-field', { name: shortened(name), fields: allowed }));
  }
}

/** A list, or an empty one where it is absent or (logged) something else. */
export function asList(value: unknown, path: string, problems: JsonProblems): readonly unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  problems.add(path, statement('json/no-list'));
  return [];
}

/** A text that XML can hold; null (logged) for anything else. */
export function asText(value: unknown, path: string, problems: JsonProblems): string | null {
  if (typeof value !== 'string') {
    problems.add(path, statement('json/no-text'));
    return null;
  }
  const forbidden = forbiddenCharacter(value);
  if (forbidden === null) return value;
  problems.add(path, statement('json/forbidden-character', { character: forbidden }));
  return null;
}

/** A comment's text; null (logged) for what no XML comment can hold. */
export function asComment(value: unknown, path: string, problems: JsonProblems): string | null {
  const text = asText(value, path, problems);
  if (text === null || !/--|-$|\r/.test(text)) return text;
  problems.add(path, statement('json/bad-comment'));
  return null;
}
