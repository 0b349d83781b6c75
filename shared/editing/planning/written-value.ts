import { err, ok, type Result } from '../../lib/result.ts';
import { type Statement, statement } from '../../statements/statement.ts';
import type { StatementIn } from '../../statements/statement-in.ts';
import type { SubjectStatements } from '../../statements/templates/edit-statements.ts';
import { shortened } from '../../statements/wording.ts';
import { attributeValue, type ElementNode } from '../../template/document/document.ts';
import { formatPlaceholder, parseValue } from '../../template/placeholders/placeholder.ts';
import { specOf } from '../../template/tables/attribute-lookup.ts';
import { frames } from '../../template/values/frame-rate.ts';
import { isBrandVariable } from '../../template/variables/variable-uses.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import { attributeTerm } from './labels.ts';
import { attributeEdits, type Planning } from './planning.ts';

type Subject = StatementIn<SubjectStatements>;

/**
 * How an attribute is written that shall have a value, without destroying a placeholder that it holds.
 *
 * The rule: a fixed value is replaced. Where the whole value is one placeholder, its default is replaced, so that
 * `${length, 60}` becomes `${length, 48}`; but only when that is seen and harms nothing else: the variable has no sample
 * value that goes before the default, and is used nowhere else. All other placeholders are kept: the change is refused,
 * and the statement says what to do. `what` is what it is about.
 */
export function writtenValue(
  planning: Planning,
  element: ElementNode,
  attribute: string,
  value: string,
  what: Subject,
): Result<string, Statement> {
  const current = attributeValue(element, attribute);
  if (current === undefined || !current.includes('${')) return ok(value);
  const { pieces, faults } = parseValue(current);
  const [only] = pieces;
  if (faults.length > 0) return err(statement('edit/malformed', { what }));
  if (only?.kind !== 'placeholder' || pieces.length > 1) return err(statement('edit/put-together', { what }));
  const { name } = only;
  const sample = planning.values.get(name);
  const variable = shortened(name);
  if (sample !== undefined)
    return err(statement(isBrandVariable(name) ? 'edit/set-by-brand' : 'edit/set-by-data-set', { what, variable }));
  const uses = planning.scan().uses.filter((use) => use.name === name).length;
  if (uses > 1) return err(statement('edit/shared-variable', { what, variable, places: uses }));
  return ok(formatPlaceholder({ kind: 'placeholder', name, default: value, options: only.options }));
}

/** The edits that give an attribute a value by the rule of {@link writtenValue}. */
export function valueEdits(
  planning: Planning,
  element: ElementNode,
  attribute: string,
  value: string,
  what: Subject,
): Result<readonly DocumentEdit[], Statement> {
  const written = writtenValue(planning, element, attribute, value, what);
  return written.ok ? ok(attributeEdits(element, attribute, written.value)) : written;
}

/** What refusals call a time of an element. */
export function subjectOf(planning: Planning, element: ElementNode, name: string): Subject {
  return statement('subject/time', { attribute: attributeTerm(planning, element, name) });
}

/**
 * A time as the editor shows it, with the values of variables put in; null where none is written and none holds without
 * it.
 */
export function readTime(planning: Planning, element: ElementNode, name: string): Result<number | null, Statement> {
  const what = subjectOf(planning, element, name);
  const spec = specOf(element, name, null, planning.language);
  if (spec === null) return err(statement('edit/no-time', { what }));
  const text = planning.resolved(element, name);
  if (text === undefined && 'default' in spec.absent) return ok(countOf(spec.absent.default));
  if (text?.kind !== 'text') return err(statement('edit/no-value', { what }));
  const parsed = spec.type.parse(text.text, planning.rate());
  return parsed.ok
    ? ok(countOf(parsed.value))
    : err(statement('edit/unreadable-value', { what, reason: parsed.error }));
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/** {@link readTime} of one that always has a value: it is required, or a number holds without it. */
export function requireTime(planning: Planning, element: ElementNode, name: string): Result<number, Statement> {
  const time = readTime(planning, element, name);
  if (!time.ok) return time;
  if (time.value !== null) return ok(time.value);
  return err(statement('edit/no-value', { what: subjectOf(planning, element, name) }));
}

/** The edits that give a time, always as a bare number of frames; an in-point of zero is not written anew. */
export function timeEdits(
  planning: Planning,
  element: ElementNode,
  name: string,
  count: number,
): Result<readonly DocumentEdit[], Statement> {
  const now = readTime(planning, element, name);
  if (now.ok && now.value === count) return ok([]);
  return valueEdits(planning, element, name, String(frames(count)), subjectOf(planning, element, name));
}

/** Whether a time is given by variables, in part or whole. */
export function isVariable(element: ElementNode, attribute: string): boolean {
  return attributeValue(element, attribute)?.includes('${') ?? false;
}
