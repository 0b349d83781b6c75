import { elementWords, shapeWord } from '#renderer/strings/registry-strings.ts';
import { layerSource, type Planning, shortName } from '#shared/editing/planning/planning.ts';
import { childElements, type ElementNode } from '#shared/template/document/document.ts';
import type { Substituted } from '#shared/template/placeholders/substitute.ts';
import { elementRegistry, isElementName } from '#shared/template/tables/elements.ts';

/**
 * What a layer is called, as on the timeline: its name, else its file's, else what it says, else what it is. Null for one
 * whose file is not known: an image without a source is better told from others by that.
 */
export function layerName(planning: Planning, layer: ElementNode): string | null {
  return ownName(planning, layer) ?? numberedKind(planning, layer);
}

/** Its name, its file's, or its text; null for a layer that has none of them. */
function ownName(planning: Planning, layer: ElementNode): string | null {
  return words(planning.resolved(layer, 'name')) ?? layerSource(planning, layer) ?? saidBy(planning, layer);
}

/** The kind of a layer, with a number where several beside it have no name either. */
function numberedKind(planning: Planning, layer: ElementNode): string | null {
  const word = kindWord(planning, layer);
  const parent = planning.index.elements.get(layer.id)?.parent ?? null;
  if (word === null || parent === null) return word;
  const alike = childElements(parent).filter(
    (each) => each.name === layer.name && kindWord(planning, each) === word && ownName(planning, each) === null,
  );
  const at = alike.findIndex(({ id }) => id === layer.id);
  return alike.length > 1 && at >= 0 ? `${word} ${at + 1}` : word;
}

function kindWord(planning: Planning, { name, id }: ElementNode): string | null {
  if (!isElementName(name) || 'src' in elementRegistry[name].attributes) return null;
  const element = planning.index.elements.get(id)?.element;
  if (name !== 'shape' || element === undefined) return elementWords(name).label;
  const type = planning.resolved(element, 'type');
  return shapeWord(type?.kind === 'text' ? type.text.trim() : null);
}

/** What a text says: in its attribute, or in an element of its own. */
function saidBy(planning: Planning, layer: ElementNode): string | null {
  const inside = childElements(layer).find(({ name }) => name === 'content');
  return (
    words(planning.resolved(layer, 'content')) ??
    (inside === undefined ? null : words(planning.resolvedContent(inside)))
  );
}

function words(value: Substituted | undefined): string | null {
  return value?.kind === 'text' && value.text.trim() !== '' ? shortName(value.text) : null;
}
