import { ChevronsLeft, ChevronsRight, Diamond, Spline, Waypoints } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { type Action, type ActionContext, onPort } from '#renderer/actions/action.ts';
import type { KeysPort } from '#renderer/actions/ports.ts';
import { dispatch } from '#renderer/actions/targets.ts';
import { useEditorView } from '#renderer/actions/use-actions.tsx';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import { keysInFrames, keysOfNode, type SelectedKey, selectedKeys, valuesOf } from '#renderer/editor/keyframes.ts';
import { say } from '#renderer/strings/say.ts';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { clockOf, keyAt, neighboursOf, textAt } from '#shared/editing/keyframes/animated.ts';
import { keyPropertiesOf, spellingIn } from '#shared/editing/keyframes/read-keyframes.ts';
import type { KeyCommand, PlannableCommand } from '#shared/editing/model/commands.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { inDocumentOrder } from '#shared/editing/model/selection.ts';
import { type ClipboardContent, type CopiedProperty, keysToClipboard } from '#shared/editing/plan/clipboard.ts';
import { planningOf } from '#shared/editing/planning/planning.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { type Message, message } from '#shared/messages/message.ts';
import type { NodeId, TemplateDocument } from '#shared/template/document/document.ts';
import { effectsOf, layerKindOf } from '#shared/template/tables/roles.ts';
import { convertFrames, type FrameRate, frames } from '#shared/template/values/frame-rate.ts';
import { duplicateSelected, removeSelected } from './move-keys.ts';

const inTimeline = { scope: 'editor', group: 'timeline' } as const;

