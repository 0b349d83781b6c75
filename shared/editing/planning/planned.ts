import { err, ok, type Result } from '../../lib/result.ts';
import type { SubjectMessage } from '../../messages/edits.en.ts';
import { type Message, message } from '../../messages/message.ts';
import { shortened } from '../../messages/quoting.ts';
import type { Term } from '../../messages/translation.ts';
import { attributeValue, type DocumentNode, type ElementNode } from '../../template/document/document.ts';
import { isBlank } from '../../template/document/names.ts';
import { formatPlaceholder, parseValue } from '../../template/placeholders/placeholder.ts';
import type { SubstitutedText } from '../../template/placeholders/substitute.ts';
import { specOf } from '../../template/tables/attribute-lookup.ts';
import { elementSpecOf } from '../../template/tables/language.ts';
import { type AttributeSpecs, permittedOptions } from '../../template/value-types/attribute-types.ts';
import { frames } from '../../template/values/frame-rate.ts';
import { isBrandVariable } from '../../template/variables/variable-uses.ts';
import { hasSpans, textsOf } from '../../template/variables/written-values.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { ValueName } from '../model/commands.ts';
import { type Selection, selectNodes } from '../model/selection.ts';
import { attributeEdits, attributeTerm, collect, type Plan, type Planning } from './planning.ts';

/**
 * Returns the plan with these edits, the label of the step, and the new selection. If the edits are an error, returns
 * the error.
 */
export function planned(edits: Result<readonly DocumentEdit[], Message>, label: Message, selection?: Selection): Plan {
  if (!edits.ok) return edits;
  return ok({ edits: edits.value, label, ...(selection !== undefined && { selection }) });
}

/** Returns the selection of these elements, with the first one as primary. Selects the movie if the list is empty. */
export function selectionOf(elements: readonly ElementNode[]): Selection {
  return selectNodes(elements.map(({ id }) => id));
}

/**
 * Returns the edits that enable or disable elements. Omits the default, which is enabled, and keeps variables
 * unchanged.
 */
export function switchEdits(
  planning: Planning,
  elements: readonly ElementNode[],
  enabled: boolean,
): Result<readonly DocumentEdit[], Message> {
  return collect(elements, (element) => {
    const now = planning.resolved(element, 'enabled');
    const isOn = now === undefined || (now.kind === 'text' && now.text.trim() === 'true');
    if (isOn === enabled) return ok([]);
    const edits = valueEdits(planning, element, 'enabled', String(enabled), message('subject/switch'));
    if (!edits.ok || !enabled) return edits;
    const [edit] = edits.value;
    return edit?.type === 'set-attribute' && edit.value === 'true' ? ok([{ ...edit, value: null }]) : edits;
  });
}

/** Returns the edits that move `element` among its siblings in `parent`. `index` is its new index. */
export function moveEdits(
  { index }: Planning,
  element: ElementNode,
  parent: ElementNode,
  siblings: readonly ElementNode[],
  at: number,
): readonly DocumentEdit[] {
  const others = { ...parent, children: parent.children.filter((child) => child !== element) };
  const target = childIndex(
    others,
    siblings.filter((sibling) => sibling !== element),
    at,
  );
  const currentParent = index.elements.get(element.id)?.parent;
  if (currentParent === parent && parent.children[target] === element) return [];
  return [{ type: 'move-node', node: element.id, parent: parent.id, index: target }];
}

/**
 * Converts an index in `siblings` to an index in `parent.children`. An index past the end becomes the index after the
 * last sibling.
 */
export function childIndex(parent: ElementNode, siblings: readonly ElementNode[], at: number): number {
  const target = siblings[Math.max(0, at)];
  if (target !== undefined) return parent.children.indexOf(target);
  const last = siblings.at(-1);
  return last === undefined ? parent.children.length : parent.children.indexOf(last) + 1;
}

type Subject = SubjectMessage;

/**
 * Returns the new text of an attribute. Preserves a placeholder in it.
 *
 * Replaces a fixed value. If the whole value is one placeholder, replaces its default: `${length, 60}` becomes
 * `${length, 48}`. Returns a message in these cases: a sample value hides the default, so the change would be
 * invisible; the variable has other uses, which would change, too; or the value is combined or malformed. The message
 * contains the solution. `what` is the subject of the message.
 */
export function writtenValue(
  planning: Planning,
  element: ElementNode,
  attribute: string,
  value: string,
  what: Subject,
): Result<string, Message> {
  const current = attributeValue(element, attribute);
  if (current === undefined || !current.includes('${')) return ok(value);
  const { pieces, faults } = parseValue(current);
  const [only] = pieces;
  if (faults.length > 0) return err(message('edit/malformed', { what }));
  if (only?.kind !== 'placeholder' || pieces.length > 1) return err(message('edit/put-together', { what }));
  const { name } = only;
  const sample = planning.values.get(name);
  const variable = shortened(name);
  if (sample !== undefined)
    return err(message(isBrandVariable(name) ? 'edit/set-by-brand' : 'edit/set-by-data-set', { what, variable }));
  const uses = planning.scan().uses.filter((use) => use.name === name).length;
  if (uses > 1) return err(message('edit/shared-variable', { what, variable, places: uses }));
  return ok(formatPlaceholder({ kind: 'placeholder', name, default: value, options: only.options }));
}

