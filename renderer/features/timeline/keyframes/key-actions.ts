import { ChevronsLeft, ChevronsRight, Diamond, Spline } from 'lucide-react';
import type { Action, ActionContext } from '#renderer/actions/action.ts';
import { dispatch } from '#renderer/actions/targets.ts';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import { keysInFrames, keysOfNode, selectedKeys, valuesByName } from '#renderer/editor/keyframes.ts';
import { clockOf, keyAt, neighborsOf, textAt } from '#shared/editing/keyframes/animated.ts';
import { keyPropertiesOf, spellingIn } from '#shared/editing/keyframes/read-keyframes.ts';
import type { KeyCommand } from '#shared/editing/model/commands.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { planningOf } from '#shared/editing/planning/planning.ts';
import { message } from '#shared/messages/message.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { effectsOf, layerKindOf } from '#shared/template/tables/roles.ts';

const inTimeline = { scope: 'editor', group: 'timeline' } as const;

export const keyActions: readonly Action[] = [
  {
    id: 'key/set',
    label: ({ keys }) => keys.setKey,
    keys: ['D'],
    icon: Diamond,
    ...inTimeline,
    enabled: (context) => nodesOf(context).length > 0,
    whyNot: ({ keys }) => keys.needsLayer,
    run: setKeyframes,
  },
  {
    id: 'key/previous',
    label: ({ keys }) => keys.previousKey,
    keys: ['Alt+,'],
    icon: ChevronsLeft,
    ...inTimeline,
    repeats: true,
    enabled: (context) => neighborFrame(context, 'previous') !== null,
    whyNot: ({ keys }) => keys.needsKeys,
    run: (context) => goTo(context, 'previous'),
  },
  {
    id: 'key/next',
    label: ({ keys }) => keys.nextKey,
    keys: ['Alt+.'],
    icon: ChevronsRight,
    ...inTimeline,
    repeats: true,
    enabled: (context) => neighborFrame(context, 'next') !== null,
    whyNot: ({ keys }) => keys.needsKeys,
    run: (context) => goTo(context, 'next'),
  },
  {
    id: 'key/ease',
    label: ({ keys }) => keys.chooseEasing,
    keys: ['Alt+E'],
    icon: Spline,
    ...inTimeline,
    enabled: ({ editor }) =>
      editor !== null && selectedKeys(editor.document.state, editor.keyframes.state.selected).length > 0,
    whyNot: ({ keys }) => keys.needsSelectedKeys,
    run: ({ editor }) => {
      if (editor === null) return;
      const area = document.querySelector('[data-timeline-body]')?.getBoundingClientRect();
      editor.keyframes.set({ easingAt: { x: (area?.right ?? 480) - 460, y: (area?.top ?? 480) + 24 } });
    },
  },
];

/** Returns the selected elements that can have keyframes: layers, sounds, and effects. */
function nodesOf({ editor }: ActionContext): readonly NodeId[] {
  if (editor === null) return [];
  const { selection, movie } = editor.document.state;
  return selection.ids.filter((id) => clockOf(movie, id) !== null);
}

/** Returns the selected elements that can have keyframes, including the effects of selected layers. */
function nodesAround(context: ActionContext): readonly NodeId[] {
  const state = context.editor?.document.state;
  if (state === undefined) return [];
  return nodesOf(context).flatMap((id) => {
    const element = indexOf(state.document).elements.get(id)?.element;
    return [id, ...(element === undefined ? [] : effectsOf(element).map((effect) => effect.id))];
  });
}

/**
 * Returns the timeline frame of the next or previous keyframe of the selected elements; null if there is none. If
 * keyframes are selected, only keyframes of the same properties count.
 */
function neighborFrame(context: ActionContext, which: 'previous' | 'next'): number | null {
  const { editor } = context;
  if (editor === null) return null;
  const state = editor.document.state;
  const selectedKeyframes = selectedKeys(state, editor.keyframes.state.selected);
  const properties =
    selectedKeyframes.length > 0
      ? selectedKeyframes
      : nodesAround(context).flatMap((id) => {
          const keys = keysOfNode(state, id);
          return keys === null ? [] : keys.properties.map((property) => ({ property, clock: keys.clock }));
        });
  const frames = properties.flatMap(({ property, clock }) =>
    property.keys.map((key) => ({ frame: key.frame + clock.begin })),
  );
  return neighborsOf(frames, state.playhead)[which];
}

function goTo(context: ActionContext, which: 'previous' | 'next'): void {
  const { editor } = context;
  const frame = neighborFrame(context, which);
  if (editor === null || frame === null) return;
  const store = editor.keyframes;
  const selectedKeyframes = selectedKeys(editor.document.state, store.state.selected);
  editor.playback.seek(frame);
  // Select the keyframes of the same properties at the new frame.
  const places = selectedKeyframes.map(({ property, clock }) => ({
    node: property.node,
    property: property.name,
    frame: frame - clock.begin,
  }));
  if (places.length > 0) store.set({ selected: keysInFrames(editor.document.state, places) });
}

/**
 * Sets keyframes at the playhead in all animated properties of each selected element. If an element has no animated
 * properties, animates its default property.
 */
function setKeyframes(context: ActionContext): void {
  const { editor } = context;
  if (editor === null) return;
  const state = editor.document.state;
  const commands = nodesOf(context).flatMap((id): readonly KeyCommand[] => {
    const keys = keysOfNode(state, id);
    if (keys === null) return [];
    const { begin, length, whole } = keys.clock;
    const frame = Math.min(Math.max(0, state.playhead - begin), Math.max(0, length - 1));
    const animated = keys.properties.flatMap((property): readonly KeyCommand[] => {
      const value = textAt(property, frame, whole);
      const hasKeyframe = keyAt(property, frame) !== null;
      return value === null || hasKeyframe
        ? []
        : [{ type: 'key/set', node: id, property: property.name, frame, length, value }];
    });
    if (keys.properties.length > 0) return animated;
    const first = firstPropertyOf(state, id);
    return first === null ? [] : [{ type: 'key/set', node: id, ...first, frame, length }];
  });
  const [only, ...others] = commands;
  if (only === undefined) return;
  const label = message('step/set-keys', { count: commands.length });
  dispatch(context, others.length === 0 ? only : { type: 'batch', label, commands });
}

/**
 * Returns the default property to animate, with its current value. This is the position of a layer, the volume of a
 * sound, or the first number of an effect. Null if there is none, or if its value is unknown.
 */
function firstPropertyOf(
  { document, values }: EditorState,
  id: NodeId,
): { readonly property: string; readonly value: string } | null {
  const planning = planningOf({ document, values: valuesByName({ values }) });
  const element = planning.index.elements.get(id)?.element;
  if (element === undefined) return null;
  const properties = keyPropertiesOf(planning, element);
  const first = properties.find(({ name }) => layerKindOf(element) === null || name === 'position');
  if (first === undefined) return null;
  const text = planning.resolved(element, spellingIn(element, first.attribute, first.attributeSpec));
  if (text?.kind === 'text') return { property: first.name, value: text.text };
  const { absent, type } = first.attributeSpec;
  return 'default' in absent ? { property: first.name, value: type.format(absent.default) } : null;
}
