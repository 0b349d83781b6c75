import { type Scope, valuesIn } from '../expressions/values.ts';
import { type Candidate, choiceValue, chosenScene, isConditionMet } from '../template/conditions/condition-of.ts';
import {
  attributeValue,
  childElements,
  type ElementNode,
  type NodeId,
  type TemplateDocument,
} from '../template/document/document.ts';
import { createFindingLog } from '../template/document/problem.ts';
import type { Transition } from '../template/movie/movie.ts';
import { startsOf } from '../template/movie/scene-starts.ts';
import { parseValue } from '../template/placeholders/placeholder.ts';
import {
  createValueBudget,
  type Substitution,
  substitute,
  type ValueBudget,
} from '../template/placeholders/substitute.ts';
import { elementRegistry } from '../template/tables/elements.ts';
import { isScene, leavesOf, nestedScenesOf, roleOf, scenesOf } from '../template/tables/roles.ts';
import { DEFAULT_TRANSITION } from '../template/tables/transition-attributes.ts';
import { type FrameRate, type Frames, frames, parseFrameRate } from '../template/values/frame-rate.ts';
import { declarationsIn } from '../template/variables/declarations.ts';
import { originalId } from '../template/variables/repeats.ts';
import { jointsOf } from '../timeline/build-timeline.ts';
import { type UnfoldedTemplate, unfold } from './unfold.ts';

/**
 * The positions of the scenes of a document in the film with the defaults of all variables. A repeated scene extends
 * from its first copy to its last copy.
 */
export interface SceneExtents {
  /** The first frame of each scene of layers in document order; null for scenes after a scene of unknown length. */
  readonly starts: readonly (Frames | null)[];
  /**
   * The frame after the last frame of each scene; null from the first scene of unknown length on. Because of
   * transitions, the next scene can start earlier.
   */
  readonly ends: readonly (Frames | null)[];
  readonly total: Frames | null;
}

interface Defaults {
  readonly defaults: ReadonlyMap<string, string>;
  readonly budget: ValueBudget;
  /** The names that lists define for the nodes of copies, by node id. */
  readonly scopes: ReadonlyMap<NodeId, Scope>;
  readonly declarations?: Substitution['declarations'];
}

export function sceneExtents(document: TemplateDocument, statedValues: ReadonlyMap<string, string>): SceneExtents {
  const { root, scopes } = unfoldedByDefault(document.root, statedValues);
  const declarations = declarationsIn(document.root);
  const defaults: Defaults = { defaults: statedValues, budget: createValueBudget(), scopes, declarations };
  const rateText = defaultText(root, 'framerate', defaults);
  const rate = rateText === null ? null : parseFrameRate(rateText);
  const frameRate = rate?.ok ? rate.value : null;
  const lengths = scenesOf(root).flatMap((scene) => lengthsOf(scene, { rate: frameRate, defaults, isPlayed: true }));
  const withoutOverlaps = startsOf(lengths);
  const overlaps = overlapsOf(root, lengths, frameRate, defaults);
  let earlier = 0;
  const starts = withoutOverlaps.map((start, index) => {
    earlier += overlaps?.[index] ?? 0;
    return start === null ? null : frames(start - earlier);
  });
  const ends = lengths.map((length, index) => {
    const start = starts[index] ?? null;
    return start === null || length === null ? null : frames(start + length);
  });
  const extents: SceneExtents = { starts: starts.slice(0, -1), ends, total: starts.at(-1) ?? null };
  return root === document.root ? extents : extentsOfOriginals(extents, root, document.root);
}

/** Replaces repeated elements with copies for the default items of the lists. */
function unfoldedByDefault(root: ElementNode, defaults: ReadonlyMap<string, string>): UnfoldedTemplate {
  const log = createFindingLog();
  const declarations = declarationsIn(root);
  const silent = {
    values: new Map<string, string>(),
    defaults,
    declarations,
    missing: 'ignore',
    log,
    rate: null,
  } as const;
  return unfold({ ...silent, ignored: new Set(), budget: createValueBudget() }, root);
}

/** Converts the extents of copies to the extents of the scenes of the document. */
function extentsOfOriginals(
  { starts, ends, total }: SceneExtents,
  unfolded: ElementNode,
  root: ElementNode,
): SceneExtents {
  const places = Map.groupBy(scenesOf(unfolded).flatMap(leavesOf).entries(), ([, { id }]) => originalId(id));
  let reached: Frames | null = frames(0);
  const extents = scenesOf(root)
    .flatMap(leavesOf)
    .map(({ id }) => {
      const copies = (places.get(id) ?? []).map(([index]) => index);
      const [first] = copies;
      // A scene without copies starts and ends where the previous scene ends.
      if (first === undefined) return { start: reached, end: reached };
      const last = copies.reduce((highest, index) => Math.max(highest, index), first);
      const extent = { start: starts[first] ?? null, end: ends[last] ?? null };
      reached = extent.end;
      return extent;
    });
  return { starts: extents.map(({ start }) => start), ends: extents.map(({ end }) => end), total };
}

