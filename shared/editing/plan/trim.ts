import { err, ok, type Result } from '../../lib/result.ts';
import { type Message, message } from '../../messages/message.ts';
import type { MessageIn } from '../../messages/message-in.ts';
import type { SubjectMessages } from '../../messages/templates/edit-messages.ts';
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

interface TimedLayer {
  readonly layer: ElementNode;
  readonly times: LayerTimes;
}

/**
 * Trims and slips are clamped: a scene keeps a frame, and no layer begins before its source does. Layers that are
 * switched off go along, so that they are right when they are switched on again.
 */
export function planTrim(
  planning: Planning,
  command: Of<'scene/trim-start'> | Of<'scene/trim-end'> | Of<'scene/slip'>,
): Plan {
  const found = elementOfRole(planning, command.scene, 'scene');
  if (!found.ok) return found;
  const scene = found.value;
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
  const room = roomBefore(layers.value.map(({ times }) => times));
  const by = Math.min(Math.max(Math.round(command.by), -room), duration.value - 1);
  const shorter = timeEdits(planning, scene, 'duration', duration.value - by);
  if (!shorter.ok) return shorter;
  const cut = collect(layers.value, ({ layer, times }) => cutEdits(planning, layer, cutStart(times, by)));
  return cut.ok ? ok({ edits: [...shorter.value, ...cut.value], label: message('step/trim-start', { what }) }) : cut;
}

/** The layers of a scene, and its sounds, which keep their places in the film as well. */
function timedLayers(planning: Planning, scene: ElementNode): Result<readonly TimedLayer[], Message> {
  return collect(timedIn(planning, scene), (layer) => {
    const times = readLayerTimes(planning, layer);
    return times.ok ? ok([{ layer, times: times.value }]) : times;
  });
}

function timedIn({ language }: Planning, scene: ElementNode): readonly ElementNode[] {
  return childElements(scene).filter((child) => ['layer', 'sound'].includes(roleOf(child, language) ?? ''));
}

/** Every source that runs begins so much later, whenever its layer does. */
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
 * Two scenes for one, alike in all but their times: the second begins in its sources where the first ends. A layer that is
 * there in one of them only stands in that one. Both need fixed times, since no two placeholders could say together what
 * one of them said.
 */
