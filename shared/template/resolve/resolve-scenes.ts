import { statement } from '../../statements/statement.ts';
import { shortened } from '../../statements/wording.ts';
import { type Candidate, chosenScene, unreachableCases } from '../conditions/chosen-scene.ts';
import { choiceValue } from '../conditions/condition-of.ts';
import { attributeValue, childElements, type ElementNode } from '../document/document.ts';
import { createFindingLog } from '../document/findings.ts';
import { limits } from '../document/limits.ts';
import type { Scene, Transition } from '../movie/movie.ts';
import { conditional } from '../reading/conditional.ts';
import { judgeCondition } from '../reading/declared-values.ts';
import { readAttributes, warnOfUnknownAttributes } from '../reading/read-attributes.ts';
import type { ReadingContext, SceneRun, Surroundings } from '../reading/reading-context.ts';
import { knownChildren } from '../reading/resolve-children.ts';
import { remembered } from '../reading/resolve-memory.ts';
import { givenFor, meetsCondition, unplayed } from '../reading/unplayed.ts';
import { elementRegistry } from '../tables/elements.ts';
import { nestedScenesOf, playedFrom } from '../tables/nested-scenes.ts';
import { isLayer, isScene, isSound, roleOf, scenesOf } from '../tables/roles.ts';
import { refsOf, resolveScene } from './resolve-scene.ts';
import { resolveTransition } from './resolve-transition.ts';

const { type, condition, case: caseSpec, duration, ...common } = elementRegistry.scene.attributes;
const specs = elementRegistry.scene.attributes;

/** The scenes directly in the film: nothing stands around them. */
const NO_SURROUNDINGS: Surroundings = {
  enabled: true,
  background: null,
  refs: [],
  within: null,
  depth: 0,
  choices: [],
};

/**
 * The scenes that an element of a scene stands for, in the order of the film, played or not: itself, or those in a sequence
 * or choice. Those that cannot be read are logged and left out.
 */
function scenesFrom(context: ReadingContext, element: ElementNode): SceneRun {
  return remembered(context.memory?.scenes, context, element, resolveSceneElement) ?? NO_SCENES;
}

const NO_SCENES: SceneRun = { scenes: [], transitions: [] };

/**
 * The scenes that the children of the movie or of a sequence stand for, and the transitions among them, each with the number
 * of scenes before it.
 */
export function sceneRun(context: ReadingContext, children: readonly { readonly element: ElementNode }[]): SceneRun {
  const scenes: Scene[] = [];
  const transitions: Transition[] = [];
  for (const { element } of children) {
    if (isScene(element)) {
      const inside = scenesFrom(context, element);
      addRun({ scenes, transitions }, inside);
    } else if (roleOf(element) === 'transition') {
      const behind = scenes.length;
      const transition = conditional(context, element, (within, each) => resolveTransition(within, each, behind));
      const enabled = context.around?.enabled ?? true;
      if (transition !== null) transitions.push(enabled ? transition : { ...transition, enabled: false });
    }
  }
  return { scenes, transitions };
}

/** Adds scenes and transitions behind others. One by one: a call does not take as many arguments as there may be scenes. */
function addRun(
  { scenes, transitions }: { readonly scenes: Scene[]; readonly transitions: Transition[] },
  run: SceneRun,
): void {
  const before = scenes.length;
  for (const each of run.transitions) transitions.push({ ...each, behind: each.behind + before });
  for (const scene of run.scenes) scenes.push(scene);
}

function resolveSceneElement(context: ReadingContext, element: ElementNode): SceneRun | null {
  const around = context.around ?? NO_SURROUNDINGS;
  const kind = readAttributes(context, element, { type }).values.type ?? 'regular';
  if (kind !== 'regular' && attributeValue(element, 'condition') === undefined)
    context.log.add('template/missing-attribute', { node: element.id }, () =>
      statement('template/missing-attribute', { element: element.name, names: ['condition'] }),
    );
  const isMet = kind === 'choice' || meetsCondition(context, element);
  const within = isMet ? context : unplayed(context, element);
  warnOfUnknownAttributes(within, element, [specs]);
  if (attributeValue(element, 'case') !== undefined && around.within !== 'choice')
    context.log.add('template/case', { node: element.id, attribute: 'case', part: 'name' }, () =>
      statement('template/case-outside'),
    );
  const nested = playedFrom(element, kind);
  if (nested === null) {
    logStrayScenes(within, element);
    const scene = resolveScene(within, element, { ...around, enabled: around.enabled && isMet });
    return scene === null ? null : { scenes: [scene], transitions: [] };
  }
  return resolveNested(within, element, kind, nested, isMet);
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
      statement('template/sequence-length'),
    );
  logStrangers(context, element, kind);
  if (around.depth >= limits.nestedScenes) {
    log.add('template/too-deep', { node: element.id }, () =>
      statement('template/scenes-too-deep', { most: limits.nestedScenes }),
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
    return sceneRun({ ...context, around: inside }, children);
  }
  const chosen = choose(context, element, nested, inside.enabled);
  const scenes: Scene[] = [];
  const transitions: Transition[] = [];
  for (const [index, scene] of nested.entries()) {
    const isChosen = index === chosen;
    const choices = [...inside.choices, { choice: element.id, case: scene.id }];
    const run = isChosen
      ? scenesFrom({ ...context, around: { ...inside, choices } }, scene)
      : scenesFrom({ ...unplayed(context, scene), around: { ...inside, choices, enabled: false } }, scene);
    addRun({ scenes, transitions }, run);
  }
  return { scenes, transitions };
}

