import { elementLabels, shapeWord } from '#renderer/strings/registry-strings.ts';
import { shapeKind } from '#shared/editing/model/shape-kind.ts';
import { layerSource, type Planning, shortName } from '#shared/editing/planning/planning.ts';
import { childElements, type ElementNode } from '#shared/template/document/document.ts';
import type { Box } from '#shared/template/movie/movie.ts';
import type { SubstitutedText } from '#shared/template/placeholders/substitute.ts';
import { elementRegistry, isElementName } from '#shared/template/tables/elements.ts';
import type { Length } from '#shared/template/values/lengths.ts';
import { type Outline, polygonData } from '#shared/template/values/svg-path.ts';

/**
 * Returns the display name of a layer, the same as on the timeline: its name, or else its file, its text, or its kind.
 * Null while the file is unknown, because a file name is preferred to the kind.
 */
export function layerName(planning: Planning, layer: ElementNode): string | null {
  return ownName(planning, layer) ?? numberedKind(planning, layer);
}

/** Returns the name, the file, or the text of a layer; null if all of them are missing. */
function ownName(planning: Planning, layer: ElementNode): string | null {
  return (
    textIn(planning.resolved(layer, 'name')) ?? layerSource(planning, layer) ?? textIn(planning.shownContent(layer))
  );
}

/**
 * Returns the kind of a layer, with a number if several unnamed siblings have the same kind. Null for a layer that is
 * named after its source.
 */
function numberedKind(planning: Planning, layer: ElementNode): string | null {
  const word = kindWord(planning, layer);
  const parent = planning.index.elements.get(layer.id)?.parent ?? null;
  if (word === null || parent === null) return word;
  const sameKind = childElements(parent).filter(
    (child) => child.name === layer.name && kindWord(planning, child) === word && ownName(planning, child) === null,
  );
  const at = sameKind.findIndex(({ id }) => id === layer.id);
  return sameKind.length > 1 && at >= 0 ? `${word} ${at + 1}` : word;
}

function kindWord(planning: Planning, { name, id }: ElementNode): string | null {
  if (!isElementName(name)) return null;
  const element = planning.index.elements.get(id)?.element;
  const hasCues = element !== undefined && childElements(element).some((child) => child.name === 'cue');
  if ('src' in elementRegistry[name].attributes && !hasCues) return null;
  if (name !== 'shape' || element === undefined) return elementLabels(name).label;
  return shapeWord(shapeKind(outlineOf(planning, element), boxOf(planning, element)));
}

function outlineOf(planning: Planning, shape: ElementNode): Outline {
  const textOfAttribute = (name: string) => writtenText(planning, shape, name);
  const points = textOfAttribute('points');
  const data = textOfAttribute('path') ?? (points === null ? null : (polygonData(points) ?? ''));
  if (data !== null) return { kind: 'path', data };
  return textOfAttribute('type') === 'ellipse' ? { kind: 'ellipse' } : { kind: 'rectangle', radius: 0 };
}

function boxOf(planning: Planning, shape: ElementNode): Box {
  const side = (name: string): Length | null => {
    const [, amount, unit] = /^([\d.]+)(%?)$/.exec(writtenText(planning, shape, name) ?? '') ?? [];
    return amount === undefined ? null : { amount: Number(amount), unit: unit === '%' ? '%' : 'px' };
  };
  return { width: side('width'), height: side('height') };
}

function writtenText(planning: Planning, element: ElementNode, attribute: string): string | null {
  const value = planning.resolved(element, attribute);
  return value?.kind === 'text' ? value.text.trim() : null;
}

function textIn(value: SubstitutedText | undefined): string | null {
  return value?.kind === 'text' && value.text.trim() !== '' ? shortName(value.text) : null;
}
