import type { ElementNode } from '../../template/document.ts';
import { effectRegistry, isEffectType } from '../../template/effects.ts';
import { layersOf } from '../../template/roles.ts';
import { sourcesOf } from '../../template/sources.ts';
import type { Planning } from './planning.ts';

const LONGEST_NAME = 32;

/** What people call a scene: its name, else that of its lowest source, else its number. In quotes where it is a name. */
export function sceneLabel(planning: Planning, scene: ElementNode): string {
  const name = planning.resolved(scene, 'name');
  if (name?.kind === 'text' && name.text.trim() !== '') return inQuotes(name.text);
  const [layer] = layersOf(scene, planning.language);
  const source = layer === undefined ? null : layerSource(planning, layer);
  return source === null ? `scene ${planning.index.scenes.indexOf(scene) + 1}` : inQuotes(source);
}

/** `“Petals open”` for one, `3 scenes` for more. */
export function scenesLabel(planning: Planning, scenes: readonly ElementNode[]): string {
  const [only] = scenes;
  return only !== undefined && scenes.length === 1 ? sceneLabel(planning, only) : `${scenes.length} scenes`;
}

/** `layer “clip.mp4”` for one, `3 layers` for more. */
export function layersLabel(planning: Planning, layers: readonly ElementNode[]): string {
  const [only] = layers;
  if (only === undefined || layers.length > 1) return `${layers.length} layers`;
  const source = layerSource(planning, only);
  return source === null ? 'layer' : `layer ${inQuotes(source)}`;
}

/** `Vignette` for one, `3 effects` for more of more than one type. */
export function effectsLabel(planning: Planning, effects: readonly ElementNode[]): string {
  const types = new Set(effects.map((effect) => effectLabel(planning, effect)));
  const [only] = types;
  return only !== undefined && types.size === 1 ? only : `${effects.length} effects`;
}

function effectLabel(planning: Planning, effect: ElementNode): string {
  const type = planning.resolved(effect, 'type');
  const name = type?.kind === 'text' ? type.text.trim() : '';
  return isEffectType(name) ? effectRegistry[name].label : name || effect.name;
}

/** The file's name of a source, however it is given; null without one. */
export function layerSource(planning: Planning, layer: ElementNode): string | null {
  const [named] = sourcesOf(layer, planning.language);
  const source = named && planning.resolved(layer, named.attribute);
  return source?.kind === 'text' ? sourceName(source.text) : null;
}

/** `clip.mp4` of a name or an address. */
export function sourceName(text: string): string {
  const path = text.trim().replace(/[?#].*$/s, '');
  return path.slice(path.lastIndexOf('/') + 1) || text.trim();
}

export function inQuotes(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return `“${line.length <= LONGEST_NAME ? line : `${line.slice(0, LONGEST_NAME - 1).toWellFormed()}…`}”`;
}

/** `3 scenes`, `1 scene`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
