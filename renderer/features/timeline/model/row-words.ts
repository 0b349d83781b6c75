import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { pageStrings } from '#renderer/strings/page-language.ts';
import { elementWords, specWords } from '#renderer/strings/registry-words.ts';
import { formatFixed } from '#renderer/ui/format/number.ts';
import { effectRegistry } from '#shared/template/effects/effects.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import type { AttributeSpecs } from '#shared/template/value-types/attribute-spec.ts';
import { type CaseRow, type HintRow, hasBar, type PropertyRow, type Row } from '../grid/row.ts';
import { soundTitle } from './scene-sounds.ts';
import { effectTitle, layerTitle, sceneTitle } from './scene-words.ts';

type Words = Catalogue['timeline'];

/** What the thing of a row is called. */
export function rowTitle(row: Row): string {
  switch (row.kind) {
    case 'layer':
      return row.number === undefined ? layerTitle(row.layer) : `${layerTitle(row.layer)} ${row.number}`;
    case 'sound':
      return soundTitle(row.sound);
    case 'overlay':
      return row.overlay.name?.trim() || elementWords('overlay').label;
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

/** Whether what the thing of a row is called is the name of its file. */
export function isFileName(row: Row): boolean {
  if (row.kind !== 'layer' && row.kind !== 'sound') return false;
  const part = row.kind === 'layer' ? row.layer : row.sound;
  return 'source' in part && (part.name ?? '').trim() === '';
}

/** Its name, or that of its first scene. */
function caseTitle({ scenes: [scene] }: CaseRow): string {
  const { timeline } = pageStrings();
  return scene === undefined ? timeline.unnamed : sceneTitle(scene, timeline);
}

/** What is not there yet. */
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

/** What forms call the property. */
export function propertyTitle({ property, effect }: Pick<PropertyRow, 'property' | 'effect'>): string {
  const keySpecs: AttributeSpecs = elementRegistry.key.attributes;
  const specs: AttributeSpecs = effect === null ? keySpecs : effectRegistry[effect.type].attributes;
  const spec = specs[property];
  return spec === undefined ? property : specWords(spec).label;
}

/** What it is: `text`, `video`. */
function rowKind(row: Exclude<Row, HintRow | CaseRow>): string {
  const name = row.kind === 'layer' ? row.layer.kind : row.kind === 'sound' ? 'audio' : row.kind;
  return name === 'effect' || name === 'property' ? '' : elementWords(name).label;
}

/** `Headline, Text, from frame 18 for 150`; of what has no bar its name alone. */
export function barLabel(row: Row, words: Words): string {
  const title = rowTitle(row);
  if (row.kind === 'property' || row.kind === 'hint' || row.kind === 'case') return title;
  if (row.kind === 'effect') return words.effectLabel(title);
  if (!hasBar(row)) return `${title}, ${rowKind(row)}`;
  return words.barLabel(title, rowKind(row), row.start - row.clock, row.end - row.start);
}

/** A factor of the amplitude as people say it. */
export function decibels(volume: number): string {
  if (volume <= 0) return '−∞ dB';
  const level = 20 * Math.log10(volume);
  const text = formatFixed(Math.abs(level), Math.abs(level) >= 10 ? 0 : 1);
  return `${level < -0.05 ? '−' : level > 0.05 ? '+' : ''}${text.replace(/[.,]0$/, '')} dB`;
}
