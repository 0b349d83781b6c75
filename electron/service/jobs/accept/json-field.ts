import { statement } from '#shared/statements/statement.ts';
import { limits } from '#shared/template/document/limits.ts';
import { formatDecimal } from '#shared/template/values/decimal.ts';
import { parseAsWritten } from '#shared/template/values/json-numbers.ts';
import { fieldIssue } from '../../errors/issues.ts';
import type { Issue } from '../../errors/service-error.ts';

const INVALID = 'render/invalid';

/** Nobody mends more before sending again. */
const MOST_ISSUES = 1000;

/**
 * The value of a form field that is JSON; null where it is not sent or no JSON, which is then added to `issues` with
 * its line and column. The parser's own words may quote the text, which may hold a key, so they are not repeated.
 */
export function readJsonField(text: string | undefined, path: string, issues: Issue[]): unknown {
  if (text === undefined || text.trim() === '') return null;
  if (hasMoreCommas(text, MOST_COMMAS)) {
    issues.push(fieldIssue(INVALID, path, statement('field/too-many-values', { field: path, most: MOST_COMMAS })));
    return null;
  }
  try {
    return parseAsWritten(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    issues.push({
      ...fieldIssue(INVALID, path, statement('field/not-json', { field: path })),
      ...placeOf(error, text),
    });
    return null;
  }
}

/** Far more than any field needs; parsing hundreds of thousands of names would keep others waiting. */
const MOST_COMMAS = 2 * limits.givenValues;

/** Whether JSON has more commas outside its texts. */
function hasMoreCommas(json: string, most: number): boolean {
  let isText = false;
  let commas = 0;
  for (let at = 0; at < json.length && commas <= most; at++) {
    const unit = json.charCodeAt(at);
    if (unit === 0x22) isText = !isText;
    else if (unit === 0x5c && isText) at++;
    else if (unit === 0x2c && !isText) commas += 1;
  }
  return commas > most;
}

/** V8 ends most of its messages with the place: "… at position 15 (line 2 column 3)"; not that of a text cut off. */
function placeOf({ message }: SyntaxError, text: string): Pick<Issue, 'line' | 'column'> {
  const place = /\(line (\d+) column (\d+)\)/.exec(message);
  if (place !== null) return { line: Number(place[1]), column: Number(place[2]) };
  if (!message.startsWith('Unexpected end')) return { line: null, column: null };
  const lines = text.split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

/** Values by name, of an object of texts, numbers, and true or false; what is something else is added to `issues`. */
export function variablesIn(value: unknown, path: string, issues: Issue[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    issues.push(fieldIssue(INVALID, path, statement('field/no-object', { field: path })));
    return values;
  }
  const names = Object.keys(value);
  if (names.length > limits.givenValues) {
    issues.push(
      fieldIssue(
        INVALID,
        path,
        statement('field/more-values-than-allowed', { field: path, count: names.length, most: limits.givenValues }),
      ),
    );
    return values;
  }
  for (const [name, each] of Object.entries(value)) {
    if (issues.length >= MOST_ISSUES) break;
    if (typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean')
      values.set(name, typeof each === 'number' ? formatDecimal(each) : String(each));
    else {
      const shown = name.slice(0, 255);
      issues.push(fieldIssue(INVALID, `${path}.${shown}`, statement('field/value-of-no-simple-kind', { name: shown })));
    }
  }
  return values;
}
