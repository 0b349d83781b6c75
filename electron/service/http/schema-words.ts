import type { z } from 'zod';

type SchemaIssue = z.ZodError['issues'][number];

/** What a schema finds wrong with a value, as a sentence that names its field. */
export function schemaSentence(issue: SchemaIssue): string {
  const path = issue.path.map(String).join('.');
  const field = path === '' ? 'The body' : `\`${path}\``;
  const words = wordsFor(issue);
  if (words !== null) return `${field} ${words}.`;
  return path === '' ? issue.message : `${path}: ${issue.message}`;
}

/** The end of the sentence; null where a schema has words of its own, or the library's will do. */
function wordsFor(issue: SchemaIssue): string | null {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message.endsWith('received undefined')) return 'is missing';
      return KINDS[issue.expected] === undefined ? null : `must be ${KINDS[issue.expected]}`;
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return 'must not be empty';
      return bound('at least', issue.origin, issue.minimum);
    case 'too_big':
      return bound('at most', issue.origin, issue.maximum);
    case 'unrecognized_keys':
      return `has fields that this call does not know: ${issue.keys.join(', ')}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    default:
      return null;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

function bound(which: 'at least' | 'at most', origin: string, limit: number | bigint): string | null {
  if (origin === 'number' || origin === 'int') return `must be ${which} ${limit}`;
  if (origin === 'string') return `must have ${which} ${limit} characters`;
  if (origin === 'array') return `must have ${which} ${limit} entries`;
  return null;
}
