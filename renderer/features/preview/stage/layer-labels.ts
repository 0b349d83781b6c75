import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { elementLabels, shapeWord } from '#renderer/strings/registry-strings.ts';
import { formatSigned } from '#renderer/ui/format/number.ts';
import { shapeKind } from '#shared/editing/model/shape-kind.ts';
import { shortName } from '#shared/editing/planning/planning.ts';
import { currentPlacement } from '#shared/editing/stage/layer-change.ts';
import type { Layer } from '#shared/template/movie/movie.ts';
import type { LayerBox } from '#shared/timeline/boxes.ts';
import { sourceName } from './source-name.ts';

/** Returns the display name of a layer: its name, or else its text, its file, or its kind. */
export function layerName(layer: Layer): string {
  if (layer.name !== null && layer.name.trim() !== '') return layer.name;
  if ('content' in layer && layer.content.trim() !== '') return shortName(layer.content);
  if ('source' in layer && layer.source !== null) return sourceName(layer.source);
  return kindWord(layer);
}

function kindWord(layer: Layer): string {
  return layer.kind === 'shape' ? shapeWord(shapeKind(layer.outline, layer.box)) : elementLabels(layer.kind).label;
}

/** Formats a coordinate or a size with at most one decimal. */
export function shownNumber(value: number): string {
  return formatSigned(Math.round(value * 10) / 10 + 0, 1);
}

/** Returns the description of a layer for screen readers, with its position and size. */
export function layerDescription(box: LayerBox, words: Catalogue['stage']): string {
  const { position } = currentPlacement(box);
  const { width, height } = layerDisplaySize(box);
  const [x, y, w, h] = [position.x, position.y, width, height].map(shownNumber) as [string, string, string, string];
  return words.layer(layerName(box.layer), kindWord(box.layer), x, y, w, h);
}

/** Returns the displayed size of a layer in movie pixels, including its scale. */
export function layerDisplaySize({ shown, state: row }: LayerBox) {
  const { a, b, c, d } = row.matrix;
  return { width: shown.width * Math.hypot(a, b), height: shown.height * Math.hypot(c, d) };
}
