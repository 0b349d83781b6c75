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
 * Handles drops of files and assets anywhere in the editor, and adds them to the movie. A dropped file must not reach
 * other elements: the page would open the file, and the XML view would insert its bytes as text.
 */
export function useWindowDrop() {
  const actions = useActions();
  const editor = useEditor();
  const [over, setOver] = useState<DraggedContent | null>(null);
  const oursIn = ({ target, currentTarget, dataTransfer }: DragEvent): DraggedContent | null => {
    // React passes events of portals to this handler, although portals are outside the element.
    if (!(target instanceof Element && currentTarget.contains(target)) || target.closest(OWN_PLACES) !== null)
      return null;
    const dragged = draggedContentOf(dataTransfer);
    if (dragged === null || dataTransfer.types.includes('Files')) return dragged;
    // Assets from the library can be dropped only on the preview.
    return dragged.kind !== 'other' && target.closest('main') !== null ? dragged : null;
  };
  const show = (next: DraggedContent | null) =>
    setOver((before) => (before?.kind === next?.kind && before?.isSeveral === next?.isSeveral ? before : next));
  return {
    /** The dragged content; null if the editor does not accept it. */
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

/** Shows the effect of a drop, over the whole empty preview or beside the picture. */
export function WindowDropHint({ content }: { readonly content: DraggedContent }): ReactNode {
  const { app } = useStrings();
  const isEmpty = useEditorValue(({ document }) => selectTotal(document.state) === 0);
  return (
    <DropHint title={dropSentence(content, isEmpty, app.drop)} className={isEmpty ? styles.drop : styles.dropNote} />
  );
}

/** The information about dragged content that a browser reveals before the drop. */
export interface DraggedContent {
  /** The common kind of the dragged items; null if it is unknown or mixed. */
  readonly kind: 'video' | 'image' | 'audio' | 'captions' | 'layer' | 'other' | null;
  readonly isSeveral: boolean;
}

/** Returns the dragged content; null if the editor accepts none of it. */
export function draggedContentOf({
  types,
  items,
}: Pick<DataTransfer, 'types'> & { readonly items: HeldItems }): DraggedContent | null {
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
  // Browsers report no type for folders and captions, so an untyped item can be anything.
  return { kind: isVisualKind(kind) ? kind : null, isSeveral: files.length > 1 };
}

type HeldItems = Iterable<Pick<DataTransferItem, 'kind' | 'type'>>;

function isVisualKind(kind: string): kind is 'video' | 'image' | 'audio' {
  return kind === 'video' || kind === 'image' || kind === 'audio';
}

function knownKind(kind: string | undefined): DraggedContent['kind'] {
  if (kind === undefined) return null;
  return isVisualKind(kind) || kind === 'captions' ? kind : 'other';
}

/** Returns the sentence that describes what a drop adds at the playhead. The sentence must match `addAssets`. */
export function dropSentence(
  { kind, isSeveral }: DraggedContent,
  isEmpty: boolean,
  words: Catalogue['app']['drop'],
): string {
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
