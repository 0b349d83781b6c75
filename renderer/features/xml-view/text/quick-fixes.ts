import type { FixAction } from '#renderer/strings/fix-action.ts';
import {
  childNames,
  initialValue,
  isRequired,
  knownAttribute,
  knownAttributes,
} from '#renderer/xml/known-attributes.ts';
import {
  attributesOf,
  type Construct,
  constructsOf,
  openElements,
  type WrittenAttribute,
} from '#renderer/xml/markup-scan.ts';
import type { TextEdit } from '#renderer/xml/view-text.ts';
import { nearestName } from '#shared/template/document/names.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import { effectRegistry, effectTypeNamed, effectTypesOf, isEffectElement } from '#shared/template/effects/effects.ts';
import { formatPlaceholder, parseValue } from '#shared/template/placeholders/placeholder.ts';
import { isReservedAttribute } from '#shared/template/tables/language.ts';
import { escapeAttributeValue } from '#shared/template-xml/ranges/markup.ts';
import { fixedValues } from './fixed-value.ts';
import type { QuickFix } from './quick-fix.ts';

export interface FixContext {
  readonly text: string;
  readonly assets: readonly string[];
  /** The names of existing variables. A new variable must have a different name. */
  readonly variables: readonly string[];
}

/** The start tag at a problem, with its attributes. */
interface TagAt {
  readonly tag: Construct;
  readonly attributes: readonly WrittenAttribute[];
  readonly effectType: string | null;
}

/**
 * Returns the fixes of a problem, likeliest first; empty for most problems. A new kind of fix needs a case for the
 * problem's code here, a label in `strings/fix-action.ts`, and a case in `quick-fixes.test.ts`.
 */
export function quickFixes(problem: Problem, context: FixContext): readonly QuickFix[] {
  const { range, code } = problem;
  if (range === null) return [];
  if (code === 'xml/not-well-formed') return closingFixes(context.text, range.start);
  const at = tagAt(context.text, range.start);
  if (at === null) return [];
  const attribute = at.attributes.find(
    ({ start, nameEnd, value }) => range.start >= start && range.start <= (value?.end ?? nameEnd),
  );
  switch (code) {
    case 'template/unknown-element':
      return attribute === undefined ? renameElement(context, at) : changeEffectType(at, attribute);
    case 'template/effect-element':
      return attribute === undefined ? [] : moveEffect(context, at);
    case 'template/unknown-attribute':
      return attribute === undefined ? [] : [...renameAttribute(at, attribute), removal(context, attribute)];
    case 'template/duplicate-attribute':
      return attribute === undefined ? [] : [removal(context, attribute)];
    case 'template/invalid-value':
      return attribute === undefined ? [] : repairValue(context, at, attribute);
    case 'template/missing-attribute':
      return missingOf(at).map(({ name, value }) => addition(at, name, value));
    case 'template/no-length':
      return at.attributes.some(({ name }) => name === 'duration') ? [] : [addition(at, 'duration', DEFAULT_DURATION)];
    case 'template/source':
      return attribute === undefined ? addSource(context, at) : removeOneSource(context, at);
    case 'variable/missing':
      return attribute === undefined ? [] : addDefaults(context, at, attribute);
    default:
      return [];
  }
}

/** The duration given to a scene whose content has no duration. */
const DEFAULT_DURATION = '2s';

function tagAt(text: string, offset: number): TagAt | null {
  for (const tag of constructsOf(text, offset + 1)) {
    if (tag.end <= offset || tag.kind === 'close' || tag.kind === 'other') continue;
    const attributes = attributesOf(text, tag);
    const type = attributes.find(({ name }) => name === 'type')?.value;
    return {
      tag,
      attributes,
      effectType: type === undefined || type === null ? null : text.slice(type.start, type.end).trim(),
    };
  }
  return null;
}

function change(
  from: number,
  to: number,
  insert: string,
  action: FixAction = { kind: 'change', to: insert },
): QuickFix {
  return { action, edits: [{ from, to, insert }] };
}

function renameElement({ text }: FixContext, { tag }: TagAt): readonly QuickFix[] {
  const parent = openElements(text, tag.start).at(-1)?.name ?? null;
  const nearest = nearestName(tag.name, childNames(parent));
  return nearest === null ? [] : [renaming(text, tag, nearest)];
}

