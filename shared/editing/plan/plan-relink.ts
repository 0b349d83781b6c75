import { err, ok } from '../../lib/result.ts';
import { statement } from '../../statements/statement.ts';
import type { Attribute, ElementNode } from '../../template/document/document.ts';
import type { MediaSource } from '../../template/movie/movie.ts';
import { formatPlaceholder, parseValue } from '../../template/placeholders/placeholder.ts';
import { elementSpecOf, type Language } from '../../template/tables/language.ts';
import { isLayer } from '../../template/tables/roles.ts';
import { sourcesOf, type WrittenSource } from '../../template/variables/written-values.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { LayerCommand } from '../commands.ts';
import { shortName, sourceName } from '../planning/labels.ts';
import { sourceAttribute } from '../planning/new-nodes.ts';
import type { Plan, Planning } from '../planning/planning.ts';

/**
 * Every element that names `from`, by a fixed value or by a placeholder's own default, names `to`. One default is changed
 * at all places that state it, so that a variable never has two.
 */
export function planRelink(planning: Planning, { from, to }: Extract<LayerCommand, { type: 'layer/relink' }>): Plan {
  const changed = [...planning.index.elements.values()].flatMap(({ element }) => {
    const attributes = relinked(element, from, to, planning.language);
    return attributes === null ? [] : [{ element, attributes }];
  });
  const source = shortName(nameOf(from));
  if (changed.length === 0) return err(statement('edit/no-layer-shows', { source }));
  const areLayers = changed.every(({ element }) => isLayer(element));
  return ok({
    edits: changed.flatMap(({ element, attributes }) => attributeChanges(element, attributes)),
    label: statement('step/relink', { source, places: changed.length, areLayers }),
  });
}

/** The attributes of an element when another source has taken the place of one; null where it does not name that. */
function relinked(
  element: ElementNode,
  from: MediaSource,
  to: MediaSource,
  language: Language,
): readonly Attribute[] | null {
  let { attributes } = element;
  for (const source of sourcesOf(element, language)) {
    const value = source.form === from.kind ? relinkedValue(source.value, from, to) : null;
    const name = value === null ? null : nameForForm(element, source, to.kind, language);
    if (value === null || name === null) continue;
    const { oneOf = [] } = elementSpecOf(element, language) ?? {};
    attributes = attributes.flatMap((attribute) => {
      if (attribute.name === source.attribute) return [{ name, value }];
      return attribute.name === name || (oneOf.includes(name) && oneOf.includes(attribute.name)) ? [] : [attribute];
    });
  }
  return attributes === element.attributes ? null : attributes;
}

function relinkedValue(text: string, from: MediaSource, to: MediaSource): string | null {
  const [before, { value }] = [sourceAttribute(from).value, sourceAttribute(to)];
  if (text.trim() === before.trim()) return value;
  const { pieces, faults } = parseValue(text);
  const [only] = pieces;
  if (only?.kind !== 'placeholder' || pieces.length > 1 || faults.length > 0 || only.default !== before) return null;
  return formatPlaceholder({ ...only, default: value });
}

/** The attribute that names a source of the same kind in another form; null where the element has none. */
function nameForForm(
  element: ElementNode,
  { attribute, form, kind }: WrittenSource,
  wanted: MediaSource['kind'],
  language: Language,
): string | null {
  if (form === wanted) return attribute;
  const entries = Object.entries(elementSpecOf(element, language)?.attributes ?? {});
  return entries.find(([, { type }]) => type.kind === wanted && type.source === kind)?.[0] ?? null;
}

/** Only the values that are others are written; the element as a whole where an attribute has another name. */
function attributeChanges(element: ElementNode, attributes: readonly Attribute[]): readonly DocumentEdit[] {
  const hasSameNames =
    attributes.length === element.attributes.length &&
    attributes.every(({ name }, at) => element.attributes[at]?.name === name);
  if (!hasSameNames) return [{ type: 'replace-node', node: element.id, replacement: { ...element, attributes } }];
  return attributes.flatMap(({ name, value }, at): readonly DocumentEdit[] =>
    element.attributes[at]?.value === value ? [] : [{ type: 'set-attribute', node: element.id, name, value }],
  );
}

/** What people call a source: its file's name. */
export function nameOf(source: MediaSource): string {
  return source.kind === 'asset' ? source.name : sourceName(source.url);
}
