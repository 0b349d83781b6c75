import { sizeWithEffects } from '../compositor/effects/apply-effects.ts';
import type { PlannableCommand } from '../editing/model/commands.ts';
import { cueTimes, ownCuesIn, type TimedOwnCue } from '../editing/model/own-cues.ts';
import { planningOf } from '../editing/planning/planning.ts';
import { type LayerChange, moveChange } from '../editing/stage/layer-change.ts';
import { stageStep, valueCommands } from '../editing/stage/stage-command.ts';
import { message } from '../messages/message.ts';
import type { FixKind } from '../messages/steps.en.ts';
import { attributeValue, elementsOf, type NodeId } from '../template/document/document.ts';
import type { Layer, Movie } from '../template/movie/movie.ts';
import { volumeType } from '../template/tables/sound-attributes.ts';
import { type Color, formatColor, parseColor } from '../template/values/color.ts';
import { type Frames, framesToSamples, framesToSeconds, secondsToFrames } from '../template/values/frame-rate.ts';
import { pixels } from '../template/values/lengths.ts';
import type { Size } from '../template/values/placement.ts';
import { originalId } from '../template/variables/repeats.ts';
import { isBrandVariable } from '../template/variables/variable-uses.ts';
import type { TemplateSource } from '../template-xml/ranges/ranges.ts';
import { layerBoxesAt } from '../timeline/boxes.ts';
import { buildTimeline } from '../timeline/build-timeline.ts';
import type { Rect } from '../timeline/layer-state.ts';
import { type AudibleLayer, timelineSounds } from '../timeline/sounds.ts';
import { type CheckCode, filmChecks } from './check-table.ts';
import { type CheckedMovie, filmToTrack, placedLayers, type TextLayouts } from './laid-out-texts.ts';
import { contrastRatio, luminanceOfColor } from './letters.ts';
import { freeArea, type Platform } from './platforms.ts';
import type { FilmFinding } from './report.ts';

/** A checked film with its template, which a fix changes. */
export interface FilmToFix {
  readonly film: CheckedMovie;
  readonly layouts: TextLayouts;
  readonly source: TemplateSource;
  readonly values: ReadonlyMap<string, string>;
  /** The platforms for which the film was checked. */
  readonly platforms: readonly Platform[];
}

/** Returns the changes that may remove a finding, best first. */
export function changesFor(finding: FilmFinding, subject: FilmToFix): readonly PlannableCommand[] {
  return fixers[finding.code]?.(finding, subject) ?? [];
}

type Fixer = (finding: FilmFinding, subject: FilmToFix) => readonly PlannableCommand[];

/** The functions that return changes for findings, by check. */
const fixers: Partial<Readonly<Record<CheckCode, Fixer>>> = {
  'text/too-short': longerText,
  'text/off-frame': (finding, subject) => [
    ...movedText(finding, subject, withMargin(filmChecks['text/unsafe-area'].thresholds.notice, subject)),
    ...movedText(finding, subject, withMargin(0, subject)),
  ],
  'text/unsafe-area': (finding, subject) =>
    movedText(finding, subject, withMargin(filmChecks['text/unsafe-area'].thresholds.notice, subject)),
  'text/under-overlay': (finding, subject) =>
    subject.platforms.flatMap((platform) => {
      if (
        platform.margins === null ||
        platform.label !== (finding.says.values as { readonly platform?: string }).platform
      )
        return [];
      const { left, top, right, bottom } = freeArea(platform.margins, subject.film.movie);
      return movedText(finding, subject, { left, top, width: right - left, height: bottom - top });
    }),
  'text/tiny': largerText,
  'captions/timing': movedCue,
  'text/low-contrast': readableText,
  'sound/peak': quieterSounds,
  'sound/loudness': ({ says }, subject) => {
    const { target } = says.values as { readonly target: number | null };
    const loudness = target ?? DEFAULT_LOUDNESS;
    return fixOf(subject, 'loudness', loudness, [[subject.source.document.root.id, 'loudness', loudness]]);
  },
};

/** The loudness of a film without a target, in LUFS, which streams use. */
const DEFAULT_LOUDNESS = -14;

/**
 * Extends the visible time of a text to its reading time: first the layer alone, then with its groups and its scene.
 */