/**
 * Returns the number of frames by which each scene overlaps the previous played scene. Returns null without
 * transitions, or if a length is unknown. A scene with zero frames is not played.
 */
function overlapsOf(
  root: ElementNode,
  lengths: readonly (Frames | null)[],
  rate: FrameRate | null,
  defaults: Defaults,
): readonly number[] | null {
  const knownLengths = lengths.filter((length) => length !== null);
  const transitions: SpanOfTransition[] = [];
  let sceneCount = 0;
  const visit = (parent: ElementNode): void => {
    for (const child of childElements(parent)) {
      if (roleOf(child) === 'transition') transitions.push(spanOfTransition(child, sceneCount, rate, defaults));
      if (!isScene(child)) continue;
      if (nestedScenesOf(child) === null) sceneCount += 1;
      else visit(child);
    }
  };
  visit(root);
  if (transitions.length === 0 || knownLengths.length < lengths.length) return null;
  const played = knownLengths.flatMap((length, index) => (length > 0 ? [index] : []));
  const joints = jointsOf({ scenes: knownLengths.map((duration) => ({ duration })), transitions }, played);
  const overlaps = knownLengths.map(() => 0);
  for (const [at, index] of played.entries()) if (at > 0) overlaps[index] = joints[at]?.length ?? 0;
  return overlaps;
}

type SpanOfTransition = Pick<Transition, 'enabled' | 'behind' | 'duration'>;

function spanOfTransition(
  element: ElementNode,
  nextScene: number,
  rate: FrameRate | null,
  defaults: Defaults,
): SpanOfTransition {
  const { duration, enabled } = elementRegistry.transition.attributes;
  const switched = enabled.type.parse(defaultText(element, 'enabled', defaults) ?? 'true', rate);
  const read = duration.type.parse(defaultText(element, 'duration', defaults) ?? DEFAULT_TRANSITION, rate);
  const length = rate !== null && read.ok ? read.value : null;
  const isMet = isConditionMet(element, withValues(element, defaults));
  const isOn = switched.ok && switched.value && isMet;
  return { behind: nextScene, enabled: isOn && length !== null, duration: length ?? frames(0) };
}

interface ParentScene {
  readonly rate: FrameRate | null;
  readonly defaults: Defaults;
  readonly isPlayed: boolean;
}

/**
 * Returns the length of each scene of layers in an element: 0 for a scene that is not played, and null for an unknown
 * length.
 */
function lengthsOf(scene: ElementNode, parent: ParentScene): readonly (Frames | null)[] {
  const { rate, defaults } = parent;
  const context = withValues(scene, defaults);
  const nested = nestedScenesOf(scene);
  const isChoice = attributeValue(scene, 'type')?.trim() === 'choice';
  const isPlayed = parent.isPlayed && isOn(scene, parent) && (isChoice || isConditionMet(scene, context));
  if (nested === null) return [isPlayed ? sceneLength(scene, rate, defaults) : frames(0)];
  const chosen = isChoice
    ? chosenScene(
        nested.map((nestedScene) => candidate(nestedScene, parent)),
        choiceValue(scene, context),
      )
    : null;
  return nested.flatMap((nestedScene, index) =>
    lengthsOf(nestedScene, { ...parent, isPlayed: isPlayed && (!isChoice || index === chosen) }),
  );
}

function candidate(scene: ElementNode, parent: ParentScene): Candidate {
  const cases = defaultText(scene, 'case', parent.defaults);
  return { enabled: isOn(scene, parent), cases: cases === null ? null : valuesIn(cases) };
}

function isOn(scene: ElementNode, { rate, defaults }: ParentScene): boolean {
  const text = defaultText(scene, 'enabled', defaults);
  const read = text === null ? null : elementRegistry.scene.attributes.enabled.type.parse(text, rate);
  return !(read?.ok === true && !read.value);
}

function sceneLength(scene: ElementNode, rate: FrameRate | null, defaults: Defaults): Frames | null {
  const { duration } = elementRegistry.scene.attributes;
  const text = defaultText(scene, 'duration', defaults);
  // Converting seconds requires the frame rate. Frames need no conversion.
  if (text === null || (rate === null && text.includes('s'))) return null;
  const length = duration.type.parse(text, rate);
  return length.ok && typeof length.value === 'number' ? length.value : null;
}

/** Returns the defaults with the names that lists around an element define. */
function withValues({ id }: ElementNode, { scopes, ...defaults }: Defaults) {
  return { values: new Map<string, string>(), ...defaults, scope: scopes.get(id) };
}

function defaultText(element: ElementNode, attribute: string, defaults: Defaults): string | null {
  const value = attributeValue(element, attribute);
  if (value === undefined) return null;
  const parsed = parseValue(value);
  if (parsed.faults.length > 0) return null;
  const substituted = substitute(parsed, withValues(element, defaults), defaults.budget);
  return substituted.kind === 'text' ? substituted.text : null;
}
