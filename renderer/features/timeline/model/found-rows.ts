import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { elementWords } from '#renderer/strings/registry-words.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Layer, Movie, Overlay, Scene } from '#shared/template/movie/movie.ts';
import type { SoundLayer } from '#shared/template/movie/sound-layer.ts';
import type { Shown } from '../grid/rows.ts';
import { soundTitle } from './scene-sounds.ts';
import { layerTitle, sceneTitle } from './scene-words.ts';

type Words = Catalogue['timeline'];

/** Something that has all words that are looked for. */
export interface Hit {
  readonly id: NodeId;
  /** The scene or overlay that it stands in, or the movie; a scene itself. */
  readonly owner: NodeId;
  readonly isScene: boolean;
}

/** What a search finds in a film, and what is shown for it. */
export interface FoundRows {
  /** In the order of the rows: a scene, its layers from the front, its sounds, then overlays and sounds of the movie. */
  readonly hits: readonly Hit[];
  /** Layers, sounds and overlays whose rows stay: what was found, and what leads there. */
  readonly kept: ReadonlySet<NodeId>;
  /** Those of them that are shown with all they have: what was found with nothing found in it. */
  readonly whole: ReadonlySet<NodeId>;
  /** Scenes that stay: found themselves, or with something found in them. */
  readonly scenes: ReadonlySet<NodeId>;
  /** Scenes with something found in them, whose rows are shown. */
  readonly open: Shown['open'];
  /** Groups and overlays with something found in them. */
  readonly leading: Shown['unfolded'];
}

/** The words of a search as they are compared: `Über  ALLES` looks for `uber` and `alles`. */
export function searchWords(text: string): readonly string[] {
  return folded(text)
    .split(/\s+/)
    .filter((word) => word !== '');
}

/**
 * Scenes, layers, sounds and overlays whose shown name, kind or resolved text contains all of the words; null where
 * nothing is looked for.
 */
export function foundRows(movie: Movie, search: string, words: Words): FoundRows | null {
  const wanted = searchWords(search);
  if (wanted.length === 0) return null;
  const finding = new Finding(wanted, words);
  for (const scene of movie.scenes) finding.scene(scene);
  for (const overlay of movie.overlays) finding.overlay(overlay, movie.id);
  for (const sound of movie.sounds) finding.sound(sound, movie.id);
  return finding;
}

/** The hit before (-1) or behind (1) another, round and round; from what is no hit any more the first or the last. */
export function hitBeside(hits: readonly Hit[], from: NodeId | null, direction: -1 | 1): Hit | null {
  const at = hits.findIndex(({ id }) => id === from);
  const next = at < 0 ? (direction > 0 ? 0 : -1) : (at + direction) % hits.length;
  return hits.at(next) ?? null;
}

/** Goes through a film in the order of its rows. */
class Finding implements FoundRows {
  readonly hits: Hit[] = [];
  readonly kept = new Set<NodeId>();
  readonly whole = new Set<NodeId>();
  readonly scenes = new Set<NodeId>();
  readonly open = new Set<NodeId>();
  readonly leading = new Set<NodeId>();
  readonly #wanted: readonly string[];
  readonly #words: Words;

  constructor(wanted: readonly string[], words: Words) {
    this.#wanted = wanted;
    this.#words = words;
  }

  scene(scene: Scene): void {
    const { id } = scene;
    if (this.#isHit(scene, () => [sceneTitle(scene, this.#words), elementWords('scene').label]))
      this.#add({ id, owner: id, isScene: true });
    const before = this.hits.length;
    this.#parts(scene, id);
    if (this.hits.length > before) this.open.add(id);
    if (this.hits.length > before || this.hits.at(-1)?.id === id) this.scenes.add(id);
  }

  overlay(overlay: Overlay, movie: NodeId): void {
    const { id, name } = overlay;
    const isHit = this.#isHit(overlay, () => [name ?? '', elementWords('overlay').label]);
    if (isHit) this.#add({ id, owner: movie, isScene: false });
    this.#around(id, isHit, () => this.#parts(overlay, id));
  }

  sound(sound: SoundLayer, owner: NodeId): void {
    if (!this.#isHit(sound, () => [soundTitle(sound), elementWords('audio').label])) return;
    this.#add({ id: sound.id, owner, isScene: false });
    this.#around(sound.id, true, () => undefined);
  }

  #parts({ layers, sounds }: Pick<Scene, 'layers' | 'sounds'>, owner: NodeId): void {
    for (const layer of layers.toReversed()) this.#layer(layer, owner);
    for (const sound of sounds) this.sound(sound, owner);
  }

  #layer(layer: Layer, owner: NodeId): void {
    const { id } = layer;
    const isHit = this.#isHit(layer, () => textsOf(layer));
    if (isHit) this.#add({ id, owner, isScene: false });
    const inner = layer.kind === 'group' ? layer.layers.toReversed() : [];
    this.#around(id, isHit, () => {
      for (const each of inner) this.#layer(each, owner);
    });
  }

  /** Something that may have others in it: it stays with them, or whole where none of them is found. */
  #around(id: NodeId, isHit: boolean, inside: () => void): void {
    const before = this.hits.length;
    inside();
    if (this.hits.length > before) this.leading.add(id);
    else if (isHit) this.whole.add(id);
    else return;
    this.kept.add(id);
  }

  #add(hit: Hit): void {
    this.hits.push(hit);
  }

  #isHit(thing: object, texts: () => readonly string[]): boolean {
    const text = textOf(thing, this.#words, texts);
    return this.#wanted.every((word) => text.includes(word));
  }
}

/** What a layer is shown as, what it is, and what it says with the values that hold. */
function textsOf(layer: Layer): readonly string[] {
  const said = layer.kind === 'text' ? [layer.content] : [];
  return [layerTitle(layer), elementWords(layer.kind).label, ...said];
}

/** Of what never changes, in each language: with every letter that is typed the same is asked again. */
const known = new WeakMap<Words, WeakMap<object, string>>();

function textOf(thing: object, words: Words, texts: () => readonly string[]): string {
  const inLanguage = known.get(words) ?? new WeakMap<object, string>();
  known.set(words, inLanguage);
  const before = inLanguage.get(thing);
  if (before !== undefined) return before;
  const made = folded(texts().join('\n'));
  inLanguage.set(thing, made);
  return made;
}

/** In lower case and without accents. Only those are left out: marks of other scripts are letters. */
function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '');
}