/** The actions on keyframes. */
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
      editor !== null && selectedKeys(editor.document.state, editor.keyframes.state.selected).length > 0,
    whyNot: ({ keys }) => keys.needsSelectedKeys,
    run: ({ editor }) => {
      if (editor === null) return;
      const area = document.querySelector('[data-timeline-body]')?.getBoundingClientRect();
      editor.keyframes.set({ easingAt: { x: (area?.right ?? 480) - 460, y: (area?.top ?? 480) + 24 } });
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
 * Returns the frame of the timeline with the next or previous keyframe of the selection. If keyframes are selected,
 * only their properties count.
 */
function neighbour(context: ActionContext, which: 'previous' | 'next'): number | null {
  const { editor } = context;
  if (editor === null) return null;
  const state = editor.document.state;
  const chosen = selectedKeys(state, editor.keyframes.state.selected);
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
  const store = editor.keyframes;
  const chosen = selectedKeys(editor.document.state, store.state.selected);
  editor.playback.seek(frame);
  // The keyframes of the same properties at the new frame become the selection.
  const places = chosen.map(({ property, clock }) => ({
    node: property.node,
    property: property.name,
    frame: frame - clock.begin,
  }));
  if (places.length > 0) store.set({ selected: keysInFrames(editor.document.state, places) });
}

/** Sets keyframes at the playhead: in all animated properties, or else in the property that is animated first. */
function setHere(context: ActionContext): void {
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
  const label = message('step/set-keys', { count: commands.length });
  dispatch(context, others.length === 0 ? only : { type: 'batch', label, commands });
}

/**
 * Returns the property that is animated first, with its current value. For a layer, it is the position, for a sound the
 * volume, and for an effect its first number.
 */
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

/** Registers the keyframe functions for the actions that copy, cut, paste, and delete. */
export function useKeysPort(): void {
  const editor = useEditor();
  const { keyframes: store } = useEditor();
  const toasts = useToast();
  const onRow = useRef(false);
  useEffect(() => {
    const followFocus = ({ target }: FocusEvent) => {
      // While a menu is open, the target stays the element on which it was opened.
      if (!(target instanceof Element) || target.closest('[role=menu]') !== null) return;
      onRow.current = target.closest('[data-row=property], [data-key-point]') !== null;
    };
    document.addEventListener('focusin', followFocus);
    return () => document.removeEventListener('focusin', followFocus);
  }, []);
  const port = useMemo((): KeysPort => {
    const chosen = () => selectedKeys(editor.document.state, store.state.selected);
    return {
      inHand: () => onRow.current && chosen().length > 0,
      copied: () => {
        const { document, movie } = editor.document.state;
        return keysToClipboard(document, copiedSources(document, chosen()), movie?.frameRate ?? null);
      },
      duplicate: () => void duplicateSelected(editor),
      remove: () => void removeSelected(editor),
      paste: (content) => {
        const state = editor.document.state;
        const pasted = pastedKeys(state, content, state.selection.ids);
        const done = pasted.ok ? editor.document.dispatch(pasted.value.command) : pasted;
        if (!done.ok) toasts.show({ id: 'refused', message: say(done.error), tone: 'warning' });
        else if (pasted.ok) store.set({ selected: keysInFrames(editor.document.state, pasted.value.places) });
      },
    };
  }, [editor, store, toasts]);
  useEditorView('keys', port);
}

/** Returns keyframes for the clipboard, grouped by property. Their frames count from the first of all keyframes. */
export function copiedSources(
  document: TemplateDocument,
  chosen: readonly SelectedKey[],
): readonly (readonly CopiedProperty[])[] {
  const first = chosen.reduce(
    (least, { key, clock }) => Math.min(least, clock.begin + key.frame),
    Number.POSITIVE_INFINITY,
  );
  const byNode = Map.groupBy(chosen, ({ key }) => key.ref.node);
  return inDocumentOrder(document, byNode.keys()).map((node) =>
    [...Map.groupBy(byNode.get(node) ?? [], ({ key }) => key.ref.property)].map(([property, keys]) => ({
      property,
      keys: keys.map(({ key, clock }) => ({
        after: Math.round(clock.begin + key.frame - first),
        value: key.written,
        easing: key.ownEasing,
      })),
    })),
  );
}

/** The positions of pasted keyframes, with the command that inserts them. */
export interface PastedKeys {
  readonly command: PlannableCommand;
  readonly places: readonly { readonly node: NodeId; readonly property: string; readonly frame: number }[];
}

/**
 * Plans pasting at the playhead. The keyframes of one element are pasted into each selected element. The keyframes of
 * several elements need the same number of selected elements, and are pasted in order. The first keyframe is at the
 * playhead.
 */
export function pastedKeys(
  { movie, document, playhead }: Pick<EditorState, 'movie' | 'document' | 'playhead'>,
  { sources, rate }: Extract<ClipboardContent, { kind: 'keys' }>,
  selected: readonly NodeId[],
): Result<PastedKeys, Message> {
  const targets = inDocumentOrder(document, selected).filter((id) => clockOf(movie, id) !== null);
  const [only] = sources;
  if (only === undefined || targets.length === 0) return err(message('clipboard/keys'));
  if (sources.length > 1 && sources.length !== targets.length)
    return err(message('clipboard/keys-of', { count: sources.length }));
  const here = movie?.frameRate ?? null;
  const commands = targets.flatMap((node, at): readonly KeyPaste[] => {
    const clock = clockOf(movie, node);
    if (clock === null) return [];
    const frame = Math.max(0, playhead - clock.begin);
    const properties = sources.length > 1 ? (sources[at] ?? []) : only;
    return properties.map(({ property, keys }) => ({
      type: 'key/paste',
      node,
      property,
      frame,
      length: clock.length,
      keys: keys.map((key) => ({ ...key, after: atRate(key.after, rate, here) })),
    }));
  });
  const places = commands.flatMap(({ node, property, frame, keys }) =>
    keys.map(({ after }) => ({ node, property, frame: frame + after })),
  );
  const label = message('step/paste-keys', { count: places.length });
  return ok({ command: { type: 'batch', label, commands }, places });
}

type KeyPaste = Extract<KeyCommand, { type: 'key/paste' }>;

function atRate(after: number, from: FrameRate | null, to: FrameRate | null): number {
  return from === null || to === null ? after : convertFrames(frames(after), from, to);
}
