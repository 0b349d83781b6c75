import { attributeValue, childElements, type ElementNode, elementsOf } from '../template/document/document.ts';
import { roleOf } from '../template/tables/roles.ts';
import { type Declaration, declarationOf, type FieldDeclaration } from '../template/variables/declarations.ts';
import { applyEdits, type DocumentEdit } from '../template-xml/edit/edits.ts';
import { spliceDocument } from '../template-xml/edit/splice.ts';
import { readTemplate } from '../template-xml/read/read.ts';

/** Defaults of variables by name. For a list, the texts of its default items by field, in order. */
export type DefaultTexts = Readonly<Record<string, string | readonly Readonly<Record<string, string>>[]>>;

/** New names of scenes, layers, and sounds by old name. */
export type LayerNames = Readonly<Record<string, string>>;

export interface Rewording {
  readonly names?: LayerNames;
  /** The language to set if the movie has none. */
  readonly language?: string;
}

/**
 * Replaces the defaults of texts, choices, and list items, and the names of scenes, layers, and sounds. Keeps a default
 * if the replacement exceeds the length limit or is not a choice. The rest of the text stays unchanged. Returns null if
 * the text is not a template.
 */
export function withDefaultTexts(
  text: string | Uint8Array,
  texts: DefaultTexts,
  { names = {}, language }: Rewording = {},
): string | null {
  const { source } = readTemplate(text);
  if (source === null) return null;
  const { root } = source.document;
  const ofMovie: readonly DocumentEdit[] =
    language === undefined || attributeValue(root, 'language') !== undefined
      ? []
      : [{ type: 'set-attribute', node: root.id, name: 'language', value: language }];
  const ofElements = [...elementsOf(root)].flatMap((element): readonly DocumentEdit[] => {
    if (isNamed(element)) return nameEdits(element, names);
    const declaration = declarationOf(element);
    if (declaration === null || !Object.hasOwn(texts, declaration.name)) return [];
    const value = texts[declaration.name];
    if (typeof value === 'string') return textEdits(element, 'default', declaration, value);
    return value === undefined ? [] : itemEdits(element, declaration, value);
  });
  const edits = [...ofMovie, ...ofElements];
  const edited = edits.length === 0 ? null : applyEdits(source.document, edits);
  const spliced = edited?.ok ? spliceDocument(source, edited.value) : null;
  return (spliced?.ok ? spliced.value : source).text;
}

/** Returns the default of a variable after {@link withDefaultTexts}. Ignores the rules of the variable. */
export function defaultAfterTexts(texts: DefaultTexts, name: string, before: string | null): string | null {
  const value = Object.hasOwn(texts, name) ? texts[name] : undefined;
  if (value === undefined || before === null) return before;
  if (typeof value === 'string') return value;
  const items: readonly unknown[] = JSON.parse(before);
  return JSON.stringify(items.map((item, index) => ({ ...(item as object), ...value[index] })));
}

/** Returns the edit that replaces a text; empty if the new text breaks the rules of its variable or field. */
function textEdits(
  element: ElementNode,
  name: string,
  { type, maxlength, choices }: Pick<FieldDeclaration, 'type' | 'maxlength' | 'choices'>,
  value: string,
): readonly DocumentEdit[] {
  const fits =
    type === 'choice' ? choices.some((choice) => choice.value === value) : value.length <= (maxlength ?? value.length);
  const isText = type === 'text' || type === 'choice';
  const isGiven = element.attributes.some((attribute) => attribute.name === name);
  return isText && fits && isGiven ? [{ type: 'set-attribute', node: element.id, name, value }] : [];
}

/** Returns the edits of the default items of a list. */
function itemEdits(
  element: ElementNode,
  { list }: Declaration,
  texts: readonly Readonly<Record<string, string>>[],
): readonly DocumentEdit[] {
  const items = childElements(element).filter((child) => roleOf(child) === 'item');
  return items.flatMap((item, index) =>
    (list?.fields ?? []).flatMap((field) => {
      const value = texts[index]?.[field.name];
      return value === undefined ? [] : textEdits(item, field.name, field, value);
    }),
  );
}

const NAMED: ReadonlySet<string> = new Set(['scene', 'layer', 'sound']);

/** Returns whether an element is a scene, a layer, or a sound. Users see the names of these elements. */
export function isNamed(element: ElementNode): boolean {
  return NAMED.has(roleOf(element) ?? '');
}

function nameEdits(element: ElementNode, names: LayerNames): readonly DocumentEdit[] {
  const name = attributeValue(element, 'name');
  const value = name !== undefined && Object.hasOwn(names, name) ? names[name] : undefined;
  return value === undefined ? [] : [{ type: 'set-attribute', node: element.id, name: 'name', value }];
}
