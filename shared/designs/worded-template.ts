import { attributeValue, type ElementNode, elementsOf } from '../template/document/document.ts';
import { roleOf } from '../template/tables/roles.ts';
import { declarationOf } from '../template/variables/declarations.ts';
import { applyEdits, type DocumentEdit } from '../template-xml/edit/edits.ts';
import { spliceDocument } from '../template-xml/edit/splice.ts';
import { readTemplate } from '../template-xml/read/read.ts';

/** Defaults of variables by name. */
export type DefaultTexts = Readonly<Record<string, string>>;

/** New names of scenes, layers, and sounds by old name. */
export type LayerNames = Readonly<Record<string, string>>;

/**
 * Replaces the defaults of text variables and the names of scenes, layers, and sounds. A default stays if its
 * replacement exceeds the length limit of the variable. The rest of the text stays unchanged. Returns null if the text
 * is not a template.
 */
export function withDefaultTexts(
  text: string | Uint8Array,
  texts: DefaultTexts,
  names: LayerNames = {},
): string | null {
  const { source } = readTemplate(text);
  if (source === null) return null;
  const edits = [...elementsOf(source.document.root)].flatMap((element): readonly DocumentEdit[] => {
    if (NAMED.has(roleOf(element) ?? '')) return nameEdits(element, names);
    const declaration = declarationOf(element);
    if (declaration?.type !== 'text' || !Object.hasOwn(texts, declaration.name)) return [];
    const value = texts[declaration.name];
    if (value === undefined || value.length > (declaration.maxlength ?? value.length)) return [];
    const isGiven = element.attributes.some(({ name }) => name === 'default');
    return isGiven ? [{ type: 'set-attribute', node: element.id, name: 'default', value }] : [];
  });
  const edited = edits.length === 0 ? null : applyEdits(source.document, edits);
  const spliced = edited?.ok ? spliceDocument(source, edited.value) : null;
  return (spliced?.ok ? spliced.value : source).text;
}

const NAMED: ReadonlySet<string> = new Set(['scene', 'layer', 'sound']);

function nameEdits(element: ElementNode, names: LayerNames): readonly DocumentEdit[] {
  const name = attributeValue(element, 'name');
  const value = name !== undefined && Object.hasOwn(names, name) ? names[name] : undefined;
  return value === undefined ? [] : [{ type: 'set-attribute', node: element.id, name: 'name', value }];
}
