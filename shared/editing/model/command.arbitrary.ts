import fc from 'fast-check';
import { message } from '#shared/messages/message.ts';
import type { ElementNode, NodeId } from '#shared/template/document/document.ts';
import { effectTypes } from '#shared/template/effects/effects.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';
import { effectsOf, layersOf } from '#shared/template/tables/roles.ts';
import { frameRate, frames } from '#shared/template/values/frame-rate.ts';
import { FITS } from '#shared/template/values/placement.ts';
import { effectsToClipboard, layersToClipboard, scenesToClipboard } from '../plan/clipboard.ts';
import type { PlanContext } from '../planning/planning.ts';
import type { EditorCommand } from './commands.ts';
import { indexOf } from './document-index.ts';

/**
 * A random command that is independent of a document. Each number in `picks` is taken modulo the number of candidates.
 */
export interface RandomCommand {
  readonly kind: number;
  readonly picks: readonly number[];
  readonly amount: number;
  readonly flag: boolean;
  readonly text: string;
}

export const anyCommandIdea: fc.Arbitrary<RandomCommand> = fc.record({
  kind: fc.nat(10_000),
  picks: fc.array(fc.nat(1_000), { minLength: 3, maxLength: 5 }),
  amount: fc.integer({ min: -80, max: 80 }),
  flag: fc.boolean(),
  text: fc.constantFrom('a', 'Petals “open”', '<&">\'', '${x}', 'länge', '', '0.5', '#fff', '12'),
});

type CommandFactory = (idea: RandomCommand, picked: Picked) => EditorCommand;

interface Picked extends PlanContext {
  readonly scene: NodeId;
  readonly scenes: readonly NodeId[];
  readonly layer: NodeId;
  readonly effect: NodeId;
  readonly element: ElementNode;
  readonly variable: string;
  readonly index: number;
}

const NOWHERE = 'nowhere' as NodeId;

