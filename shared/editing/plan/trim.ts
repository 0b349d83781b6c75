import { err, ok, type Result } from '../../lib/result.ts';
import type { SubjectMessage } from '../../messages/edits.en.ts';
import { type Message, message } from '../../messages/message.ts';
import { childElements, type DocumentNode, type ElementNode } from '../../template/document/document.ts';
import { specOf } from '../../template/tables/attribute-lookup.ts';
import { roleOf } from '../../template/tables/roles.ts';
import type { TimeMeaning } from '../../template/value-types/attribute-types.ts';
import { timeNamed, timesOf } from '../../template/variables/written-values.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { PlannableCommand, SceneCommand } from '../model/commands.ts';
import { selectNodes } from '../model/selection.ts';
import { copyOf, newElement, withAttribute, withoutBeginning, withoutEnd } from '../planning/nodes.ts';
import { isVariable, planned, readTime, requireTime, selectionOf, subjectOf, timeEdits } from '../planning/planned.ts';
import { collect, elementLabel, elementOfRole, type Plan, type Planning, sceneLabel } from '../planning/planning.ts';
import { insertScenes } from '../planning/scene-list.ts';

type Of<Type extends SceneCommand['type']> = Extract<SceneCommand, { type: Type }>;

/**
 * A time of a layer with its attribute name. In {@link LayerTimes}, such a time is null if it is absent or unsupported.
 */
export interface TimeAttribute {
  readonly name: string;
  readonly count: number;
}

/** The times of a layer in its scene and in its source, in frames of the movie. */
export interface LayerTimes {
  /** The start in the scene; null for a layer that starts with the scene. */
  readonly start: TimeAttribute | null;
  /** The duration; null for a layer that lasts to the end of the scene. */
  readonly length: TimeAttribute | null;
  /** The in-point of the source; null for a layer without a running source. */
  readonly inPoint: TimeAttribute | null;
  /** The number of source frames per frame of the layer. */
  readonly speed: number;
  /**
   * The number of frames that an animated layer skips at its beginning. It keeps the animations in place when the start
   * is trimmed. Null for a layer that is not animated, for a group, whose in-point is the same attribute, and for a
   * negative overlap, which has another meaning.
   */
  readonly skippedTime: TimeAttribute | null;
  /** Whether the layer is a sound. A sound does not start earlier when its scene starts earlier. */
  readonly isSound: boolean;
}

/** The attribute for the playback speed, which has the same name in all elements. */
const SPEED = 'speed';

/** The attribute for the frames skipped at the beginning. A negative value instead shortens the end. */
const LEFT_OUT = 'overlap';

interface TimedLayer {
  readonly layer: ElementNode;
  readonly times: LayerTimes;
}

/**
 * Plans a trim or a slip. Clamps it: the scene keeps at least one frame, and no layer starts before its source. Also
 * changes disabled layers, so that they fit when they are enabled again.
 */
export function planTrim(
  planning: Planning,
  command: Of<'scene/trim-start'> | Of<'scene/trim-end'> | Of<'scene/slip'>,
): Plan {
  const sceneElement = elementOfRole(planning, command.scene, 'scene');
  if (!sceneElement.ok) return sceneElement;
  const scene = sceneElement.value;
  const what = sceneLabel(planning, scene);
  if (command.type === 'scene/trim-end') {
    const edits = timeEdits(planning, scene, 'duration', Math.max(1, Math.round(command.duration)));
    return edits.ok ? ok({ edits: edits.value, label: message('step/trim-end', { what }) }) : edits;
  }
  const layers = timedLayers(planning, scene);
  if (!layers.ok) return layers;
  if (command.type === 'scene/slip') {
    const edits = slipEdits(planning, layers.value, Math.round(command.by));
    return edits.ok ? ok({ edits: edits.value, label: message('step/slip', { what }) }) : edits;
  }
  const duration = requireTime(planning, scene, 'duration');
  if (!duration.ok) return duration;
  const available = framesBefore(layers.value.map(({ times }) => times));
  const by = Math.min(Math.max(Math.round(command.by), -available), duration.value - 1);
  const shorter = timeEdits(planning, scene, 'duration', duration.value - by);
  if (!shorter.ok) return shorter;
  const cut = collect(layers.value, ({ layer, times }) => cutEdits(planning, layer, cutStart(times, by)));
  return cut.ok ? ok({ edits: [...shorter.value, ...cut.value], label: message('step/trim-start', { what }) }) : cut;
}