export function planSplit(planning: Planning, command: Of<'scene/split'>): Plan {
  const found = elementOfRole(planning, command.scene, 'scene');
  if (!found.ok) return found;
  const scene = found.value;
  // In a choice the second half would never be chosen.
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
    ({ layer }) => halves.get(layer) != null && !later.some((each) => each.layer === layer),
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

/** What sentences call the first time of a scene or of its layers that a variable gives and a split would change. */
function firstVariableTime(planning: Planning, scene: ElementNode): MessageIn<SubjectMessages> | null {
  for (const element of [scene, ...timedIn(planning, scene)]) {
    const time = timesOf(element, planning.language).find(
      ({ name, spec }) => spec.time !== undefined && isVariable(element, name),
    );
    if (time !== undefined) return subjectOf(planning, element, time.name);
  }
  return null;
}

/** Each layer as it is from a frame of its scene on; null where nothing is left of it. */
function secondHalves(layers: readonly TimedLayer[], at: number): ReadonlyMap<DocumentNode, ElementNode | null> {
  return new Map(
    layers.map(({ layer, times }) => {
      const cut = cutStart(times, at);
      const half = cut?.reduce<ElementNode>((each, { name, count }) => withAttribute(each, name, String(count)), layer);
      const wasThere = (times.start?.count ?? 0) < at;
      return [layer, half === undefined ? null : wasThere ? withoutBeginning(half) : half];
    }),
  );
}

/** A time of a layer under the name that the layer has it. Null: it has none, or none is written. */
export interface LayerTime {
  readonly name: string;
  readonly count: number;
}

/** When a layer is there in its scene, and what of its source it shows; in frames of the movie. */
export interface LayerTimes {
  /** When it begins in its scene; without it, with the scene. */
  readonly start: LayerTime | null;
  /** How long it is there; without it, to the scene's end. */
  readonly length: LayerTime | null;
  /** Where its source begins; null for a layer that shows no source which runs. */
  readonly inPoint: LayerTime | null;
  /** How many frames of its source go by in one of its own. */
  readonly speed: number;
  /**
   * Frames of its own beginning that are left out, of a layer that something moves: what counts its frames then goes on
   * as it did. Null for one that nothing moves, and where what is written cannot take more.
   */
  readonly leftOut: LayerTime | null;
  /** Heard and not seen: it never begins sooner because its scene does. */
  readonly isSound: boolean;
}

/** What every element that goes through a source faster or slower calls it. */
const SPEED = 'speed';
/** What layers call the frames of their beginning that are left out; below 0 it is something else. */
const LEFT_OUT = 'overlap';

/** The times of a layer, by the meanings that the table gives its attributes. */
export function readLayerTimes(planning: Planning, layer: ElementNode): Result<LayerTimes, Message> {
  const read = (meaning: TimeMeaning): Result<LayerTime | null, Message> => {
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
  const leftOut = readLeftOut(planning, layer, inPoint.value);
  if (!leftOut.ok) return leftOut;
  const times = { start: start.value, length: length.value, inPoint: inPoint.value, speed: speed.value ?? 1 };
  const isSound = roleOf(layer, planning.language) === 'sound';
  return ok({ ...times, leftOut: leftOut.value, isSound });
}

function readLeftOut(
  planning: Planning,
  layer: ElementNode,
  inPoint: LayerTime | null,
): Result<LayerTime | null, Message> {
  const isKnown = specOf(layer, LEFT_OUT, null, planning.language) !== null;
  // What a group shows runs like a source, so that its in-point is this already.
  if (!isKnown || inPoint?.name === LEFT_OUT || !isMoved(layer, planning.language)) return ok(null);
  const count = readTime(planning, layer, LEFT_OUT);
  if (!count.ok) return count;
  return ok((count.value ?? 0) < 0 ? null : { name: LEFT_OUT, count: count.value ?? 0 });
}

/** Whether something counts the frames of a layer: its own animations, those of its effects, what is in its masks. */
function isMoved(layer: ElementNode, language: Planning['language']): boolean {
  return childElements(layer).some((child) => {
    const role = roleOf(child, language);
    return role === 'animation' || role === 'mask' || (role === 'effect' && isMoved(child, language));
  });
}

/**
 * The times of a layer whose scene begins `by` frames later, or sooner below zero, so that every frame that is left shows
 * what it showed. Null where nothing of the layer is left.
 */
function cutStart(times: LayerTimes, by: number): readonly LayerTime[] | null {
  const { start, length, inPoint, speed, leftOut, isSound } = times;
  if (leftOut !== null) return cutMoved({ ...times, leftOut }, by);
  const begins = start?.count ?? 0;
  const isThereFirst = begins === 0 && (by > 0 || !isSound);
  // A layer that is there from the first frame grows with its scene; one that begins later keeps its place in the film.
  const cut = by < 0 && !isThereFirst ? 0 : isThereFirst ? by : Math.max(0, by - begins);
  if (length !== null && length.count - cut < 1) return null;
  return [
    ...(start === null || isThereFirst ? [] : [{ ...start, count: Math.max(0, begins - by) }]),
    ...(length === null || cut === 0 ? [] : [{ ...length, count: length.count - cut }]),
    ...(inPoint === null || cut === 0
      ? []
      : [{ ...inPoint, count: Math.max(0, inPoint.count + Math.round(cut * speed)) }]),
  ];
}

/** The same of a layer that something moves: it keeps its place in the film, and its animations keep theirs. */
function cutMoved(
  { start, length, leftOut }: LayerTimes & { readonly leftOut: LayerTime },
  by: number,
): readonly LayerTime[] | null {
  const begins = start?.count ?? 0;
  // A scene that begins sooner shows again what was left out of a layer that is there from its first frame.
  const cut = by > 0 ? Math.max(0, by - begins) : begins > 0 ? 0 : -Math.min(leftOut.count, -by);
  if (length !== null && length.count - cut < 1) return null;
  const shifted = Math.max(0, begins - by + cut);
  return [
    ...(start === null || shifted === begins ? [] : [{ ...start, count: shifted }]),
    ...(length === null || cut === 0 ? [] : [{ ...length, count: length.count - cut }]),
    ...(cut === 0 ? [] : [{ ...leftOut, count: leftOut.count + cut }]),
  ];
}

/** How many frames sooner the scene of these layers can begin before one of their sources has no frame to show. */
function roomBefore(layers: readonly LayerTimes[]): number {
  const sources = layers.filter(
    ({ start, leftOut, isSound }) => (start?.count ?? 0) === 0 && leftOut === null && !isSound,
  );
  return Math.min(
    ...sources.flatMap(({ inPoint, speed }) => (inPoint === null ? [] : [Math.floor(inPoint.count / speed)])),
  );
}

/** A transition among the scenes, with these attributes or none. It is selected, so that its fields are shown. */
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

/** How many frames a transition asks for, 1 at least; what the scenes beside it leave is another matter. */
export function planTransitionLength(
  planning: Planning,
  { transition, duration }: Extract<PlannableCommand, { readonly type: 'transition/set-duration' }>,
): Plan {
  const found = elementOfRole(planning, transition, 'transition');
  if (!found.ok) return found;
  const edits = timeEdits(planning, found.value, 'duration', Math.max(1, Math.round(duration)));
  return planned(edits, message('step/set-duration', { what: elementLabel(planning, found.value) }));
}
