import { elementLabels, shapeWord } from '#renderer/strings/registry-strings.ts';
import { layerSource, type Planning, shortName } from '#shared/editing/planning/planning.ts';
import { childElements, type ElementNode } from '#shared/template/document/document.ts';
import type { Substituted } from '#shared/template/placeholders/substitute.ts';
import { elementRegistry, isElementName } from '#shared/template/tables/elements.ts';

/**
 * Returns the name of a layer, as on the timeline: its name, or else its file, its text, or its kind. Null while the
 * file is unknown, because the file would identify the layer better than its kind.
 */
export function layerName(planning: Planning, layer: ElementNode): string | null {
  return ownName(planning, layer) ?? numberedKind(planning, layer);
}

/** Returns the name, the file, or the text of a layer; null if all three are missing. */
function ownName(planning: Planning, layer: ElementNode): string | null {
  return words(planning.resolved(layer, 'name')) ?? layerSource(planning, layer) ?? saidBy(planning, layer);
}

/** Returns the kind of a layer, with a number if several siblings without a name have the same kind. */
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
  if (name !== 'shape' || element === undefined) return elementLabels(name).label;
  const type = planning.resolved(element, 'type');
  return shapeWord(type?.kind === 'text' ? type.text.trim() : null);
}

/** Returns the text of a layer, from its attribute or its content element; null if it has none. */
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