/** Returns the layers and the sounds of a scene. Sounds are included because they keep their positions in the movie. */
function timedLayers(planning: Planning, scene: ElementNode): Result<readonly TimedLayer[], Message> {
  return collect(layersAndSoundsIn(planning, scene), (layer) => {
    const times = readLayerTimes(planning, layer);
    return times.ok ? ok([{ layer, times: times.value }]) : times;
  });
}

function layersAndSoundsIn({ language }: Planning, scene: ElementNode): readonly ElementNode[] {
  return childElements(scene).filter((child) => ['layer', 'sound'].includes(roleOf(child, language) ?? ''));
}

/** Returns the edits that move the in-points of all running sources except sounds, even if a layer starts later. */
function slipEdits(
  planning: Planning,
  layers: readonly TimedLayer[],
  requested: number,
): Result<readonly DocumentEdit[], Message> {
  const sources = layers.flatMap(({ layer, times: { inPoint, isSound } }) =>
    inPoint === null || isSound ? [] : [{ layer, inPoint }],
  );
  if (sources.length === 0) return err(message('edit/nothing-to-slip'));
  const by = Math.max(requested, -Math.min(...sources.map(({ inPoint }) => inPoint.count)));
  return collect(sources, ({ layer, inPoint }) => timeEdits(planning, layer, inPoint.name, inPoint.count + by));
}

function cutEdits(
  planning: Planning,
  layer: ElementNode,
  times: ReturnType<typeof cutStart>,
): Result<readonly DocumentEdit[], Message> {
  if (times === null) return ok([{ type: 'remove-node', node: layer.id }]);
  return collect(times, ({ name, count }) => timeEdits(planning, layer, name, count));
}

/**
 * Plans two scenes that differ only in their times: the second scene continues the sources of the first. A layer that
 * is visible in only one half exists only in that half. All times must be fixed, because the value of a placeholder
 * cannot be divided between two placeholders.
 */
export function planSplit(planning: Planning, command: Of<'scene/split'>): Plan {
  const sceneElement = elementOfRole(planning, command.scene, 'scene');
  if (!sceneElement.ok) return sceneElement;
  const scene = sceneElement.value;
  // Refuse a split within a choice, because the second half would become a case that is never selected.
  if (planning.index.elements.get(scene.id)?.parent !== planning.document.root)
    return err(message('edit/nested-scene'));
  const { at } = command;
  const duration = requireTime(planning, scene, 'duration');
  if (!duration.ok) return duration;
  if (at < 1 || at >= duration.value) return err(message('edit/nothing-to-split'));
  const variable = firstVariableTime(planning, scene);
  if (variable !== null) return err(message('edit/variable-in-split', { what: variable }));
  const layers = timedLayers(planning, scene);
  if (!layers.ok) return layers;
  const halves = secondHalves(layers.value, at);
  const children = scene.children.flatMap((child): readonly DocumentNode[] => {
    const half = halves.get(child);
    return half === undefined ? [child] : half === null ? [] : [half];
  });
  const half = withAttribute(copyOf({ ...scene, children }, planning.newId), 'duration', String(duration.value - at));
  const { root } = planning.document;
  const later = layers.value.filter(({ times }) => (times.start?.count ?? 0) >= at);
  const cut = layers.value.filter(
    ({ layer }) => halves.get(layer) != null && !later.some((change) => change.layer === layer),
  );
  return ok({
    edits: [
      { type: 'set-attribute', node: scene.id, name: 'duration', value: String(at) },
      ...later.map(({ layer }): DocumentEdit => ({ type: 'remove-node', node: layer.id })),
      ...cut.flatMap(({ layer }) => withoutEnd(planning, layer)),
      { type: 'insert-node', parent: root.id, index: root.children.indexOf(scene) + 1, node: half },
    ],
    label: message('step/split', { what: sceneLabel(planning, scene) }),
    selection: selectNodes([half.id]),
  });
}