/** Returns the edits that set an attribute according to {@link writtenValue}. */
export function valueEdits(
  planning: Planning,
  element: ElementNode,
  attribute: string,
  value: string,
  what: Subject,
): Result<readonly DocumentEdit[], Message> {
  const written = writtenValue(planning, element, attribute, value, what);
  return written.ok ? ok(attributeEdits(element, attribute, written.value)) : written;
}

/** Returns the subject of error messages for a time of an element. */
export function subjectOf(planning: Planning, element: ElementNode, name: string): Subject {
  return message('subject/time', { attribute: attributeTerm(planning, element, name) });
}

/**
 * Returns a time after replacing its variables; null if the time is absent and has no default. Returns an error for an
 * unreadable time.
 */
export function readTime(planning: Planning, element: ElementNode, name: string): Result<number | null, Message> {
  const what = subjectOf(planning, element, name);
  const spec = specOf(element, name, null, planning.language);
  if (spec === null) return err(message('edit/no-time', { what }));
  const text = planning.resolved(element, name);
  if (text === undefined && 'default' in spec.absent) return ok(countOf(spec.absent.default));
  if (text?.kind !== 'text') return err(message('edit/no-value', { what }));
  const parsed = spec.type.parse(text.text, planning.rate());
  return parsed.ok ? ok(countOf(parsed.value)) : err(message('edit/unreadable-value', { what, reason: parsed.error }));
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/**
 * Returns a time like {@link readTime}, but returns an error if it has no value. Use it for times that are required or
 * whose default is a number.
 */
export function requireTime(planning: Planning, element: ElementNode, name: string): Result<number, Message> {
  const time = readTime(planning, element, name);
  if (!time.ok) return time;
  if (time.value !== null) return ok(time.value);
  return err(message('edit/no-value', { what: subjectOf(planning, element, name) }));
}

/** Returns the edits that set a time as a plain number of frames; empty if the time stays the same. */
export function timeEdits(
  planning: Planning,
  element: ElementNode,
  name: string,
  count: number,
): Result<readonly DocumentEdit[], Message> {
  const now = readTime(planning, element, name);
  if (now.ok && now.value === count) return ok([]);
  return valueEdits(planning, element, name, String(frames(count)), subjectOf(planning, element, name));
}

/** Returns whether an attribute contains variables. */
export function isVariable(element: ElementNode, attribute: string): boolean {
  return attributeValue(element, attribute)?.includes('${') ?? false;
}

/** Returns an attribute or the text of an element after replacing its variables. */
export function resolvedValue(planning: Planning, element: ElementNode, name: ValueName): SubstitutedText | undefined {
  return name === null ? planning.resolvedContent(element) : planning.resolved(element, name);
}

/**
 * Returns the edits that set an attribute or the text of an element. Returns an error if the element cannot have text,
 * or if its text has spans.
 */
export function editsOfValue(
  planning: Planning,
  element: ElementNode,
  name: ValueName,
  value: string | null,
): Result<readonly DocumentEdit[], Message> {
  if (name !== null) {
    const dependent = name === 'type' && value !== null ? removedByType(planning, element, value) : [];
    return ok([...attributeEdits(element, name, value), ...dependent]);
  }
  if (elementSpecOf(element, planning.language)?.content === undefined) return err(message('edit/no-text'));
  if (hasSpans(element)) return err(message('edit/text-with-spans'));
  return ok(contentEdits(planning, element, value ?? ''));
}

/**
 * Returns the edits that remove the attributes that an element of this type cannot have, such as the corner of a wipe.
 */
function removedByType(planning: Planning, element: ElementNode, type: string): readonly DocumentEdit[] {
  const specs: AttributeSpecs = elementSpecOf(element, planning.language)?.attributes ?? {};
  return Object.entries(specs).flatMap(([name, spec]) => {
    const written = attributeValue(element, name)?.trim();
    if (written === undefined || !permittedOptions(spec, null).includes(written)) return [];
    return permittedOptions(spec, type.trim()).includes(written) ? [] : attributeEdits(element, name, null);
  });
}

/** Returns the label of the text of an element: `text`. */
export function contentLabel({ language }: Planning, element: ElementNode): Term {
  return { key: element.name, label: elementSpecOf(element, language)?.content?.label.toLowerCase() ?? 'text' };
}

/** Returns the label of a value for steps about variables. */
export function valueTerm(planning: Planning, element: ElementNode, name: ValueName): Term {
  return name === null ? contentLabel(planning, element) : attributeTerm(planning, element, name);
}

/**
 * Returns the edits that replace the first piece of text and remove the other pieces. Keeps comments. Treats white
 * space as an empty text.
 */
function contentEdits(planning: Planning, element: ElementNode, text: string): readonly DocumentEdit[] {
  const children = element.children;
  const [countedText, ...others] = textsOf(element, planning.language);
  // Replace white space that is treated as an empty text.
  const first = countedText ?? children.find((child) => child.kind === 'text');
  if (first === undefined) {
    if (isBlank(text)) return [];
    const node = { kind: 'text', id: planning.newId(), text, cdata: false } as const;
    return [{ type: 'insert-node', parent: element.id, index: children.length, node }];
  }
  if (countedText === undefined && isBlank(text)) return [];
  if (others.length === 0 && first.text === text) return [];
  const replacement: readonly DocumentNode[] = isBlank(text) ? [] : [{ ...first, text, cdata: false }];
  const written = children.flatMap((child): readonly DocumentNode[] => {
    if (child === first) return replacement;
    return child.kind === 'text' ? [] : [child];
  });
  return [{ type: 'set-children', node: element.id, children: written }];
}
