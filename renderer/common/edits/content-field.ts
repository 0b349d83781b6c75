import { planningOf } from '#shared/editing/planning/planning.ts';
import type { ElementNode, NodeId } from '#shared/template/document/document.ts';
import type { ElementSpec } from '#shared/template/tables/elements.ts';
import { elementSpecOf, LANGUAGE } from '#shared/template/tables/language.ts';
import type { AttributeSpec } from '#shared/template/value-types/attribute-spec.ts';
import { text } from '#shared/template/value-types/attribute-types.ts';
import { textsOf } from '#shared/template/variables/written-values.ts';
import {
  type AttributeField,
  distinct,
  type FieldContext,
  isChanged,
  readField,
  sharedValue,
  valueOfPieces,
} from './field-model.ts';

/** What a field of a text is called where attributes have their names; variables that are made of it begin so. */
const CONTENT_NAME = 'content';

const specs = new WeakMap<ElementSpec, AttributeSpec<string>>();

/** Reads the text that elements hold as one field; null where one of them holds none by the table. */
export function readContentField(
  context: FieldContext,
  nodes: readonly NodeId[],
  language = LANGUAGE,
): AttributeField | null {
  const planning = planningOf({ ...context, language });
  const elements = nodes.flatMap((id) => planning.index.elements.get(id)?.element ?? []);
  const [first] = elements;
  const spec = first === undefined ? null : contentSpecOf(first, language);
  if (first === undefined || spec === null || elements.some((each) => contentSpecOf(each, language) !== spec))
    return null;
  const textsIn = (element: ElementNode) => textsOf(element, language);
  const value = sharedValue(
    elements.map((element) => {
      const pieces = textsIn(element).map(({ text }) => text);
      return valueOfPieces(pieces, spec, context.rate, () => planning.resolvedContent(element));
    }),
  );
  const pieces = new Set(elements.flatMap(textsIn).map(({ id }) => id));
  return {
    nodes: elements.map(({ id }) => id),
    element: first.name,
    name: CONTENT_NAME,
    spelling: null,
    spec,
    value,
    standard: '',
    holds: null,
    isChanged: isChanged(value, '', true),
    problems: distinct(context.findings.filter(({ at }) => at !== null && pieces.has(at.node))),
  };
}

/** The same field, read from another state. */
export function rereadField(context: FieldContext, { nodes, name, spelling, spec }: AttributeField) {
  return spelling === null ? readContentField(context, nodes) : readField(context, nodes, name, spec);
}

/** The text of an element as an attribute's entry in the tables; null where the table has no text for it. */
function contentSpecOf(element: { readonly name: string }, language = LANGUAGE): AttributeSpec<string> | null {
  const entry = elementSpecOf(element, language);
  if (entry?.content === undefined) return null;
  const known = specs.get(entry);
  if (known !== undefined) return known;
  const spec: AttributeSpec<string> = { type: text(), ...entry.content, absent: { default: '' } };
  specs.set(entry, spec);
  return spec;
}
