import { layerSource, shortName } from '../../../../shared/editing/planning/labels.ts';
import type { Planning } from '../../../../shared/editing/planning/planning.ts';
import { childElements, type ElementNode } from '../../../../shared/template/document/document.ts';
import type { Substituted } from '../../../../shared/template/placeholders/substitute.ts';
import { elementRegistry, isElementName } from '../../../../shared/template/tables/elements.ts';
import { elementWords } from '../../../strings/registry-words.ts';

/**
 * What a layer is called, as on the timeline: its name, else its file's, else what it says, else what it is. Null for one
 * whose file is not known: an image without a source is better told from others by that.
 */
export function layerName(planning: Planning, layer: ElementNode): string | null {
  const name = words(planning.resolved(layer, 'name')) ?? layerSource(planning, layer) ?? saidBy(planning, layer);
  if (name !== null) return name;
  const hasNoFile = isElementName(layer.name) && !('src' in elementRegistry[layer.name].attributes);
  return hasNoFile ? elementWords(layer.name).label : null;
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