function longerText({ node, says }: FilmFinding, { film: { movie } }: FilmToFix): readonly PlannableCommand[] {
  const { seen, need } = says.values as { readonly seen: number; readonly need: number };
  const path = node === null ? null : pathTo(node, movie);
  if (path === null) return [];
  const { scene, layers } = path;
  const extra = secondsToFrames(need - seen, movie.frameRate) + 1;
  const longer = (parts: readonly Layer[]): PlannableCommand => ({
    type: 'layer/set-times',
    times: parts.flatMap(({ id, duration }) => (duration === null ? [] : [{ part: id, duration: duration + extra }])),
    as: 'trim',
  });
  const last = layers.slice(-1);
  const timed = layers.filter(({ duration }) => duration !== null);
  const alone = last.some(({ duration }) => duration !== null) ? [longer(last)] : [];
  if (scene === null) return alone;
  const lengthen: PlannableCommand = {
    type: 'scene/set-duration',
    scenes: [scene.id],
    duration: scene.duration + extra,
  };
  const label = message('step/fix-finding', { how: null, value: '' });
  return [...alone, timed.length === 0 ? lengthen : { type: 'batch', label, commands: [lengthen, longer(timed)] }];
}

/** Returns the scene of a layer (null for an overlay), the groups that contain the layer, and the layer itself. */
function pathTo(node: NodeId, movie: Movie) {
  for (const scene of movie.scenes) {
    const layers = pathIn(scene.layers, node);
    if (layers !== null) return { scene, layers };
  }
  for (const overlay of movie.overlays) {
    const layers = pathIn(overlay.layers, node);
    if (layers !== null) return { scene: null, layers };
  }
  return null;
}

function pathIn(layers: readonly Layer[], node: NodeId): readonly Layer[] | null {
  for (const layer of layers) {
    if (layer.id === node) return [layer];
    const inside = layer.kind === 'group' ? pathIn(layer.layers, node) : null;
    if (inside !== null) return [layer, ...inside];
  }
  return null;
}

/** Returns the frame reduced by a fraction of its size at each edge. */
function withMargin(share: number, { film: { movie } }: FilmToFix): Rect {
  const { width, height } = movie;
  return { left: share * width, top: share * height, width: (1 - 2 * share) * width, height: (1 - 2 * share) * height };
}

/** Moves a text into an area by the smallest possible distance. A text that does not fit stays unchanged. */
function movedText({ node, from, box }: FilmFinding, subject: FilmToFix, area: Rect): readonly PlannableCommand[] {
  if (node === null || box === null || !fitsIn(box, area)) return [];
  const by = {
    x: shift(box.left, box.width, area.left, area.width),
    y: shift(box.top, box.height, area.top, area.height),
  };
  const { movie } = subject.film;
  const { known } = filmToTrack(subject.film, subject.layouts);
  const placed = layerBoxesAt(movie, from, { known, sizeAfter: sizeWithEffects }).find(
    ({ layer }) => layer.id === node,
  );
  return placed === undefined ? [] : changed(placed, moveChange(placed, by), subject);
}

function fitsIn(one: Size, other: Size): boolean {
  return one.width <= other.width && one.height <= other.height;
}

/** Returns the smallest offset that moves an interval into a range. */
function shift(start: number, length: number, from: number, all: number): number {
  if (start < from) return Math.ceil(from - start);
  const beyond = start + length - from - all;
  return beyond > 0 ? -Math.ceil(beyond) : 0;
}

/** Enlarges the letters of a text to a readable size on a phone. */
function largerText({ node, from, says }: FilmFinding, subject: FilmToFix): readonly PlannableCommand[] {
  const { size } = says.values as { readonly size: number };
  const { movie } = subject.film;
  const { known } = filmToTrack(subject.film, subject.layouts);
  const boxes = layerBoxesAt(movie, from, { known, sizeAfter: sizeWithEffects });
  const placed = boxes.find(({ layer }) => layer.id === node);
  if (placed === undefined || !('style' in placed.layer)) return [];
  const larger = Math.ceil((placed.layer.style.size * filmChecks['text/tiny'].thresholds.notice) / size);
  return changed(placed, { size: larger }, subject);
}

function changed(
  { layer, localFrame, length }: { readonly layer: Layer; readonly localFrame: number; readonly length: number },
  change: LayerChange,
  { source: { document }, values }: FilmToFix,
): readonly PlannableCommand[] {
  // A copy of a layer has another id than its element in the template.
  const original = { ...layer, id: originalId(layer.id) };
  const step = stageStep({ document, values }, [{ layer: original, localFrame, length, change }]);
  return step.ok && step.value !== null ? [step.value.command] : [];
}

