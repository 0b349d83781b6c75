import type { CopyPlace } from '#renderer/editor/copies.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { pageStrings } from '#renderer/strings/page-language.ts';
import { effectLabels, elementLabels, shapeWord, specWords } from '#renderer/strings/registry-strings.ts';
import { formatFixed } from '#renderer/ui/format/number.ts';
import { shapeKind } from '#shared/editing/model/shape-kind.ts';
import { sourceName, variablesIn } from '#shared/editing/planning/planning.ts';
import type { NodeId, TemplateDocument } from '#shared/template/document/document.ts';
import { type Effect, effectRegistry } from '#shared/template/effects/effects.ts';
import type { Layer, MediaSource, Scene, SoundLayer, Transition } from '#shared/template/movie/movie.ts';
import { displayedSource } from '#shared/template/movie/used-sources.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import type { AttributeSpecs } from '#shared/template/value-types/attribute-types.ts';
import type { PlacedTransition } from '#shared/timeline/timeline.ts';
import { type CaseRow, type HintRow, hasBar, type PropertyRow, type Row } from './row.ts';

type Words = Catalogue['timeline'];

/**
 * Returns the title of a scene: its name, or else the title of its lowest layer. If the lowest layer is an unnamed
 * solid or shape, the representative layer provides the title, if there is one.
 */
export function sceneTitle(scene: Scene, words: Pick<Words, 'empty'>): string {
  const { name, layers } = scene;
  if (name !== null && name.trim() !== '') return name;
  const [lowest] = layers;
  if (lowest === undefined) return words.empty;
  const isBackground = (lowest.kind === 'solid' || lowest.kind === 'shape') && lowest.name === null;
  return layerTitle((isBackground ? representativeLayer(scene) : null) ?? lowest);
}

/** Returns the title of a layer: its name, or else its file, its text, or its kind. */
export function layerTitle(layer: Layer): string {
  const { name, kind } = layer;
  if (name !== null && name.trim() !== '') return name;
  const source = displayedSource(layer);
  const file = source === null ? '' : sourceTitle(source);
  if (file !== '') return file;
  const text = 'content' in layer ? layer.content.trim().replaceAll(/\s+/g, ' ') : '';
  if (text !== '') return text.slice(0, MAX_TITLE);
  return layer.kind === 'shape' ? shapeWord(shapeKind(layer.outline, layer.box)) : elementLabels(kind).label;
}

/**
 * Returns the layer that represents a scene without videos: its first text, or else its first image, or else its lowest
 * layer. Null for a scene with a video.
 */
export function representativeLayer({ layers }: Scene): Layer | null {
  const enabledLayers = layers.filter(({ enabled }) => enabled);
  if (enabledLayers.some(({ kind }) => kind === 'video')) return null;
  const first = (kind: Layer['kind']) => enabledLayers.find((layer) => layer.kind === kind);
  return first('text') ?? first('image') ?? enabledLayers[0] ?? null;
}

/** The maximum number of characters of a text that serves as a title. */
const MAX_TITLE = 60;

export function sourceTitle(source: MediaSource): string {
  return sourceName(source.kind === 'asset' ? source.name : source.url);
}

function transitionTitle({ look }: Transition, words: Pick<Words, 'transitionTypes'>): string {
  return words.transitionTypes[look.type];
}

/** Returns the label of a transition, such as `Wipe between scenes 1 and 2, 12 frames`. */
export function transitionLabel(
  { transition, outgoing, incoming, length }: PlacedTransition,
  words: Pick<Words, 'transitionTypes' | 'transitionLabel'>,
): string {
  const title = transitionTitle(transition, words);
  return words.transitionLabel(
    title,
    outgoing === null ? null : outgoing + 1,
    incoming === null ? null : incoming + 1,
    length,
  );
}

export function effectTitle({ type }: Effect): string {
  return effectLabels(type).label;
}

const variablesByDocument = new WeakMap<TemplateDocument, ReadonlyMap<NodeId, readonly string[]>>();

/** Returns the names of the variables that each scene uses. Memoized per document. */
export function sceneVariables(document: TemplateDocument): ReadonlyMap<NodeId, readonly string[]> {
  const cached = variablesByDocument.get(document);
  if (cached !== undefined) return cached;
  const variablesByScene = new Map<NodeId, string[]>();
  for (const { name, scene } of variablesIn(document).uses) {
    if (scene === null) continue;
    const list = variablesByScene.get(scene.id);
    if (list === undefined) variablesByScene.set(scene.id, [name]);
    else if (!list.includes(name)) list.push(name);
  }
  variablesByDocument.set(document, variablesByScene);
  return variablesByScene;
}

