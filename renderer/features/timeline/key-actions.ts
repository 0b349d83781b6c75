import { ChevronsLeft, ChevronsRight, Diamond, Spline, Waypoints } from 'lucide-react';
import type { Action } from '#renderer/actions/model/action.ts';
import type { ActionContext } from '#renderer/actions/model/action-context.ts';
import { onPort } from '#renderer/actions/model/on-port.ts';
import { dispatch } from '#renderer/actions/tables/editor-access.ts';
import { keysOfNode, valuesOf } from '#renderer/common/keys/read-properties.ts';
import { keysInFrames, selectedKeys } from '#renderer/common/keys/selected-keys.ts';
import type { EditorState } from '#renderer/state/editor-state.ts';
import { keyStoreOf } from '#renderer/state/key-store.ts';
import { indexOf } from '#shared/editing/document-index.ts';
import { keyAt, neighboursOf, textAt } from '#shared/editing/keys/animated.ts';
import { clockOf } from '#shared/editing/keys/clocks.ts';
import type { KeyCommand } from '#shared/editing/keys/key-commands.ts';
import { keyPropertiesOf, spellingIn } from '#shared/editing/keys/key-properties.ts';
import { planningOf } from '#shared/editing/planning/planning.ts';
import { statement } from '#shared/statements/statement.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { effectsOf, layerKindOf } from '#shared/template/tables/roles.ts';

const inTimeline = { scope: 'editor', group: 'timeline' } as const;

/** What is done with keyframes from everywhere in the editor. */
export const keyActions: readonly Action[] = [
  {
    id: 'key/set',
    label: ({ keys }) => keys.setKey,
    keys: ['D'],
    icon: Diamond,
    ...inTimeline,
    enabled: (context) => nodesOf(context).length > 0,
    whyNot: ({ keys }) => keys.needsLayer,
    run: setHere,
  },
  {
    id: 'key/previous',
    label: ({ keys }) => keys.previousKey,
    keys: ['Alt+,'],
    icon: ChevronsLeft,
    ...inTimeline,
    repeats: true,
    enabled: (context) => neighbour(context, 'previous') !== null,
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
    enabled: (context) => neighbour(context, 'next') !== null,
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
      editor !== null && selectedKeys(editor.getState(), keyStoreOf(editor).getState().selected).length > 0,
    whyNot: ({ keys }) => keys.needsSelectedKeys,
    run: ({ editor }) => {
      if (editor === null) return;
      const area = document.querySelector('[data-timeline-body]')?.getBoundingClientRect();
      keyStoreOf(editor).setState({ easingAt: { x: (area?.right ?? 480) - 460, y: (area?.top ?? 480) + 24 } });
    },
  },
  {
    id: 'key/only-animated',
    label: ({ keys }) => keys.onlyAnimated,
    keys: ['U'],
    icon: Waypoints,
    ...onPort('timeline', 'timeline', (port) => port.toggleOnlyAnimated()),
    checked: ({ ports }) => ports.timeline?.onlyAnimated() ?? false,
  },
];

/** The selected layers, sounds and effects, as far as they can have keys. */
function nodesOf({ editor }: ActionContext): readonly NodeId[] {
  if (editor === null) return [];
  const { selection, movie } = editor.getState();
  return selection.ids.filter((id) => clockOf(movie, id) !== null);
}

/** The same with the effects of the layers. */
function nodesAround(context: ActionContext): readonly NodeId[] {
  const state = context.editor?.getState();
  if (state === undefined) return [];
  return nodesOf(context).flatMap((id) => {
    const element = indexOf(state.document).elements.get(id)?.element;
    return [id, ...(element === undefined ? [] : effectsOf(element).map((effect) => effect.id))];
  });
}

/** The frame of the film at which the next key stands of what is selected, or of the properties of selected keys. */
function neighbour(context: ActionContext, which: 'previous' | 'next'): number | null {
  const { editor } = context;
  if (editor === null) return null;
  const state = editor.getState();
  const chosen = selectedKeys(state, keyStoreOf(editor).getState().selected);
  const properties =
    chosen.length > 0
      ? chosen
      : nodesAround(context).flatMap((id) => {
          const keys = keysOfNode(state, id);
          return keys === null ? [] : keys.properties.map((property) => ({ property, clock: keys.clock }));
        });
  const frames = properties.flatMap(({ property, clock }) =>
    property.keys.map((key) => ({ frame: key.frame + clock.begin })),
  );
  return neighboursOf(frames, state.playhead)[which];
}

function goTo(context: ActionContext, which: 'previous' | 'next'): void {
  const { editor } = context;
  const frame = neighbour(context, which);
  if (editor === null || frame === null) return;
  const store = keyStoreOf(editor);
  const chosen = selectedKeys(editor.getState(), store.getState().selected);
  editor.actions.seek(frame);
  // What was selected goes along: the keys of the same properties in that frame.
  const places = chosen.map(({ property, clock }) => ({
    node: property.node,
    property: property.name,
    frame: frame - clock.begin,
  }));
  if (places.length > 0) store.setState({ selected: keysInFrames(editor.getState(), places) });
}

/** Keys at the playhead: of what is animated already, else the first one of what a layer is placed by. */
function setHere(context: ActionContext): void {
  const { editor } = context;
  if (editor === null) return;
  const state = editor.getState();
  const commands = nodesOf(context).flatMap((id): readonly KeyCommand[] => {
    const keys = keysOfNode(state, id);
    if (keys === null) return [];
    const { begin, length, whole } = keys.clock;
    const frame = Math.min(Math.max(0, state.playhead - begin), Math.max(0, length - 1));
    const animated = keys.properties.flatMap((property): readonly KeyCommand[] => {
      const value = textAt(property, frame, whole);
      const isThere = keyAt(property, frame) !== null;
      return value === null || isThere
        ? []
        : [{ type: 'key/set', node: id, property: property.name, frame, length, value }];
    });
    if (keys.properties.length > 0) return animated;
    const first = firstOf(state, id);
    return first === null ? [] : [{ type: 'key/set', node: id, ...first, frame, length }];
  });
  const [only, ...others] = commands;
  if (only === undefined) return;
  const label = statement('step/set-keys', { count: commands.length });
  dispatch(context, others.length === 0 ? only : { type: 'batch', label, commands });
}

/** What begins to move: where a layer is, how loud a sound is, the first number of an effect, with its value now. */
function firstOf(
  { document, values }: EditorState,
  id: NodeId,
): { readonly property: string; readonly value: string } | null {
  const planning = planningOf({ document, values: valuesOf({ values }) });
  const element = planning.index.elements.get(id)?.element;
  if (element === undefined) return null;
  const properties = keyPropertiesOf(planning, element);
  const first = properties.find(({ name }) => layerKindOf(element) === null || name === 'position');
  if (first === undefined) return null;
  const text = planning.resolved(element, spellingIn(element, first.attribute, first.own));
  if (text?.kind === 'text') return { property: first.name, value: text.text };
  const { absent, type } = first.own;
  return 'default' in absent ? { property: first.name, value: type.format(absent.default) } : null;
}
