import { statement } from '../../statements/statement.ts';
import { shortened } from '../../statements/wording.ts';
import { attributeValue, childElements, type ElementNode } from '../document/document.ts';
import { createFindingLog } from '../document/findings.ts';
import { limits } from '../document/limits.ts';
import type { Movie } from '../movie/movie.ts';
import { startsOf } from '../movie/scene-starts.ts';
import { readAttributes, warnOfUnknownAttributes } from '../reading/read-attributes.ts';
import type { ReadingContext } from '../reading/reading-context.ts';
import { type KnownChild, knownChildren } from '../reading/resolve-children.ts';
import { rememberedRate } from '../reading/resolve-memory.ts';
import { elementRegistry } from '../tables/elements.ts';
import { isScene, roleOf, scenesOf } from '../tables/roles.ts';
import { frames } from '../values/frame-rate.ts';
import { resolveResources } from './resolve-resources.ts';
import { resolveOverlays } from './resolve-scene.ts';
import { countScenes, sceneRun } from './resolve-scenes.ts';
import { resolveSounds } from './resolve-sound.ts';

/** Reads the root and all below it. What cannot be read is logged and left out; null without a size and frame rate. */
export function resolveMovie(context: ReadingContext, root: ElementNode): Movie | null {
  if (roleOf(root) !== 'movie') {
    context.log.add('template/root', { node: root.id, part: 'name' }, () =>
      statement('template/root', { name: shortened(root.name) }),
    );
    return null;
  }
  const specs = elementRegistry.movie.attributes;
  const { values, complete } = readAttributes(context, root, specs);
  warnOfUnknownAttributes(context, root, [specs]);
  const { memory } = context;
  const read = values.framerate ?? null;
  const rate = read === null || memory === undefined ? read : rememberedRate(memory, read);
  const children = knownChildren(context, 'movie', root);
  const fonts = children.flatMap((child) =>
    child.name === 'resources' ? resolveResources({ ...context, rate }, child.element) : [],
  );
  const { scenes, transitions } = resolveScenes({ ...context, rate }, root, children);
  checkIds(
    context,
    children.map(({ element }) => element),
  );
  const sounds = resolveSounds({ ...context, rate }, children, 'movie');
  const over = children.filter(({ name }) => name === 'overlay').map(({ element }) => element);
  const overlays = resolveOverlays({ ...context, rate }, over);
  if (complete === null || rate === null) return null;
  const { width, height, background: paint } = complete;
  const background = { red: paint.red, green: paint.green, blue: paint.blue };
  return {
    id: root.id,
    width,
    height,
    frameRate: rate,
    background,
    fonts,
    scenes,
    transitions,
    sounds,
    overlays,
    span: null,
  };
}

function resolveScenes(
  context: ReadingContext,
  root: ElementNode,
  children: readonly KnownChild<'movie'>[],
): Pick<Movie, 'scenes' | 'transitions'> {
  const { log, empty } = context;
  const elements = children.filter(({ name }) => name === 'scene').map(({ element }) => element);
  if (elements.length === 0 && empty !== 'ignore')
    log.add('template/no-scenes', { node: root.id }, () => statement('template/no-scenes'));
  const counts = elements.map(countScenes);
  const ends = startsOf(counts.map(frames)).slice(1);
  const surplus = elements[ends.findIndex((end) => end > limits.scenes)];
  const count = ends.at(-1) ?? 0;
  if (surplus !== undefined)
    log.add('template/too-many-scenes', { node: surplus.id }, () =>
      statement('template/too-many-scenes', { most: limits.scenes, scenes: count }),
    );
  const { scenes, transitions } = sceneRun(context, children);
  const isOff = elements.length > 0 && scenes.length === count && scenes.every((scene) => !scene.enabled);
  if (isOff && empty !== 'ignore')
    log.add('template/no-scenes', { node: root.id }, () =>
      statement(elements.some(hasCondition) ? 'template/no-scene-played' : 'template/all-scenes-off'),
    );
  return { scenes, transitions };
}

function hasCondition(scene: ElementNode): boolean {
  return attributeValue(scene, 'condition') !== undefined || scenesOf(scene).some(hasCondition);
}

/** Scenes have ids of their own, wherever they stand. */
function checkIds(context: ReadingContext, elements: readonly ElementNode[]): void {
  const seen = new Set<string>();
  const visit = (element: ElementNode): void => {
    if (isScene(element) && attributeValue(element, 'id') !== undefined) {
      const unheard = { ...context, log: createFindingLog(), ignored: new Set<string>() };
      const id = readAttributes(unheard, element, { id: elementRegistry.scene.attributes.id }).values.id?.trim() ?? '';
      if (id !== '' && seen.has(id))
        context.log.add('template/duplicate-id', { node: element.id, attribute: 'id' }, () =>
          statement('template/duplicate-id', { id: shortened(id) }),
        );
      seen.add(id);
    }
    for (const each of childElements(element)) if (isScene(each) || roleOf(each) === 'transition') visit(each);
  };
  for (const each of elements) if (isScene(each) || roleOf(each) === 'transition') visit(each);
}