/**
 * Returns the label of the first variable time of the scene or its layers that a split would change; null if there is
 * none.
 */
function firstVariableTime(planning: Planning, scene: ElementNode): SubjectMessage | null {
  for (const element of [scene, ...layersAndSoundsIn(planning, scene)]) {
    const time = timesOf(element, planning.language).find(
      ({ name, spec }) => spec.time !== undefined && isVariable(element, name),
    );
    if (time !== undefined) return subjectOf(planning, element, time.name);
  }
  return null;
}

/**
 * Returns the second half of each layer, from a frame of the scene on; null for a layer that ends before this frame.
 */
function secondHalves(layers: readonly TimedLayer[], at: number): ReadonlyMap<DocumentNode, ElementNode | null> {
  return new Map(
    layers.map(({ layer, times }) => {
      const cut = cutStart(times, at);
      const half = cut?.reduce<ElementNode>(
        (current, { name, count }) => withAttribute(current, name, String(count)),
        layer,
      );
      const startsBefore = (times.start?.count ?? 0) < at;
      return [layer, half === undefined ? null : startsBefore ? withoutBeginning(half) : half];
    }),
  );
}

/** Returns the times of a layer. The tables give the meaning of each attribute. */
export function readLayerTimes(planning: Planning, layer: ElementNode): Result<LayerTimes, Message> {
  const read = (meaning: TimeMeaning): Result<TimeAttribute | null, Message> => {
    const name = timeNamed(layer, meaning, planning.language);
    const time = name === null ? ok(null) : readTime(planning, layer, name);
    if (!time.ok) return time;
    return ok(name === null || time.value === null ? null : { name, count: time.value });
  };
  const [start, length, inPoint] = [read('start'), read('length'), read('in-point')];
  if (!start.ok) return start;
  if (!length.ok) return length;
  if (!inPoint.ok) return inPoint;
  const speed = specOf(layer, SPEED, null, planning.language) === null ? ok(1) : readTime(planning, layer, SPEED);
  if (!speed.ok) return speed;
  const skippedTime = readSkippedTime(planning, layer, inPoint.value);
  if (!skippedTime.ok) return skippedTime;
  const times = { start: start.value, length: length.value, inPoint: inPoint.value, speed: speed.value ?? 1 };
  const isSound = roleOf(layer, planning.language) === 'sound';
  return ok({ ...times, skippedTime: skippedTime.value, isSound });
}

function readSkippedTime(
  planning: Planning,
  layer: ElementNode,
  inPoint: TimeAttribute | null,
): Result<TimeAttribute | null, Message> {
  const isKnown = specOf(layer, LEFT_OUT, null, planning.language) !== null;
  // Skip a group: it has a running source, and this attribute is its in-point.
  if (!isKnown || inPoint?.name === LEFT_OUT || !isAnimated(layer, planning.language)) return ok(null);
  const count = readTime(planning, layer, LEFT_OUT);
  if (!count.ok) return count;
  return ok((count.value ?? 0) < 0 ? null : { name: LEFT_OUT, count: count.value ?? 0 });
}

/** Returns whether animations, effects with animations, or masks depend on the local frames of a layer. */
function isAnimated(layer: ElementNode, language: Planning['language']): boolean {
  return childElements(layer).some((child) => {
    const role = roleOf(child, language);
    return role === 'animation' || role === 'mask' || (role === 'effect' && isAnimated(child, language));
  });
}