/** Returns the fix that renames a start tag and its closing tag. */
function renaming(text: string, tag: Construct, name: string): QuickFix {
  const from = tag.start + 1;
  const edits: TextEdit[] = [{ from, to: from + tag.name.length, insert: name }];
  const closing = tag.kind === 'open' ? closingTagOf(text, tag) : null;
  if (closing !== null) edits.push({ from: closing.start + 2, to: closing.start + 2 + tag.name.length, insert: name });
  return { action: { kind: 'change', to: name }, edits };
}

function closingTagOf(text: string, tag: Construct): Construct | null {
  let depth = 0;
  for (const construct of constructsOf(text)) {
    if (construct.start < tag.start || construct.name !== tag.name) continue;
    if (construct.kind === 'open') depth += 1;
    else if (construct.kind === 'close') depth -= 1;
    if (construct.kind === 'close' && depth === 0) return construct;
  }
  return null;
}

function changeEffectType({ tag, effectType }: TagAt, { value }: WrittenAttribute): readonly QuickFix[] {
  if (value === null || effectType === null) return [];
  if (!isEffectElement(tag.name)) return [];
  const nearest = nearestName(effectType, effectTypesOf(tag.name));
  return nearest === null ? [] : [change(value.start, value.end, nearest)];
}

function moveEffect({ text }: FixContext, { tag, effectType }: TagAt): readonly QuickFix[] {
  const type = effectType === null ? null : effectTypeNamed(effectType);
  return type === null ? [] : [renaming(text, tag, effectRegistry[type].element)];
}

function renameAttribute({ tag, attributes, effectType }: TagAt, { name, start, nameEnd }: WrittenAttribute) {
  if (isReservedAttribute(tag.name, name)) return [];
  const present = new Set(attributes.map((attribute) => attribute.name));
  const unusedAttributes = knownAttributes(tag.name, effectType).filter((each) => !present.has(each.name));
  const nearest = nearestName(
    name,
    unusedAttributes.map((each) => each.name),
  );
  return nearest === null ? [] : [change(start, nameEnd, nearest)];
}

/** Returns the fix that removes an attribute and its preceding white space. */
function removal({ text }: FixContext, { name, start, nameEnd, value }: WrittenAttribute): QuickFix {
  const from = start - (/\s*$/.exec(text.slice(0, start))?.[0].length ?? 0);
  const to = value === null ? nameEnd : value.end + 1;
  return change(from, to, '', { kind: 'remove-attribute', name });
}

function repairValue(
  context: FixContext,
  { tag, effectType }: TagAt,
  attribute: WrittenAttribute,
): readonly QuickFix[] {
  const known = knownAttribute(tag.name, effectType, attribute.name);
  const { value } = attribute;
  if (known === null || value === null) return [];
  const quote = context.text[value.end] === "'" ? "'" : '"';
  const fixed = fixedValues(known.spec, context.text.slice(value.start, value.end));
  const changes = fixed.map((to) =>
    change(value.start, value.end, escapeAttributeValue(to, quote), { kind: 'change', to }),
  );
  const fallback = fixed[0] ?? initialValue(known.spec);
  const variable = freeName(known.name, context.variables);
  const placeholder = escapeAttributeValue(formatPlaceholder(withDefault(variable, fallback)), quote);
  const binding = change(value.start, value.end, placeholder, { kind: 'make-variable', variable });
  return [...changes, binding, ...(isRequired(known.spec) ? [] : [removal(context, attribute)])];
}

function withDefault(name: string, value: string) {
  return { kind: 'placeholder', name, default: value, options: [] } as const;
}

function freeName(requested: string, taken: readonly string[]): string {
  if (!taken.includes(requested)) return requested;
  let count = 2;
  while (taken.includes(`${requested}_${count}`)) count += 1;
  return `${requested}_${count}`;
}

function missingOf({
  tag,
  attributes,
  effectType,
}: TagAt): readonly { readonly name: string; readonly value: string }[] {
  const present = new Set(attributes.map(({ name }) => name));
  return knownAttributes(tag.name, effectType)
    .filter(
      ({ name, spec }) => isRequired(spec) && !present.has(name) && !spec.aliases?.some((each) => present.has(each)),
    )
    .map(({ name, spec }) => ({ name, value: INITIAL_OF_MOVIE[name] ?? initialValue(spec) }));
}

