import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { effectWords, elementWords, shapeWord } from '#renderer/strings/registry-words.ts';
import { sourceName } from '#shared/editing/planning/labels.ts';
import { variablesIn } from '#shared/editing/planning/planning.ts';
import type { PlacedTransition } from '#shared/film/scenes/film.ts';
import type { NodeId, TemplateDocument } from '#shared/template/document/document.ts';
import type { Effect } from '#shared/template/effects/effects.ts';
import { shownSource } from '#shared/template/movie/layer-sources.ts';
import type { MediaSource } from '#shared/template/movie/media-source.ts';
import type { Layer, Scene, Transition } from '#shared/template/movie/movie.ts';

type Words = Catalogue['timeline'];

/** What a scene is called: its name, else that of its lowest layer, where that is no mere ground for what is known of it. */
export function sceneTitle(scene: Scene, words: Pick<Words, 'empty'>): string {
  const { name, layers } = scene;
  if (name !== null && name.trim() !== '') return name;
  const [lowest] = layers;
  if (lowest === undefined) return words.empty;
  const isGround = (lowest.kind === 'solid' || lowest.kind === 'shape') && lowest.name === null;
  return layerTitle((isGround ? stillLayer(scene) : null) ?? lowest);
}

/** What a layer is called: its name, else its file's, else what it says, else what it is. */
export function layerTitle(layer: Layer): string {
  const { name, kind } = layer;
  if (name !== null && name.trim() !== '') return name;
  const source = shownSource(layer);
  if (source !== null) return sourceTitle(source);
  const said = layer.kind === 'text' ? layer.content.trim().replaceAll(/\s+/g, ' ') : '';
  if (said !== '') return said.slice(0, LONGEST_TITLE);
  return layer.kind === 'shape' ? shapeWord(layer.outline.kind) : elementWords(kind).label;
}

/** What a scene without videos is known by: its first text, else its first image, else its lowest layer. */
export function stillLayer({ layers }: Scene): Layer | null {
  const seen = layers.filter(({ enabled }) => enabled);
  if (seen.some(({ kind }) => kind === 'video')) return null;
  const first = (kind: Layer['kind']) => seen.find((layer) => layer.kind === kind);
  return first('text') ?? first('image') ?? seen[0] ?? null;
}

/** Characters of a text that stand for it. */
const LONGEST_TITLE = 60;

export function sourceTitle(source: MediaSource): string {
  return sourceName(source.kind === 'asset' ? source.name : source.url);
}

function transitionTitle({ look }: Transition, words: Pick<Words, 'transitionTypes'>): string {
  return words.transitionTypes[look.type];
}

/** `Wipe between scenes 1 and 2, 12 frames`. */
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
  return effectWords(type).label;
}

const names = new WeakMap<TemplateDocument, ReadonlyMap<NodeId, readonly string[]>>();

/** The variables that each scene uses; looked for once for each document. */
export function sceneVariables(document: TemplateDocument): ReadonlyMap<NodeId, readonly string[]> {
  const known = names.get(document);
  if (known !== undefined) return known;
  const found = new Map<NodeId, string[]>();
  for (const { name, scene } of variablesIn(document).uses) {
    if (scene === null) continue;
    const list = found.get(scene.id);
    if (list === undefined) found.set(scene.id, [name]);
    else if (!list.includes(name)) list.push(name);
  }
  names.set(document, found);
  return found;
}
