import { message } from '../messages/message.ts';
import { shortened } from '../messages/quoting.ts';
import { type Candidate, choiceValue, chosenScene, unreachableCases } from '../template/conditions/condition-of.ts';
import { attributeValue, childElements, type ElementNode, type NodeId } from '../template/document/document.ts';
import { limits } from '../template/document/limits.ts';
import { createFindingLog, type Finding } from '../template/document/problem.ts';
import type { Scene, Transition, TransitionStyle } from '../template/movie/movie.ts';
import { elementRegistry } from '../template/tables/elements.ts';
import {
  isLayer,
  isScene,
  isSound,
  layerKindOf,
  nestedScenesByType,
  nestedScenesOf,
  roleOf,
  scenesOf,
} from '../template/tables/roles.ts';
import { DEFAULT_TRANSITION, DIRECTIONS_BY_TRANSITION } from '../template/tables/transition-attributes.ts';
import type { ValuesOf } from '../template/value-types/attribute-types.ts';
import { frames } from '../template/values/frame-rate.ts';
import { originalId } from '../template/variables/repeats.ts';
import {
  checkSource,
  conditionValues,
  contextOfUnplayed,
  knownChildren,
  mediaSource,
  meetsCondition,
  readConditional,
} from './children.ts';
import { checkConditionVariables, directionAmong, readAttributes, warnOfUnknownAttributes } from './read-attributes.ts';
import { type ReadingContext, remembered, type SceneRun, type Surroundings } from './reading-context.ts';
import { refsOf, resolveCustomScene, resolveScene } from './scene.ts';

const { type, condition, case: caseSpec, duration, ...common } = elementRegistry.scene.attributes;

const sceneSpecs = elementRegistry.scene.attributes;

/** The surroundings of a scene that is a child of the movie. */
const NO_SURROUNDINGS: Surroundings = {
  enabled: true,
  background: null,
  refs: [],
  within: null,
  depth: 0,
  choices: [],
};

/**
 * Returns the scenes among the children of the movie or a sequence, and the transitions between them. Each transition
 * has the number of scenes before it.
 */
export function sceneRun(context: ReadingContext, children: readonly { readonly element: ElementNode }[]): SceneRun {
  const scenes: Scene[] = [];
  const transitions: Transition[] = [];
  for (const { element } of children) {
    if (isScene(element)) {
      const inside = scenesFrom(context, element);
      addRun({ scenes, transitions }, inside);
    } else if (roleOf(element) === 'transition') {
      const nextScene = scenes.length;
      const transition = readConditional(context, element, (within, transitionElement) =>
        resolveTransition(within, transitionElement, nextScene),
      );
      const enabled = context.around?.enabled ?? true;
      if (transition !== null) transitions.push(enabled ? transition : { ...transition, enabled: false });
    }
  }
  return { scenes, transitions };
}

/**
 * Appends scenes and transitions one by one, because spreading a long list would exceed the maximum number of
 * arguments.
 */
function addRun(
  { scenes, transitions }: { readonly scenes: Scene[]; readonly transitions: Transition[] },
  run: SceneRun,
): void {
  const before = scenes.length;
  for (const transition of run.transitions) transitions.push({ ...transition, behind: transition.behind + before });
  for (const scene of run.scenes) scenes.push(scene);
}

/**
 * Returns all scenes of a scene element in playing order: the element itself, or the scenes in a sequence or choice.
 * Includes scenes that are not played. Reports and omits invalid scenes.
 */
function scenesFrom(context: ReadingContext, element: ElementNode): SceneRun {
  return remembered(context.memory?.scenes, context, element, resolveSceneElement) ?? NO_SCENES;
}

const NO_SCENES: SceneRun = { scenes: [], transitions: [] };