const INITIAL_OF_MOVIE: Readonly<Record<string, string>> = { width: '1280', height: '720' };

function addition({ tag, attributes }: TagAt, name: string, value: string): QuickFix {
  const last = attributes.at(-1);
  const behind =
    last === undefined ? tag.start + 1 + tag.name.length : last.value === null ? last.nameEnd : last.value.end + 1;
  return change(behind, behind, ` ${name}="${escapeAttributeValue(value, '"')}"`, {
    kind: 'add-attribute',
    name,
    value,
  });
}

function addSource({ assets }: FixContext, at: TagAt): readonly QuickFix[] {
  return assets.length === 0
    ? [addition(at, 'url', 'https://')]
    : assets.slice(0, 3).map((asset) => addition(at, 'src', asset));
}

function removeOneSource(context: FixContext, { attributes }: TagAt): readonly QuickFix[] {
  return attributes
    .filter(({ name }) => name === 'url' || name === 'src')
    .map((attribute) => removal(context, attribute));
}

function addDefaults(
  { text }: FixContext,
  { tag, effectType }: TagAt,
  { name, value }: WrittenAttribute,
): readonly QuickFix[] {
  const spec = knownAttribute(tag.name, effectType, name)?.spec;
  if (spec === undefined || value === null) return [];
  const written = text.slice(value.start, value.end);
  const initial = initialValue(spec);
  const bare = parseValue(written).pieces.find((piece) => piece.kind === 'placeholder' && piece.default === null);
  if (bare?.kind !== 'placeholder' || initial === '') return [];
  const match = /\$\{\s*([^},\s]+)\s*\}/.exec(written);
  if (match === null || match[1] !== bare.name) return [];
  const from = value.start + match.index;
  const placeholder = escapeAttributeValue(formatPlaceholder(withDefault(bare.name, initial)), '"');
  return [
    change(from, from + match[0].length, placeholder, { kind: 'add-default', variable: bare.name, value: initial }),
  ];
}

/**
 * Returns the fixes for mismatched tags near an error: to close the open element, or to remove a closing tag without a
 * start tag.
 */
function closingFixes(text: string, fault: number): readonly QuickFix[] {
  const open: Construct[] = [];
  for (const construct of constructsOf(text)) {
    if (construct.kind === 'open' && construct.name !== '') open.push(construct);
    if (construct.kind !== 'close') continue;
    const top = open.at(-1);
    if (top?.name === construct.name) {
      open.pop();
      continue;
    }
    return construct.start > fault || construct.end < fault ? [] : mismatch(text, construct, open);
  }
  // Close elements that are still open at the end of the text.
  const top = open.at(-1);
  return top === undefined || !top.closed ? [] : [closing(text, text.trimEnd().length, open.toReversed())];
}

function mismatch(text: string, closingTag: Construct, open: readonly Construct[]): readonly QuickFix[] {
  const depth = open.findLastIndex(({ name }) => name === closingTag.name);
  if (depth !== -1) return [closing(text, closingTag.start, open.slice(depth + 1).toReversed())];
  const top = open.at(-1);
  const removal: QuickFix = {
    action: { kind: 'remove-closing-tag', name: closingTag.name },
    edits: [{ from: closingTag.start, to: closingTag.end, insert: '' }],
  };
  if (top === undefined) return [removal];
  const from = closingTag.start + 2;
  return [
    {
      action: { kind: 'change', to: `</${top.name}>` },
      edits: [{ from, to: from + closingTag.name.length, insert: top.name }],
    },
    removal,
  ];
}

/**
 * Returns the fix that closes elements before an offset, innermost first. If the offset is at the start of a line, each
 * closing tag is on a separate line.
 */
function closing(text: string, at: number, elements: readonly Construct[]): QuickFix {
  const lineStart = /\n([ \t]*)$/.exec(text.slice(0, at));
  const from = lineStart === null ? at : lineStart.index;
  const tags = elements.map(({ name, start }) => {
    const indent = /(?:^|\n)([ \t]*)$/.exec(text.slice(0, start))?.[1];
    return indent === undefined ? `</${name}>` : `\n${indent}</${name}>`;
  });
  return {
    action: { kind: 'close-element', name: elements[0]?.name ?? '' },
    edits: [{ from, to: from, insert: tags.join('') }],
  };
}
