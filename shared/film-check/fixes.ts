import { sizeWithEffects } from '../compositor/effects/apply-effects.ts';
import { applyCommand } from '../editing/apply-command.ts';
import type { PlannableCommand } from '../editing/model/commands.ts';
import { cueTimes, ownCuesIn, type TimedOwnCue } from '../editing/model/own-cues.ts';
import { type LayerChange, moveChange } from '../editing/stage/layer-change.ts';
import { stageStep } from '../editing/stage/stage-command.ts';
import { message } from '../messages/message.ts';
import { elementsOf, type NodeId } from '../template/document/document.ts';
import type { Layer, Movie } from '../template/movie/movie.ts';
import { type Frames, framesToSeconds, secondsToFrames } from '../template/values/frame-rate.ts';
import type { Size } from '../template/values/placement.ts';
import { originalId } from '../template/variables/repeats.ts';
import type { TemplateSource } from '../template-xml/ranges/ranges.ts';
import { layerBoxesAt } from '../timeline/boxes.ts';
import { buildTimeline } from '../timeline/build-timeline.ts';
import type { Rect } from '../timeline/layer-state.ts';
import { type CheckCode, filmChecks } from './check-table.ts';
import { type CheckedMovie, filmToSee, placedLayers, type TextLayouts } from './laid-out-texts.ts';
import { freeArea, type Platform } from './platforms.ts';
import type { FilmFinding } from './report.ts';

/** A change of the template that may remove a finding. */
export type FilmFix = PlannableCommand;

/** A checked film with its template, which a fix changes. */
export interface FilmToFix {
  readonly film: CheckedMovie;
  readonly layouts: TextLayouts;
  readonly source: TemplateSource;
  readonly values: ReadonlyMap<string, string>;
  /** The platforms for which the film was checked. */
  readonly platforms: readonly Platform[];
}

/**
 * Returns the first change that removes a finding. Tries each change on a copy of the template and checks the copy.
 * Returns null if no change removes the finding, or if every change adds a finding of at least the same severity.
 * @param check Checks a changed template; returns null if it cannot be rendered.
 */
export async function fixFor(
  finding: FilmFinding,
  before: readonly FilmFinding[],
  subject: FilmToFix,
  check: (source: TemplateSource) => Promise<readonly FilmFinding[] | null>,
): Promise<FilmFix | null> {
  for (const command of changesFor(finding, subject)) {
    const applied = applyCommand(subject, command);
    if (!applied.ok) continue;
    const after = await check(applied.value.source);
    if (after !== null && isRemoved(finding, before, after)) return command;
  }
  return null;
}

const SEVERITY = { error: 2, warning: 1, notice: 0 } as const;

/** Returns whether a change removed a finding without adding a finding of at least the same severity. */
function isRemoved(finding: FilmFinding, before: readonly FilmFinding[], after: readonly FilmFinding[]): boolean {
  const ofKey = (all: readonly FilmFinding[]) => Map.groupBy(all, keyOf);
  const [old, now] = [ofKey(before), ofKey(after)];
  const key = keyOf(finding);
  if ((now.get(key)?.length ?? 0) >= (old.get(key)?.length ?? 0)) return false;
  const worst = (all: readonly FilmFinding[] = []) => Math.max(-1, ...all.map(({ severity }) => SEVERITY[severity]));
  return [...now].every(
    ([other, all]) => worst(all) <= worst(old.get(other)) || worst(all) < SEVERITY[finding.severity],
  );
}

function keyOf({ code, node }: FilmFinding): string {
  return `${code} ${node === null ? '' : originalId(node)}`;
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
};

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
  const label = message('step/fix-finding');
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
  const { known } = filmToSee(subject.film, subject.layouts);
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
  const { known } = filmToSee(subject.film, subject.layouts);
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
