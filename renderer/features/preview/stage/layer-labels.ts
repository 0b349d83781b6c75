import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { elementWords, shapeWord } from '#renderer/strings/registry-strings.ts';
import { formatSigned } from '#renderer/ui/format/number.ts';
import { shortName } from '#shared/editing/planning/planning.ts';
import { placedNow } from '#shared/editing/stage/layer-change.ts';
import type { Layer, MediaSource } from '#shared/template/movie/movie.ts';
import type { LayerBox } from '#shared/timeline/boxes.ts';

/** What a layer is called: its name, else what it says, else its file's, else what it is. */
export function layerName(layer: Layer): string {
  if (layer.name !== null && layer.name.trim() !== '') return layer.name;
  if (layer.kind === 'text' && layer.content.trim() !== '') return shortName(layer.content);
  if ('source' in layer) return sourceName(layer.source);
  return kindWord(layer);
}

function kindWord(layer: Layer): string {
  return layer.kind === 'shape' ? shapeWord(layer.outline.kind) : elementWords(layer.kind).label;
}

/** Numbers of places and sizes: as many figures as one reads. */
export function shownNumber(value: number): string {
  return formatSigned(Math.round(value * 10) / 10 + 0, 1);
}

/** A layer with its place and size, for those who do not see it. */
export function layerSentence(box: LayerBox, words: Catalogue['stage']): string {
  const { position } = placedNow(box);
  const { width, height } = displaySize(box);
  const [x, y, w, h] = [position.x, position.y, width, height].map(shownNumber) as [string, string, string, string];
  return words.layer(layerName(box.layer), kindWord(box.layer), x, y, w, h);
}

/** How large a picture is shown, its scale included. */
export function displaySize({ shown, row }: LayerBox) {
  const { a, b, c, d } = row.matrix;
  return { width: shown.width * Math.hypot(a, b), height: shown.height * Math.hypot(c, d) };
}

/** What a source is called: its file's name, or the last part of its address. */
export function sourceName(source: MediaSource): string {
  if (source.kind === 'asset') return source.name;
  const path = URL.canParse(source.url) ? new URL(source.url).pathname : source.url;
  const last = path.split('/').findLast((part) => part !== '') ?? source.url;
  try {
    return decodeURIComponent(last);
  } catch {
    // Not every percent sign is an escape.
    return last;
  }
}