/** Changes the times of a cue that is in the template. */
function movedCue(
  { node, from, says }: FilmFinding,
  { film: { movie }, source }: FilmToFix,
): readonly PlannableCommand[] {
  const { frameRate: rate } = movie;
  const captions = placedLayers(movie).find(({ layer }) => layer.id === node);
  const element = [...elementsOf(source.document.root)].find((each) => node !== null && each.id === originalId(node));
  if (captions === undefined || element === undefined) return [];
  const cues = ownCuesIn(element, rate).filter((each): each is TimedOwnCue => each.time !== null);
  const millisecondsAt = (frame: number): number => framesToSeconds((frame - captions.origin) as Frames, rate) * 1000;
  const begin = millisecondsAt(from);
  // Accept a cue that begins in this frame, up to half a frame from its start.
  const at = cues.findIndex(({ time }) => Math.abs(time.start - begin) < 500 / (rate.numerator / rate.denominator));
  const [before, cue, next] = [cues[at - 1], cues[at], cues[at + 1]];
  if (cue === undefined) return [];
  const { start, end } = cue.time;
  const { shortest, longest } = filmChecks['captions/timing'].thresholds;
  switch (says.code) {
    case 'check/captions-overlap':
      return before === undefined ? [] : [cueTimes(before, { start: before.time.start, end: start })];
    case 'check/captions-gap':
      return next === undefined ? [] : [cueTimes(cue, { start, end: next.time.start })];
    case 'check/captions-short': {
      const needed = Math.ceil(start + shortest * 1000 + 1);
      return [cueTimes(cue, { start, end: Math.min(needed, next?.time.start ?? needed) })];
    }
    case 'check/captions-long':
      return [cueTimes(cue, { start, end: start + longest * 1000 })];
    case 'check/captions-cut':
      return buildTimeline(movie).scenes.flatMap((scene) => {
        const cut = millisecondsAt(scene.start);
        if (cut <= start || cut >= end) return [];
        return [cueTimes(cue, cut - start < end - cut ? { start: cut, end } : { start, end: cut })];
      });
    default:
      return [];
  }
}

/** A new value of an attribute: its element, its name, and the value. */
type NewValue = readonly [node: NodeId, name: string, value: unknown];

/** Returns the change that sets attributes as one step; empty if a value is part of a variable with other uses. */
function fixOf(
  { source: { document }, values }: FilmToFix,
  how: FixKind,
  value: string | number,
  changes: readonly NewValue[],
): readonly PlannableCommand[] {
  const planning = planningOf({ document, values });
  const commands: PlannableCommand[] = [];
  for (const [node, name, to] of changes) {
    const element = planning.index.elements.get(originalId(node))?.element;
    const planned = element === undefined ? null : valueCommands(planning, element, name, to);
    if (planned === null || !planned.ok) return [];
    commands.push(...planned.value);
  }
  if (commands.length === 0) return [];
  return [{ type: 'batch', label: message('step/fix-finding', { how, value }), commands }];
}

const WHITE = { red: 255, green: 255, blue: 255, alpha: 1 };
const BLACK = { red: 0, green: 0, blue: 0, alpha: 1 };
/** The steps from a color to white or black, and the factor by which a new contrast exceeds its limit. */
const BLEND_STEPS = 20;
const CONTRAST_MARGIN = 1.05;
/** The width of an outline, and the padding of a plate, as fractions of the font size. */
const OUTLINE_WIDTH = 0.06;
const PLATE_PADDING = 0.2;
/** The opacities of a plate. */
const PLATE_OPACITIES = [0.8, 1];

/**
 * Gives a text another color (a color of the brand, or the nearest lighter or darker color), an outline, or a plate
 * behind it.
 */
function readableText({ node, says }: FilmFinding, subject: FilmToFix): readonly PlannableCommand[] {
  const { limit, behind } = says.values as { readonly limit: number; readonly behind: readonly [number, number] };
  const layer = placedLayers(subject.film.movie).find((each) => each.layer.id === node)?.layer;
  if (node === null || layer?.kind !== 'text') return [];
  const { color, size, outline, background, padding } = layer.style;
  const isReadable = (one: Color): boolean => contrastWith(luminanceOfPaint(one), behind) >= limit * CONTRAST_MARGIN;
  const brand = [...subject.values].flatMap(([name, value]) => {
    const parsed = isBrandVariable(name) ? parseColor(value) : null;
    return parsed?.ok && isReadable(parsed.value) ? [{ ...parsed.value, alpha: 1 }] : [];
  });
  const blends = [WHITE, BLACK].flatMap((end) => {
    for (let step = 1; step <= BLEND_STEPS; step++) {
      const blended = blendOf(color, end, step / BLEND_STEPS);
      if (isReadable(blended)) return [{ blended, step }];
    }
    return [];
  });
  const nearest = [
    ...brand.toSorted((one, other) => distance(one, color) - distance(other, color)),
    ...blends.toSorted((one, other) => one.step - other.step).map(({ blended }) => blended),
  ];
  const own = luminanceOfPaint(color);
  const opposite = contrastRatio(own, 0) > contrastRatio(own, 1) ? BLACK : WHITE;
  const width = Math.max(1, Math.ceil(size * OUTLINE_WIDTH));
  const space = pixels(Math.round(size * PLATE_PADDING));
  const edges = { top: space, right: space, bottom: space, left: space };
  const isPlain = Object.values(padding).every(({ amount }) => amount === 0);
  return [
    ...nearest.flatMap((to) => fixOf(subject, 'color', formatColor(to), [[node, 'color', { ...to, alpha: 1 }]])),
    ...(outline !== null && outline.width >= width
      ? []
      : fixOf(subject, 'outline', formatColor(opposite), [[node, 'outline', { width, color: opposite }]])),
    ...PLATE_OPACITIES.flatMap((alpha) => {
      const paint: NewValue = [node, 'background', { ...opposite, alpha }];
      const around: readonly NewValue[] = background === null && isPlain ? [[node, 'padding', edges]] : [];
      return fixOf(subject, 'plate', formatColor(opposite), [paint, ...around]);
    }),
  ];
}