function resolveSceneElement(context: ReadingContext, element: ElementNode): SceneRun | null {
  const surroundings = context.around ?? NO_SURROUNDINGS;
  const kind = readAttributes(context, element, { type }).values.type ?? 'regular';
  if (kind !== 'regular' && attributeValue(element, 'condition') === undefined)
    context.log.add('template/missing-attribute', { node: element.id }, () =>
      message('template/missing-attribute', { element: element.name, names: ['condition'] }),
    );
  const isMet = kind === 'choice' || meetsCondition(context, element);
  const sceneContext = isMet ? context : contextOfUnplayed(context, element);
  warnOfUnknownAttributes(sceneContext, element, [sceneSpecs]);
  if (attributeValue(element, 'case') !== undefined && surroundings.within !== 'choice')
    context.log.add('template/case', { node: element.id, attribute: 'case', part: 'name' }, () =>
      message('template/case-outside'),
    );
  const nested = nestedScenesByType(element, kind);
  if (nested === null) {
    reportStrayScenes(sceneContext, element);
    const scene = resolveScene(sceneContext, element, { ...surroundings, enabled: surroundings.enabled && isMet });
    return scene === null ? null : { scenes: [scene], transitions: [] };
  }
  return resolveNested(sceneContext, element, kind, nested, isMet);
}

function resolveNested(
  context: ReadingContext,
  element: ElementNode,
  kind: 'regular' | 'optional' | 'choice',
  nested: readonly ElementNode[],
  isMet: boolean,
): SceneRun | null {
  const { log, around = NO_SURROUNDINGS } = context;
  const { values } = readAttributes(context, element, common);
  if (attributeValue(element, 'duration') !== undefined)
    log.add('template/sequence-length', { node: element.id, attribute: 'duration', part: 'name' }, () =>
      message('template/sequence-length'),
    );
  reportStrayElements(context, element, kind);
  if (around.depth >= limits.nestedScenes) {
    log.add('template/too-deep', { node: element.id }, () =>
      message('template/scenes-too-deep', { most: limits.nestedScenes }),
    );
    return null;
  }
  const inside: Surroundings = {
    enabled: around.enabled && isMet && (values.enabled ?? true),
    background: values.background ?? around.background,
    refs: refsOf(values.id ?? null, around),
    within: kind === 'choice' ? 'choice' : 'sequence',
    depth: around.depth + 1,
    choices: around.choices,
  };
  if (kind !== 'choice') {
    const children = childElements(element).map((child) => ({ element: child }));
    return withChapter(sceneRun({ ...context, around: inside }, children), values.chapter);
  }
  const chosen = choose(context, element, nested, inside.enabled);
  const scenes: Scene[] = [];
  const transitions: Transition[] = [];
  for (const [index, scene] of nested.entries()) {
    const isChosen = index === chosen;
    const choices = [...inside.choices, { choice: element.id, case: scene.id }];
    const run = isChosen
      ? scenesFrom({ ...context, around: { ...inside, choices } }, scene)
      : scenesFrom({ ...contextOfUnplayed(context, scene), around: { ...inside, choices, enabled: false } }, scene);
    addRun({ scenes, transitions }, run);
  }
  return withChapter({ scenes, transitions }, values.chapter);
}

/** Moves the chapter of a sequence or choice to its first played scene, unless this scene already begins a chapter. */
function withChapter(run: SceneRun, written: string | null | undefined): SceneRun {
  const chapter = written?.trim() ?? '';
  const first = run.scenes.find(({ enabled }) => enabled);
  if (chapter === '' || first === undefined || first.chapter !== undefined) return run;
  return { ...run, scenes: run.scenes.map((scene) => (scene === first ? { ...scene, chapter } : scene)) };
}

/**
 * Returns the index of the scene that a choice plays; null if no case matches. Reports unreachable cases. Reports that
 * no case matches only if the choice itself is played.
 */
function choose(
  context: ReadingContext,
  element: ElementNode,
  nested: readonly ElementNode[],
  isPlayed: boolean,
): number | null {
  const candidates = candidatesOf(context, nested);
  for (const { index, value } of unreachableCases(candidates)) {
    const scene = nested[index];
    if (scene === undefined) continue;
    const at = value === null ? { node: scene.id } : { node: scene.id, attribute: 'case' };
    context.log.add('template/case', at, () =>
      message('template/case-unreachable', { value: value === null ? null : shortened(value) }),
    );
  }
  checkConditionVariables(context, element);
  const value = choiceValue(element, conditionValues(context, element));
  const chosen = chosenScene(candidates, value);
  if (chosen === null && isPlayed && attributeValue(element, 'condition') !== undefined)
    context.log.add('template/no-case', { node: element.id, attribute: 'condition' }, () =>
      message('template/no-case', { value: shortened(value) }),
    );
  return chosen;
}

