import { type DragEvent, type ReactNode, useState } from 'react';
import { useActions } from '../../actions/runtime/use-actions.tsx';
import { thingDragType } from '../../common/inserting/thing-drag.ts';
import { assetDragType } from '../../common/sources/asset-drag.ts';
import { useEditor } from '../../state/editor-context.tsx';
import { selectTotal } from '../../state/selectors.ts';
import { useStrings } from '../../strings/use-strings.tsx';
import { DropHint } from '../../ui/display/drop-hint.tsx';
import styles from './editor-workspace.module.css';

/** Parts of the window that take drops themselves, and say what comes of them. */
const OWN_PLACES = '[data-takes-drops]';

/**
 * Takes files and assets that are dropped anywhere in the editor, and puts them into the film. An element of the page,
 * such as the XML, never gets a file: it would show it, or take its bytes for text.
 */
export function useWindowDrop() {
  const { parts } = useActions();
  const [isOver, setOver] = useState(false);
  const isOurs = ({ target, currentTarget, dataTransfer: { types } }: DragEvent): boolean =>
    target instanceof Element &&
    // What opens over the page tells its events here too, though it lies elsewhere.
    currentTarget.contains(target) &&
    target.closest(OWN_PLACES) === null &&
    (types.includes('Files') || types.includes(assetDragType) || types.includes(thingDragType));
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        const ours = isOurs(event);
        setOver(ours);
        if (!ours) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      },
      onDragLeave: ({ relatedTarget, currentTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      },
      onDragEnd: () => setOver(false),
      onDropCapture: (event: DragEvent) => {
        setOver(false);
        if (!isOurs(event)) return;
        event.preventDefault();
        event.stopPropagation();
        parts.getState().ports.placing?.take(event.dataTransfer);
      },
    },
  };
}

/** Says what letting go would do. */
export function WindowDropHint(): ReactNode {
  const { app } = useStrings();
  const isEmpty = useEditor((state) => selectTotal(state) === 0);
  return <DropHint title={app.dropHere} hint={isEmpty ? app.dropFirst : app.dropAtPlayhead} className={styles.drop} />;
}