/** Which scene of a choice is played; says which cases choose none, where the choice itself is played. */
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
      statement('template/case-unreachable', { value: value === null ? null : shortened(value) }),
    );
  }
  judgeCondition(context, element);
  const value = choiceValue(element, givenFor(context, element));
  const chosen = chosenScene(candidates, value);
  if (chosen === null && isPlayed && attributeValue(element, 'condition') !== undefined)
    context.log.add('template/no-case', { node: element.id, attribute: 'condition' }, () =>
      statement('template/no-case', { value: shortened(value) }),
    );
  return chosen;
}

function candidatesOf(context: ReadingContext, nested: readonly ElementNode[]): readonly Candidate[] {
  return nested.map((scene): Candidate => {
    // Its other attributes, and what is wrong with this one, are read with the scene.
    const unheard: ReadingContext = { ...context, log: createFindingLog(), ignored: new Set() };
    const { enabled = true } = readAttributes(unheard, scene, { enabled: common.enabled }).values;
    return { enabled, cases: readAttributes(context, scene, { case: caseSpec }).values.case ?? null };
  });
}

/**
 * Elements whose condition does not hold, and scenes that their choice does not play; of those that stand in one another
 * the outermost. What is wrong with them is not told.
 */
export function unplayedElements(context: ReadingContext, element: ElementNode): readonly ElementNode[] {
  const unheard: ReadingContext = { ...context, log: createFindingLog(), ignored: new Set() };
  const children = childElements(element);
  if (!isChoice(unheard, element))
    return children.flatMap((child) => (isLeftOut(unheard, child) ? [child] : unplayedElements(unheard, child)));
  const scenes = scenesOf(element);
  const chosen = chosenScene(candidatesOf(unheard, scenes), choiceValue(element, givenFor(unheard, element)));
  return scenes.flatMap((scene, index) =>
    index !== chosen || isLeftOut(unheard, scene) ? [scene] : unplayedElements(unheard, scene),
  );
}

function isLeftOut(unheard: ReadingContext, element: ElementNode): boolean {
  // Of a choice it is the value that is compared.
  return !isChoice(unheard, element) && !meetsCondition(unheard, element);
}

function isChoice(context: ReadingContext, element: ElementNode): boolean {
  return isScene(element) && readAttributes(context, element, { type }).values.type === 'choice';
}

/** Scenes and transitions that stand beside layers. */
function logStrayScenes(context: ReadingContext, element: ElementNode): void {
  logStrayTransitions(context, element);
  const { log } = context;
  for (const scene of scenesOf(element))
    log.add('template/mixed-scene', { node: scene.id, part: 'name' }, () => statement('template/scene-beside-layers'));
}

/** Transitions join the scenes of the movie or of a sequence. */
function logStrayTransitions({ log }: ReadingContext, element: ElementNode): void {
  for (const { id, name } of childElements(element).filter((each) => roleOf(each) === 'transition'))
    log.add('template/misplaced-element', { node: id, part: 'name' }, () =>
      statement('template/misplaced-element', { element: name, parent: element.name, parents: ['movie'] }),
    );
}

/** What stands in a sequence or choice beside its scenes. */
function logStrangers(context: ReadingContext, element: ElementNode, kind: 'regular' | 'optional' | 'choice'): void {
  knownChildren(context, 'scene', element);
  if (kind !== 'choice') return;
  logStrayTransitions(context, element);
  for (const child of childElements(element).filter((each) => isLayer(each) || isSound(each)))
    context.log.add('template/mixed-scene', { node: child.id, part: 'name' }, () =>
      statement('template/layer-in-choice', { element: child.name }),
    );
}

/** How many scenes an element stands for, however they can be read. */
export function countScenes(element: ElementNode): number {
  const nested = nestedScenesOf(element);
  return nested === null ? 1 : nested.reduce((sum, scene) => sum + countScenes(scene), 0);
}