/**
 * Returns the times of a layer whose scene starts `by` frames later, or earlier if `by` is negative. The remaining
 * frames look the same. Returns null if no frame of the layer remains.
 */
function cutStart(times: LayerTimes, by: number): readonly TimeAttribute[] | null {
  const { start, length, inPoint, speed, skippedTime, isSound } = times;
  if (skippedTime !== null) return cutAnimated({ ...times, skippedTime }, by);
  const startFrame = start?.count ?? 0;
  const isAtStart = startFrame === 0 && (by > 0 || !isSound);
  // A layer at the first frame is extended with its scene. A layer that starts later keeps its frames in the movie.
  const cut = by < 0 && !isAtStart ? 0 : isAtStart ? by : Math.max(0, by - startFrame);
  if (length !== null && length.count - cut < 1) return null;
  return [
    ...(start === null || isAtStart ? [] : [{ ...start, count: Math.max(0, startFrame - by) }]),
    ...(length === null || cut === 0 ? [] : [{ ...length, count: length.count - cut }]),
    ...(inPoint === null || cut === 0
      ? []
      : [{ ...inPoint, count: Math.max(0, inPoint.count + Math.round(cut * speed)) }]),
  ];
}

/**
 * Returns the times of an animated layer; null if no frame of it remains. The layer and its animations keep their
 * frames in the movie.
 */
function cutAnimated(
  { start, length, skippedTime }: LayerTimes & { readonly skippedTime: TimeAttribute },
  by: number,
): readonly TimeAttribute[] | null {
  const startFrame = start?.count ?? 0;
  // If the scene starts earlier, a layer at its first frame first restores skipped frames.
  const cut = by > 0 ? Math.max(0, by - startFrame) : startFrame > 0 ? 0 : -Math.min(skippedTime.count, -by);
  if (length !== null && length.count - cut < 1) return null;
  const shifted = Math.max(0, startFrame - by + cut);
  return [
    ...(start === null || shifted === startFrame ? [] : [{ ...start, count: shifted }]),
    ...(length === null || cut === 0 ? [] : [{ ...length, count: length.count - cut }]),
    ...(cut === 0 ? [] : [{ ...skippedTime, count: skippedTime.count + cut }]),
  ];
}

/**
 * Returns by how many frames the scene can start earlier. The in-points of the layers at its first frame limit the
 * number; without such layers, it is infinite.
 */
function framesBefore(layers: readonly LayerTimes[]): number {
  const sources = layers.filter(
    ({ start, skippedTime, isSound }) => (start?.count ?? 0) === 0 && skippedTime === null && !isSound,
  );
  return Math.min(
    ...sources.flatMap(({ inPoint, speed }) => (inPoint === null ? [] : [Math.floor(inPoint.count / speed)])),
  );
}

/** Plans a transition with the given attributes. Selects the transition, so the inspector displays its fields. */
export function planTransition(
  planning: Planning,
  { at, like = {} }: Extract<PlannableCommand, { readonly type: 'transition/add' }>,
): Plan {
  const transition = newElement(
    planning.newId,
    'transition',
    Object.entries(like).map(([name, value]) => ({ name, value })),
  );
  return planned(insertScenes(planning, [transition], at), message('step/add-transition'), selectionOf([transition]));
}

/** Plans the length of a transition, at least 1 frame. Short adjacent scenes can reduce the actual length. */
export function planTransitionLength(
  planning: Planning,
  { transition, duration }: Extract<PlannableCommand, { readonly type: 'transition/set-duration' }>,
): Plan {
  const transitionElement = elementOfRole(planning, transition, 'transition');
  if (!transitionElement.ok) return transitionElement;
  const edits = timeEdits(planning, transitionElement.value, 'duration', Math.max(1, Math.round(duration)));
  return planned(edits, message('step/set-duration', { what: elementLabel(planning, transitionElement.value) }));
}
