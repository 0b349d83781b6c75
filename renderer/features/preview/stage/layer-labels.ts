import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { elementLabels, shapeWord } from '#renderer/strings/registry-strings.ts';
import { formatSigned } from '#renderer/ui/format/number.ts';
import { shapeKind } from '#shared/editing/model/shape-kind.ts';
import { shortName } from '#shared/editing/planning/planning.ts';
import { placedNow } from '#shared/editing/stage/layer-change.ts';
import type { Layer, MediaSource } from '#shared/template/movie/movie.ts';
import type { LayerBox } from '#shared/timeline/boxes.ts';

/** Returns the name of a layer: its own name, else its text, else its file, else its kind. */
export function layerName(layer: Layer): string {
  if (layer.name !== null && layer.name.trim() !== '') return layer.name;
  if (layer.kind === 'text' && layer.content.trim() !== '') return shortName(layer.content);
  if ('source' in layer) return sourceName(layer.source);
  return kindWord(layer);
}

function kindWord(layer: Layer): string {
  return layer.kind === 'shape' ? shapeWord(shapeKind(layer.outline, layer.box)) : elementLabels(layer.kind).label;
}

/** Formats a coordinate or a size with at most one decimal. */
export function shownNumber(value: number): string {
  return formatSigned(Math.round(value * 10) / 10 + 0, 1);
}

/** Describes a layer with its position and size for screen readers. */
export function layerDescription(box: LayerBox, words: Catalogue['stage']): string {
  const { position } = placedNow(box);
  const { width, height } = displaySize(box);
  const [x, y, w, h] = [position.x, position.y, width, height].map(shownNumber) as [string, string, string, string];
  return words.layer(layerName(box.layer), kindWord(box.layer), x, y, w, h);
}

/** Returns the displayed size of a layer's picture, including its scale. */
export function displaySize({ shown, state: row }: LayerBox) {
  const { a, b, c, d } = row.matrix;
  return { width: shown.width * Math.hypot(a, b), height: shown.height * Math.hypot(c, d) };
}

/** Returns the name of a source: the file name, or the last part of the URL. */
export function sourceName(source: MediaSource): string {
  if (source.kind === 'asset') return source.name;
  const path = URL.canParse(source.url) ? new URL(source.url).pathname : source.url;
  const last = path.split('/').findLast((part) => part !== '') ?? source.url;
  try {
    return decodeURIComponent(last);
  } catch {
    // `decodeURIComponent` throws if a percent sign is not part of an escape.
    return last;
  }
}