function candidatesOf(context: ReadingContext, nested: readonly ElementNode[]): readonly Candidate[] {
  return nested.map((scene): Candidate => {
    // Use a separate log, because another function reads the whole scene and reports its problems.
    const silent: ReadingContext = { ...context, log: createFindingLog(), ignored: new Set() };
    const { enabled = true } = readAttributes(silent, scene, { enabled: common.enabled }).values;
    return { enabled, cases: readAttributes(context, scene, { case: caseSpec }).values.case ?? null };
  });
}

/**
 * Returns the outermost elements that are not played: their condition is false, or their choice plays another scene.
 * Reports no problems.
 */
export function unplayedElements(context: ReadingContext, element: ElementNode): readonly ElementNode[] {
  const silent: ReadingContext = { ...context, log: createFindingLog(), ignored: new Set() };
  const children = childElements(element);
  if (!isChoice(silent, element))
    return children.flatMap((child) => (isExcluded(silent, child) ? [child] : unplayedElements(silent, child)));
  const scenes = scenesOf(element);
  const chosen = chosenScene(candidatesOf(silent, scenes), choiceValue(element, conditionValues(silent, element)));
  return scenes.flatMap((scene, index) =>
    index !== chosen || isExcluded(silent, scene) ? [scene] : unplayedElements(silent, scene),
  );
}

/** Returns whether the condition of an element is false. Logs the faults of the condition. */
export function isExcluded(silent: ReadingContext, element: ElementNode): boolean {
  // Skip choices, because their `condition` is a value to compare with cases.
  return !isChoice(silent, element) && !meetsCondition(silent, element);
}

function isChoice(context: ReadingContext, element: ElementNode): boolean {
  return isScene(element) && readAttributes(context, element, { type }).values.type === 'choice';
}

/** Reports scenes and transitions beside layers. */
function reportStrayScenes(context: ReadingContext, element: ElementNode): void {
  reportStrayTransitions(context, element);
  const { log } = context;
  for (const scene of scenesOf(element))
    log.add('template/mixed-scene', { node: scene.id, part: 'name' }, () => message('template/scene-beside-layers'));
}

/** Reports transitions outside the movie and sequences. */
function reportStrayTransitions({ log }: ReadingContext, element: ElementNode): void {
  for (const { id, name } of childElements(element).filter((child) => roleOf(child) === 'transition'))
    log.add('template/misplaced-element', { node: id, part: 'name' }, () =>
      message('template/misplaced-element', { element: name, parent: element.name, parents: ['movie'] }),
    );
}

/** Reports the elements that are not permitted in a sequence or choice. */
function reportStrayElements(
  context: ReadingContext,
  element: ElementNode,
  kind: 'regular' | 'optional' | 'choice',
): void {
  knownChildren(context, 'scene', element);
  if (kind !== 'choice') return;
  reportStrayTransitions(context, element);
  for (const child of childElements(element).filter((childElement) => isLayer(childElement) || isSound(childElement)))
    context.log.add('template/mixed-scene', { node: child.id, part: 'name' }, () =>
      message('template/layer-in-choice', { element: child.name }),
    );
}

/**
 * Drops findings about transitions that only follow another transition because the list of the scene between them is
 * empty. `written` is the element before lists are unfolded.
 */
export function withoutEmptyLists(findings: readonly Finding[], written: ElementNode): readonly Finding[] {
  if (!findings.some(({ code }) => code === 'template/transition-place')) return findings;
  const placed = transitionsBehindScenes(written);
  return findings.filter(
    ({ code, at }) => code !== 'template/transition-place' || at === null || !placed.has(originalId(at.node)),
  );
}

/** Returns the transitions that directly follow a scene in the text, at any depth. */
function transitionsBehindScenes(element: ElementNode): ReadonlySet<NodeId> {
  const run = childElements(element).filter((child) => isScene(child) || roleOf(child) === 'transition');
  const placed = run.filter((child, at) => {
    const before = run[at - 1];
    return !isScene(child) && before !== undefined && isScene(before);
  });
  return new Set([
    ...placed.map(({ id }) => id),
    ...run.filter(isScene).flatMap((scene) => [...transitionsBehindScenes(scene)]),
  ]);
}

