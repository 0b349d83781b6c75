import { err, ok, type Result } from '../../lib/result.ts';
import { type Statement, statement } from '../../statements/statement.ts';
import type { Term } from '../../statements/templates/step-statements.ts';
import type { DocumentNode, ElementNode } from '../../template/document/document.ts';
import { isBlank } from '../../template/document/names.ts';
import type { Substituted } from '../../template/placeholders/substitute.ts';
import { elementSpecOf } from '../../template/tables/language.ts';
import { hasSpans, textsOf } from '../../template/variables/written-values.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { ValueName } from '../commands.ts';
import { attributeTerm } from './labels.ts';
import { attributeEdits, type Planning } from './planning.ts';

/** A value of an element with its variables replaced: of an attribute, or of the text that the element holds. */
export function resolvedValue(planning: Planning, element: ElementNode, name: ValueName): Substituted | undefined {
  return name === null ? planning.resolvedContent(element) : planning.resolved(element, name);
}

/** The edits that write an attribute, or the text that an element holds; refused where it holds none by the table. */
export function editsOfValue(
  planning: Planning,
  element: ElementNode,
  name: ValueName,
  value: string | null,
): Result<readonly DocumentEdit[], Statement> {
  if (name !== null) return ok(attributeEdits(element, name, value));
  if (elementSpecOf(element, planning.language)?.content === undefined) return err(statement('edit/no-text'));
  if (hasSpans(element)) return err(statement('edit/text-with-spans'));
  return ok(contentEdits(planning, element, value ?? ''));
}

/** What steps call the text of an element: `text`. */
export function contentLabel({ language }: Planning, element: ElementNode): Term {
  return { key: element.name, label: elementSpecOf(element, language)?.content?.label.toLowerCase() ?? 'text' };
}

/** What steps of variables call a value: an attribute as it is spelled. */
export function valueTerm(planning: Planning, element: ElementNode, name: ValueName): Term {
  if (name === null) return contentLabel(planning, element);
  return { ...attributeTerm(planning, element, name), label: name };
}

/** One text in the place of the first piece that is there now; comments stay. White space alone is no text. */
function contentEdits(planning: Planning, element: ElementNode, text: string): readonly DocumentEdit[] {
  const children = element.children;
  const [counted, ...others] = textsOf(element, planning.language);
  // White space that is no text gives its place to what is.
  const first = counted ?? children.find((child) => child.kind === 'text');
  if (first === undefined) {
    if (isBlank(text)) return [];
    const node = { kind: 'text', id: planning.newId(), text, cdata: false } as const;
    return [{ type: 'insert-node', parent: element.id, index: children.length, node }];
  }
  if (counted === undefined && isBlank(text)) return [];
  if (others.length === 0 && first.text === text) return [];
  const kept: readonly DocumentNode[] = isBlank(text) ? [] : [{ ...first, text, cdata: false }];
  const written = children.flatMap((child): readonly DocumentNode[] => {
    if (child === first) return kept;
    return child.kind === 'text' ? [] : [child];
  });
  return [{ type: 'set-children', node: element.id, children: written }];
}