/**
 * Returns the mark of a copy. The first copy of a repeated element shows the number of copies, such as `× 3`; the
 * others show their position.
 */
function copySign({ number, count }: CopyPlace): string {
  return number === 1 ? `× ${count}` : `${number}/${count}`;
}

/** Returns the title of a row. The title of a repeated element includes the number of its copies. */
export function rowTitle(row: Row): string {
  const title = ownTitle(row);
  return hasBar(row) && row.copy !== undefined ? `${title} ${copySign(row.copy)}` : title;
}

/** Returns the title of a row without the number of copies. */
export function ownTitle(row: Row): string {
  switch (row.kind) {
    case 'layer':
      return row.number === undefined ? layerTitle(row.layer) : `${layerTitle(row.layer)} ${row.number}`;
    case 'sound':
      return soundTitle(row.sound);
    case 'overlay':
      return row.overlay.name?.trim() || elementLabels('overlay').label;
    case 'effect':
      return effectTitle(row.effect);
    case 'property':
      return propertyTitle(row);
    case 'hint':
      return hintTitle(row);
    case 'case':
      return caseTitle(row);
    default:
      return row satisfies never;
  }
}

/** Returns whether the title of a row is a file name. */
export function isFileName(row: Row): boolean {
  if (row.kind !== 'layer' && row.kind !== 'sound') return false;
  const part = row.kind === 'layer' ? row.layer : row.sound;
  return 'source' in part && part.source !== null && (part.name ?? '').trim() === '';
}

/** Returns the title of the first scene of a case. */
function caseTitle({ scenes: [scene] }: CaseRow): string {
  const { timeline } = pageStrings();
  return scene === undefined ? timeline.unnamed : sceneTitle(scene, timeline);
}

/** Returns the text that a hint row shows. */
function hintTitle({ hint }: HintRow): string {
  const { timeline, keys } = pageStrings();
  switch (hint) {
    case 'layers':
      return timeline.noLayers;
    case 'music':
      return timeline.music;
    case 'keys':
      return keys.noKeys;
    default:
      return hint satisfies never;
  }
}

/** Returns the label of a property as forms show it. */
export function propertyTitle({ property, effect }: Pick<PropertyRow, 'property' | 'effect'>): string {
  const keySpecs: AttributeSpecs = elementRegistry.key.attributes;
  const specs: AttributeSpecs = effect === null ? keySpecs : effectRegistry[effect.type].attributes;
  const spec = specs[property];
  return spec === undefined ? property : specWords(spec).label;
}

/** Returns the kind of a row's element, such as `text` or `video`, in the page language. */
function rowKind(row: Exclude<Row, HintRow | CaseRow>): string {
  const name = row.kind === 'layer' ? row.layer.kind : row.kind === 'sound' ? 'audio' : row.kind;
  return name === 'effect' || name === 'property' ? '' : elementLabels(name).label;
}

/**
 * Returns the accessible label of a row, such as `Headline, Text, starts at frame 18, 150 frames long`. The label of a
 * row without a bar omits the times.
 */
export function barLabel(row: Row, words: Words): string {
  const title = rowTitle(row);
  if (row.kind === 'property' || row.kind === 'hint' || row.kind === 'case') return title;
  if (row.kind === 'effect') return words.effectLabel(title);
  if (!hasBar(row)) return `${title}, ${rowKind(row)}`;
  return words.barLabel(title, rowKind(row), row.start - row.clock, row.end - row.start);
}

/** Formats an amplitude factor in decibels. */
export function decibels(volume: number): string {
  if (volume <= 0) return '−∞ dB';
  const level = 20 * Math.log10(volume);
  const text = formatFixed(Math.abs(level), Math.abs(level) >= 10 ? 0 : 1);
  return `${level < -0.05 ? '−' : level > 0.05 ? '+' : ''}${text.replace(/[.,]0$/, '')} dB`;
}

/** Returns the title of a sound: its name, or else its file. */
export function soundTitle({ name, source }: Pick<SoundLayer, 'name' | 'source'>): string {
  if (name !== null && name.trim() !== '') return name;
  return sourceTitle(source) || elementLabels('audio').label;
}
