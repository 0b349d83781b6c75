import { attributesOf, type Construct, constructsOf, openElements, type WrittenAttribute } from './markup-scan.ts';

/** The markup at an offset. `from` and `to` delimit the word around the offset. */
export type CursorContext = {
  readonly from: number;
  readonly to: number;
} /** The offset is between tags. `text` is the whole text between the neighboring constructs. */ & (
  | { readonly kind: 'content'; readonly parent: string | null; readonly text: TextRange }
  /** The offset is in a CDATA section, which contains only text. */
  | { readonly kind: 'section'; readonly parent: string | null; readonly text: TextRange }
  | { readonly kind: 'element-name'; readonly parent: string | null; readonly name: string }
  | { readonly kind: 'closing-name'; readonly open: string | null; readonly closed: boolean }
  | ({ readonly kind: 'attribute-name'; readonly name: string; readonly hasValue: boolean } & TagContext)
  | ({ readonly kind: 'attribute-value'; readonly name: string; readonly value: string } & TagContext)
  | { readonly kind: 'other' }
);

interface TextRange {
  readonly from: number;
  readonly to: number;
}

export interface TagContext {
  readonly element: string;
  /** The value of the tag's `type` attribute; null if there is none. */
  readonly effectType: string | null;
  /** The names of the other attributes in the tag. */
  readonly others: readonly string[];
}

/** Returns the markup at an offset of a text that can be incomplete. */
export function contextAt(text: string, offset: number): CursorContext {
  const construct = constructAround(text, offset);
  if (construct === null) {
    const piece = { from: pieceStart(text, offset), to: nextMarkup(text, offset) };
    return { kind: 'content', from: offset, to: offset, parent: openAt(text, offset), text: piece };
  }
  if (construct.kind === 'other') return contextInOther(text, offset, construct);
  const nameStart = construct.start + (construct.kind === 'close' ? 2 : 1);
  const nameEnd = nameStart + construct.name.length;
  const open = () => openAt(text, construct.start);
  if (construct.kind === 'close') {
    return { kind: 'closing-name', from: nameStart, to: nameEnd, open: open(), closed: construct.closed };
  }
  if (offset <= nameEnd) {
    return { kind: 'element-name', from: nameStart, to: nameEnd, parent: open(), name: construct.name };
  }
  return contextInTag(text, offset, construct);
}

function contextInOther(text: string, offset: number, { start, end, closed }: Construct): CursorContext {
  const piece = { from: start + SECTION.length, to: closed ? end - SECTION_END.length : end };
  if (!text.startsWith(SECTION, start) || offset < piece.from || offset > piece.to)
    return { kind: 'other', from: start, to: end };
  return { kind: 'section', from: offset, to: offset, parent: openAt(text, start), text: piece };
}

const SECTION = '<![CDATA[';
const SECTION_END = ']]>';

/** Returns the name of the innermost open element at an offset; null if no element is open. */
function openAt(text: string, offset: number): string | null {
  return openElements(text, offset).at(-1)?.name ?? null;
}

/** Returns the start of the text around an offset: the end of the previous construct. */
function pieceStart(text: string, offset: number): number {
  let end = 0;
  for (const construct of constructsOf(text, offset)) if (construct.end <= offset) end = construct.end;
  return end;
}

function nextMarkup(text: string, offset: number): number {
  const next = text.indexOf('<', offset);
  return next === -1 ? text.length : next;
}

/**
 * Returns the construct whose markup contains an offset: after its `<` and before the end of its `>`. Null if the
 * offset is in text.
 */
function constructAround(text: string, offset: number): Construct | null {
  for (const construct of constructsOf(text, offset)) {
    if (offset < construct.end || (offset === construct.end && !construct.closed)) return construct;
  }
  return null;
}

function contextInTag(text: string, offset: number, construct: Construct): CursorContext {
  const attributes = attributesOf(text, construct);
  const current = attributes.find((attribute) => isInside(attribute, offset));
  const tag = {
    element: construct.name,
    effectType: attributeText(text, attributes, 'type'),
    others: attributes.filter((attribute) => attribute !== current).map(({ name }) => name),
  };
  if (current === undefined) {
    return { kind: 'attribute-name', from: offset, to: offset, name: '', hasValue: false, ...tag };
  }
  const { name, start, nameEnd, value } = current;
  if (value === null || offset <= nameEnd) {
    return { kind: 'attribute-name', from: start, to: nameEnd, name, hasValue: value !== null, ...tag };
  }
  if (offset < value.start) return { kind: 'other', from: offset, to: offset };
  return {
    kind: 'attribute-value',
    from: value.start,
    to: value.end,
    name,
    value: text.slice(value.start, value.end),
    ...tag,
  };
}

function isInside({ start, nameEnd, value }: WrittenAttribute, offset: number): boolean {
  return offset >= start && offset <= (value?.end ?? nameEnd);
}

function attributeText(text: string, attributes: readonly WrittenAttribute[], name: string): string | null {
  const value = attributes.find((attribute) => attribute.name === name)?.value;
  return value === undefined || value === null ? null : text.slice(value.start, value.end).trim();
}