const factories: readonly CommandFactory[] = [
  ({ amount }) => ({ type: 'movie/set', width: 100 + Math.abs(amount) }),
  ({ flag, amount }) => ({
    type: 'movie/set',
    frameRate: flag ? frameRate(30_000, 1001) : frameRate(10 + Math.abs(amount)),
  }),
  ({ amount, text, flag }, { index }) => ({
    type: 'scene/add',
    at: index,
    duration: frames(Math.abs(amount) + 1),
    source: flag ? source(text) : null,
    ...(text !== '' && { name: text }),
  }),
  (_, { scenes }) => ({ type: 'node/remove', nodes: scenes }),
  (_, { scenes, index }) => ({ type: 'scene/move', scenes, to: index }),
  (_, { scenes, scene, flag = true }: Picked & { flag?: boolean }) => ({
    type: 'scene/move',
    scenes,
    to: flag ? { before: scene } : { after: scene },
  }),
  (_, { scenes }) => ({ type: 'scene/duplicate', scenes }),
  (_, { scenes }) => ({ type: 'scene/make-choice', scenes }),
  (_, { index }) => ({ type: 'transition/add', at: index }),
  ({ text, flag }, { scene }) => ({
    type: 'element/insert',
    element: { name: flag ? 'text' : 'audio', attributes: [{ name: flag ? 'content' : 'src', value: text }] },
    into: flag ? { in: 'scene', scene } : { in: 'film' },
  }),
  ({ amount }) => ({
    type: 'element/insert',
    element: { name: 'solid', attributes: [] },
    into: amount > 0 ? { in: 'film' } : { in: 'new-scene', duration: frames(1 - amount) },
  }),
  ({ text }, { scene }) => ({ type: 'sound/add', parent: scene, source: source(text) }),
  ({ amount }, { scene }) => ({ type: 'scene/split', scene, at: frames(Math.abs(amount)) }),
  ({ amount }, { scene }) => ({ type: 'scene/trim-start', scene, by: amount }),
  ({ amount }, { scene }) => ({ type: 'scene/trim-end', scene, duration: amount }),
  ({ amount }, { scene }) => ({ type: 'scene/slip', scene, by: amount }),
  ({ amount }, { scenes }) => ({ type: 'scene/set-duration', scenes, duration: amount }),
  ({ text }, { scene }) => ({ type: 'scene/rename', scene, name: text }),
  ({ text }, { layer }) => ({ type: 'layer/rename', layer, name: text }),
  ({ amount }, { element }) => ({ type: 'transition/set-duration', transition: element.id, duration: amount }),
  ({ flag }, { layer }) => ({ type: 'mask/add', layers: [layer], shape: flag ? 'ellipse' : 'rectangle' }),
  ({ flag }, { scenes }) => ({ type: 'scene/set-enabled', scenes, enabled: flag }),
  ({ text, amount }, { scene }) => ({
    type: 'layer/add',
    parent: scene,
    source: source(text),
    index: Math.abs(amount) % 3,
  }),
  (_, { layer, effect, element }) => ({ type: 'node/remove', nodes: [layer, effect, element.id] }),
  ({ amount }, { layer, scene }) => ({ type: 'layer/move', layer, parent: scene, index: Math.abs(amount) % 3 }),
  ({ text, flag, amount }, { layer }) => ({
    type: 'layer/set',
    layers: [layer],
    audio: flag,
    skip: amount,
    fit: FITS[Math.abs(amount) % FITS.length] ?? 'cover',
    ...(flag && { source: source(text) }),
  }),
  ({ flag, amount }, { layer }) => ({
    type: 'layer/set-speed',
    layers: [layer],
    speed: 0.5 + (Math.abs(amount) % 4),
    keepsLength: flag,
  }),
  ({ text }) => ({ type: 'layer/relink', from: { kind: 'asset', name: 'clip 1.mp4' }, to: source(text) }),
  ({ amount }, { layer }) => ({
    type: 'effect/add',
    layers: [layer],
    effect: effectTypes[Math.abs(amount) % effectTypes.length] ?? 'flip',
    index: Math.abs(amount) % 4,
  }),
  (_, { effect }) => ({ type: 'node/remove', nodes: [effect] }),
  ({ amount }, { effect, layer }) => ({ type: 'effect/move', effect, layer, index: Math.abs(amount) % 4 }),
  ({ text, flag }, { effect }) => ({
    type: 'effect/set-attribute',
    effects: [effect],
    name: flag ? 'intensity' : 'color',
    value: text === 'a' ? null : text,
  }),
  ({ amount, text, flag }, { layer }) => ({
    type: 'key/set',
    node: layer,
    property: flag ? 'opacity' : 'rotation',
    frame: Math.abs(amount),
    length: 81,
    value: text,
  }),
  (_, { effect }) => ({ type: 'effect/reset', effects: [effect] }),
  ({ flag }, { effect }) => ({ type: 'effect/set-enabled', effects: [effect], enabled: flag }),
  (_, { document, scenes, index }) => ({
    type: 'scenes/paste',
    text: scenesToClipboard(document, scenes, frameRate(25)),
    at: index,
  }),
  ({ flag }, { document, scene, layer }) => ({
    type: 'effects/paste',
    text: effectsToClipboard(document, [layer]),
    targets: [scene],
    mode: flag ? 'append' : 'replace',
  }),
  ({ amount }, { layer }) => ({
    type: 'layer/set-times',
    times: [{ part: layer, offset: Math.abs(amount), duration: Math.abs(amount) + 1, skip: 3, overlap: amount }],
    as: 'trim',
  }),
  ({ amount }, { layer }) => ({
    type: 'layer/split',
    cuts: [{ part: layer, length: Math.abs(amount) + 1, second: { offset: Math.abs(amount) + 1, skip: 4 } }],
  }),
  (_, { layer }) => ({ type: 'layer/duplicate', layers: [layer] }),
  (_, { layer }) => ({ type: 'layer/group', layers: [layer] }),
  (_, { layer }) => ({ type: 'layer/ungroup', groups: [layer] }),
  (_, { document, layer, scene }) => ({
    type: 'layers/paste',
    text: layersToClipboard(document, [layer], frameRate(30)),
    parent: scene,
  }),
  ({ text, flag }, { element }) => ({
    type: 'attribute/set',
    node: element.id,
    name: element.attributes[0]?.name ?? 'name',
    value: flag ? text : null,
  }),
  (_, { element, variable }) => ({
    type: 'variable/bind',
    node: element.id,
    attribute: element.attributes[0]?.name ?? 'name',
    variable,
  }),
  (_, { element }) => ({ type: 'variable/unbind', node: element.id, attribute: element.attributes[0]?.name ?? 'name' }),
  (_, { variable }) => ({ type: 'variable/rename', from: variable, to: `${variable}.2` }),
  ({ text }, { variable }) => ({ type: 'variable/set-default', variable, default: text }),
  (_, { variable }) => ({ type: 'variable/remove', variable }),
  ({ text, flag }, { variable }) => ({
    type: 'variable/set-list',
    variable,
    ...(flag && { fields: [{ name: 'a', type: 'text', label: text }] }),
    items: [{ a: text }, { [flag ? 'a' : '']: 'b' }],
  }),
  ({ text, flag }, { variable }) => ({
    type: 'variable/declare',
    variable,
    attributes: { label: text, min: flag ? '1' : null },
  }),
  ({ amount }, { scene }) => ({
    type: 'batch',
    label: message('step/edit-xml'),
    commands: [
      { type: 'scene/trim-end', scene, duration: 5 + Math.abs(amount) },
      { type: 'scene/duplicate', scenes: [scene] },
    ],
  }),
];

/** Converts a random command to a command for a document. The planner can refuse the result. */
export function commandOf(idea: RandomCommand, context: PlanContext): EditorCommand {
  const { document } = context;
  const { scenes, elements } = indexOf(document);
  const [first = 0, second = 0, third = 0] = idea.picks;
  const pick = <Item>(list: readonly Item[], at: number): Item | undefined => list[at % Math.max(1, list.length)];
  const layers = scenes.flatMap((scene) => layersOf(scene));
  const effects = layers.flatMap(effectsOf);
  const all = [...elements.values()];
  const picked: Picked = {
    ...context,
    scene: pick(scenes, first)?.id ?? NOWHERE,
    scenes: idea.picks.flatMap((at) => pick(scenes, at)?.id ?? []),
    layer: pick(layers, second)?.id ?? NOWHERE,
    effect: pick(effects, third)?.id ?? NOWHERE,
    element: pick(all, first)?.element ?? document.root,
    variable: pick(['time', 'clip', 'hex', 'axis', 'flag', 'neu'], second) ?? 'neu',
    index: third % (scenes.length + 1),
  };
  const factory = factories[idea.kind % factories.length];
  if (factory === undefined) throw new Error('there are factories');
  return factory(idea, picked);
}

function source(text: string): MediaSource {
  return text === 'a' ? { kind: 'url', url: 'https://example.org/a.mp4' } : { kind: 'asset', name: `${text}.mp4` };
}