function luminanceOfPaint({ red, green, blue }: Color): number {
  return luminanceOfColor(red, green, blue);
}

/** Returns the least contrast of a luminance with a range of luminances. */
function contrastWith(luminance: number, [darkest, lightest]: readonly [number, number]): number {
  if (luminance > darkest && luminance < lightest) return 1;
  return Math.min(contrastRatio(luminance, darkest), contrastRatio(luminance, lightest));
}

function blendOf(one: Color, other: Color, share: number): Color {
  const mixed = (from: number, to: number): number => Math.round(from + (to - from) * share);
  return { red: mixed(one.red, other.red), green: mixed(one.green, other.green), blue: mixed(one.blue, other.blue) };
}

function distance(one: Color, other: Color): number {
  return (one.red - other.red) ** 2 + (one.green - other.green) ** 2 + (one.blue - other.blue) ** 2;
}

/** The distance of a lowered peak from the limit in decibels. */
const PEAK_MARGIN = 0.1;
/** Further reductions in decibels. A clipped sound has a higher peak than the check measures. */
const FURTHER_REDUCTIONS = [0, 3, 6, 12];

/**
 * Lowers the sounds that are audible at the peak, or all sounds. In a film with a loudness target, lowers the limit of
 * its true peak.
 */
function quieterSounds({ from, says }: FilmFinding, subject: FilmToFix): readonly PlannableCommand[] {
  const { movie } = subject.film;
  const limit = filmChecks['sound/peak'].thresholds.warning;
  const { root } = subject.source.document;
  if (movie.loudness !== undefined) return fixOf(subject, 'true-peak', limit, [[root.id, 'truepeak', limit]]);
  const { level } = says.values as { readonly level: number };
  const atFrame = (frame: number): number => framesToSamples(frame as Frames, movie.frameRate);
  const sounds = timelineSounds(buildTimeline(movie), () => ENDLESS);
  const atPeak = sounds.filter(
    ({ startSample, samples }) => startSample < atFrame(from + 1) && startSample + samples > atFrame(from),
  );
  const groups = [atPeak, sounds].map((group) => [...new Map(group.map(({ layer }) => [layer.id, layer])).values()]);
  const unique = groups.filter(
    (group, index) => group.length > 0 && (index === 0 || group.length > (groups[0]?.length ?? 0)),
  );
  return FURTHER_REDUCTIONS.flatMap((further) => {
    const decibels = Math.ceil((level - limit + PEAK_MARGIN + further) * 10) / 10;
    return unique.flatMap((group) =>
      fixOf(
        subject,
        'volume',
        decibels,
        group.flatMap((layer) => loweredVolumes(layer, 10 ** (-decibels / 20), subject)),
      ),
    );
  });
}

/** The length of a sound whose source is unknown. A layer ends its sound. */
const ENDLESS = { sound: Number.POSITIVE_INFINITY, picture: null };

/** Returns the lower volumes of a sound: of its attribute, or of each of its keyframes. */
function loweredVolumes(
  { id, volume }: Pick<AudibleLayer, 'id' | 'volume'>,
  factor: number,
  { source: { document } }: FilmToFix,
): readonly NewValue[] {
  // Round down, so that the peak stays below its limit.
  const lowered = (value: number): number => Math.floor(value * factor * 1000) / 1000;
  const element = [...elementsOf(document.root)].find((each) => each.id === originalId(id));
  const keys = element === undefined ? [] : [...elementsOf(element)].filter(({ name }) => name === 'key');
  const keyed = keys.flatMap((key): readonly NewValue[] => {
    const value = volumeType.parse(attributeValue(key, 'volume') ?? '', null);
    return value.ok ? [[key.id, 'volume', lowered(value.value)]] : [];
  });
  return keyed.length > 0 ? keyed : [[id, 'volume', lowered(volume)]];
}