const DECIDING_ATTRIBUTES = ['each', 'where', 'condition', 'case', 'enabled'] as const;

/** Returns whether the values of variables can decide which scenes play, at any depth. */
export function scenesDependOnValues(element: ElementNode): boolean {
  return childElements(element).some(
    (child) =>
      isScene(child) &&
      (DECIDING_ATTRIBUTES.some((name) => attributeValue(child, name)?.includes('${')) || scenesDependOnValues(child)),
  );
}

/** Returns the number of valid and invalid scenes in a scene element. */
export function countScenes(element: ElementNode): number {
  const nested = nestedScenesOf(element);
  return nested === null ? 1 : nested.reduce((sum, scene) => sum + countScenes(scene), 0);
}

const transitionSpecs = elementRegistry.transition.attributes;

/**
 * Reads a transition. Returns null if it is invalid.
 * @param nextScene The number of scenes before the transition.
 */
function resolveTransition(context: ReadingContext, element: ElementNode, nextScene: number): Transition | null {
  const { complete } = readAttributes(context, element, transitionSpecs);
  warnOfUnknownAttributes(context, element, [transitionSpecs]);
  const scenes = knownChildren(context, 'transition', element).map((child) => child.element);
  if (complete === null) return null;
  if (complete.type !== 'custom') reportHiddenScenes(context, scenes, 'template/scene-in-transition');
  const look = complete.type === 'custom' ? customOf(context, element, scenes) : styleOf(context, element, complete);
  if (look === null) return null;
  const { enabled, duration, easing, easein, easeout, sound } = complete;
  const standard = transitionSpecs.duration.type.parse(DEFAULT_TRANSITION, context.rate);
  return {
    id: element.id,
    enabled,
    behind: nextScene,
    // Use one frame if the default is invalid, which an invalid frame rate can cause.
    duration: duration ?? (standard.ok ? standard.value : null) ?? frames(1),
    easing,
    easeIn: easein,
    easeOut: easeout,
    look,
    sound,
  };
}

/** Reads a custom transition. Returns null if it displays no scene. */
function customOf(
  context: ReadingContext,
  element: ElementNode,
  [scene, ...others]: readonly ElementNode[],
): TransitionStyle | null {
  reportHiddenScenes(context, others, 'template/second-scene');
  if (scene !== undefined) {
    const style = resolveCustomScene(context, scene);
    if (childElements(scene).some((child) => layerKindOf(child) === 'layer')) return style;
  }
  context.log.add('template/missing-attribute', { node: (scene ?? element).id }, () => message('template/no-layer'));
  return null;
}

/** Reports scenes that a transition does not display. */
function reportHiddenScenes(
  { log }: ReadingContext,
  scenes: readonly ElementNode[],
  code: 'template/scene-in-transition' | 'template/second-scene',
): void {
  for (const { id } of scenes) log.add('template/mixed-scene', { node: id, part: 'name' }, () => message(code));
}

function styleOf(
  context: ReadingContext,
  element: ElementNode,
  { type, color, direction, softness, amount, url, src }: ValuesOf<typeof transitionSpecs>,
): TransitionStyle | null {
  switch (type) {
    case 'custom':
      return null;
    case 'crossfade':
    case 'dissolve':
      return { type: 'crossfade' };
    case 'fade': {
      const { red, green, blue } = color;
      return { type, color: { red, green, blue } };
    }
    case 'wipe': {
      const from = directionAmong(context, element, direction, DIRECTIONS_BY_TRANSITION.wipe);
      return from && { type, from, softness };
    }
    case 'circle':
    case 'clock':
      return { type, softness };
    case 'luma': {
      checkSource(context, element);
      const source = mediaSource(url, src);
      return source && { type, source, softness };
    }
    case 'slide':
    case 'push':
    case 'reveal': {
      const from = directionAmong(context, element, direction, DIRECTIONS_BY_TRANSITION[type]);
      return from && { type, from };
    }
    case 'zoom': {
      const zoomDirection = directionAmong(context, element, direction, DIRECTIONS_BY_TRANSITION.zoom);
      return zoomDirection && { type, way: zoomDirection, amount };
    }
    default:
      return type satisfies never;
  }
}
