import { type DragEvent, type ReactNode, useState } from 'react';
import { useActions } from '#renderer/actions/use-actions.tsx';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { selectTotal } from '#renderer/editor/selectors.ts';
import { assetDragType, insertableDragType, KIND_DRAG_PREFIX, severalDragType } from '#renderer/project/drag-data.ts';
import { placeDrop } from '#renderer/project/placing.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { DropHint } from '#renderer/ui/display/drop-hint.tsx';
import styles from './editor-workspace.module.css';

/** Elements that handle drops themselves. */
const OWN_PLACES = '[data-takes-drops]';

/**
 * Handles drops of files and assets anywhere in the editor and adds them to the movie. Other elements never receive a
 * dropped file: the page would open it, and the XML view would insert its bytes as text.
 */
export function useWindowDrop() {
  const actions = useActions();
  const editor = useEditor();
  const [over, setOver] = useState<Held | null>(null);
  const oursIn = ({ target, currentTarget, dataTransfer }: DragEvent): Held | null => {
    // React passes events of portals to this handler, although portals are outside of the element.
    if (!(target instanceof Element && currentTarget.contains(target)) || target.closest(OWN_PLACES) !== null)
      return null;
    const held = heldIn(dataTransfer);
    if (held === null || dataTransfer.types.includes('Files')) return held;
    // Assets of the page can be dropped only on the preview. A drop elsewhere does nothing.
    return held.kind !== 'other' && target.closest('main') !== null ? held : null;
  };
  const show = (held: Held | null) =>
    setOver((before) => (before?.kind === held?.kind && before?.isSeveral === held?.isSeveral ? before : held));
  return {
    /** The dragged content; null if nothing accepted is dragged. */
    over,
    handlers: {
      onDragOver: (event: DragEvent) => {
        const ours = oursIn(event);
        show(ours);
        if (ours === null) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      },
      onDragLeave: ({ relatedTarget, currentTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(null);
      },
      onDragEnd: () => setOver(null),
      onDropCapture: (event: DragEvent) => {
        setOver(null);
        if (oursIn(event) === null) return;
        event.preventDefault();
        event.stopPropagation();
        placeDrop({ ...actions.context(), editor }, event.dataTransfer);
      },
    },
  };
}

/** Shows the effect of a drop: over the whole empty preview, or beside the picture. */
export function WindowDropHint({ held }: { readonly held: Held }): ReactNode {
  const { app } = useStrings();
  const isEmpty = useEditorValue(({ document }) => selectTotal(document.state) === 0);
  return <DropHint title={dropSentence(held, isEmpty, app.drop)} className={isEmpty ? styles.drop : styles.dropNote} />;
}

/** The part of the dragged content that a browser reveals before the drop. */
export interface Held {
  /** The kind of all dragged items; null if it is unknown or differs between them. */
  readonly kind: 'video' | 'image' | 'audio' | 'captions' | 'layer' | 'other' | null;
  readonly isSeveral: boolean;
}

/** Returns the content of a drag that the editor accepts; null if the editor accepts none of it. */
export function heldIn({ types, items }: Pick<DataTransfer, 'types'> & { readonly items: HeldItems }): Held | null {
  if (types.includes(insertableDragType)) return { kind: 'layer', isSeveral: false };
  if (types.includes(assetDragType)) {
    const kinds = types.filter((type) => type.startsWith(KIND_DRAG_PREFIX));
    const [kind] = kinds.length === 1 ? kinds : [];
    return { kind: knownKind(kind?.slice(KIND_DRAG_PREFIX.length)), isSeveral: types.includes(severalDragType) };
  }
  if (!types.includes('Files')) return null;
  const files = [...items].filter((item) => item.kind === 'file');
  const kinds = new Set(files.map(({ type }) => type.slice(0, type.indexOf('/'))));
  const [kind = ''] = kinds.size === 1 ? kinds : [];
  // Browsers report no type for folders and captions, so such items can be anything.
  return { kind: isSeen(kind) ? kind : null, isSeveral: files.length > 1 };
}

type HeldItems = Iterable<Pick<DataTransferItem, 'kind' | 'type'>>;

function isSeen(kind: string): kind is 'video' | 'image' | 'audio' {
  return kind === 'video' || kind === 'image' || kind === 'audio';
}

function knownKind(kind: string | undefined): Held['kind'] {
  if (kind === undefined) return null;
  return isSeen(kind) || kind === 'captions' ? kind : 'other';
}

/** Returns the sentence that describes how a drop adds the content at the playhead, as `addAssets` will do. */
export function dropSentence({ kind, isSeveral }: Held, isEmpty: boolean, words: Catalogue['app']['drop']): string {
  switch (kind) {
    case 'video':
      return isSeveral ? words.scenes : isEmpty ? words.firstScene : words.scene;
    case 'image':
      return isSeveral ? words.scenes : isEmpty ? words.firstScene : words.layer;
    case 'audio':
      return words.sound;
    case 'captions':
    case 'layer':
      return words.layer;
    case 'other':
    case null:
      return words.files;
    default:
      return kind satisfies never;
  }
}
