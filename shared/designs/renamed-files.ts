import { applyCommand } from '../editing/apply-command.ts';
import { childElements, type ElementNode, elementsOf } from '../template/document/document.ts';
import { roleOf } from '../template/tables/roles.ts';
import type { DeclaredType } from '../template/tables/variable-attributes.ts';
import { declarationOf, type FieldDeclaration, fieldOf } from '../template/variables/declarations.ts';
import { applyEdits, type DocumentEdit } from '../template-xml/edit/edits.ts';
import { spliceDocument } from '../template-xml/edit/splice.ts';
import type { TemplateSource } from '../template-xml/ranges/ranges.ts';
import { readTemplate } from '../template-xml/read/read.ts';

/** Pairs of old and new file names. No new name is also an old name. */
export type Renames = readonly (readonly [from: string, to: string])[];

const FILE_TYPES: ReadonlySet<DeclaredType | null> = new Set(['video', 'image', 'sound', 'font']);

/**
 * Renames files in a template: in sources, in defaults of placeholders, and in defaults and choices of declared
 * variables. The rest of the text stays unchanged. Returns null if the text is not a template.
 */
export function withRenamedFiles(text: string | Uint8Array, renames: Renames): string | null {
  const { source } = readTemplate(text);
  if (source === null) return null;
  return renames.reduce(
    (renamed, [from, to]) => renameInSources(renameInDeclarations(renamed, from, to), from, to),
    source,
  ).text;
}

/** Renames files in values of variables, including the items of lists. */
export function renamedValues(
  values: Readonly<Record<string, string>>,
  renames: Renames,
): Readonly<Record<string, string>> {
  const names = new Map(renames);
  const renamed = (value: string) => names.get(value.trim()) ?? value;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, renamedItems(value, renamed)]));
}

/** Renames a value, or each text of a JSON list. */
function renamedItems(value: string, renamed: (text: string) => string): string {
  if (!value.trimStart().startsWith('[')) return renamed(value);
  try {
    const list = JSON.parse(value);
    const next = JSON.stringify(list, (_, each) => (typeof each === 'string' ? renamed(each) : each));
    return next === JSON.stringify(list) ? value : next;
  } catch {
    return renamed(value);
  }
}

function renameInSources(source: TemplateSource, from: string, to: string): TemplateSource {
  const command = {
    type: 'layer/relink',
    from: { kind: 'asset', name: from },
    to: { kind: 'asset', name: to },
  } as const;
  const applied = applyCommand({ source, values: new Map() }, command);
  // The edit fails if the template does not use the file. In this case, keep the source unchanged.
  return applied.ok ? applied.value.source : source;
}

function renameInDeclarations(source: TemplateSource, from: string, to: string): TemplateSource {
  const edits = [...elementsOf(source.document.root)].flatMap((element) => declarationEdits(element, from, to));
  const edited = edits.length === 0 ? null : applyEdits(source.document, edits);
  const spliced = edited?.ok ? spliceDocument(source, edited.value) : null;
  return spliced?.ok ? spliced.value : source;
}

function declarationEdits(element: ElementNode, from: string, to: string): readonly DocumentEdit[] {
  const declaration = roleOf(element) === 'field' ? fieldOf(element, 1) : declarationOf(element);
  if (declaration === null) return [];
  if (declaration.list !== null) return listEdits(element, declaration.list.fields, from, to);
  if (!FILE_TYPES.has(declaration.type)) return [];
  return element.attributes.flatMap(({ name, value }): readonly DocumentEdit[] => {
    const renamed =
      name === 'default' && value.trim() === from ? to : name === 'choices' ? renamedChoices(value, from, to) : value;
    return renamed === value ? [] : [{ type: 'set-attribute', node: element.id, name, value: renamed }];
  });
}

/** Returns the edits of the default items of a list, which are `item` elements or the text in its `default`. */
function listEdits(
  element: ElementNode,
  fields: readonly FieldDeclaration[],
  from: string,
  to: string,
): readonly DocumentEdit[] {
  const files = new Set(fields.filter(({ type }) => FILE_TYPES.has(type)).map(({ name }) => name));
  const items = childElements(element).filter((child) => roleOf(child) === 'item');
  const edits = items.flatMap((item) =>
    item.attributes
      .filter(({ name, value }) => files.has(name) && value.trim() === from)
      .map(({ name }) => ({ type: 'set-attribute' as const, node: item.id, name, value: to })),
  );
  const written = element.attributes.find(({ name }) => name === 'default')?.value ?? '';
  const list = renamedItems(written, (text) => (text.trim() === from ? to : text));
  const edit = { type: 'set-attribute' as const, node: element.id, name: 'default', value: list };
  return list === written ? edits : [...edits, edit];
}

/**
 * Renames a file in a list such as `a.mp3: Calm, b.mp3: Fast`. File names never contain a colon. A name with a comma
 * cannot occur in such a list.
 */
function renamedChoices(list: string, from: string, to: string): string {
  return list
    .split(',')
    .map((choice) => {
      const [value = '', ...label] = choice.split(':');
      return value.trim() === from ? [value.replace(from, () => to), ...label].join(':') : choice;
    })
    .join(',');
}
