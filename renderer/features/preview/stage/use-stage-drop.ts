import { type DragEvent, useMemo, useState } from 'react';
import { useActions } from '#renderer/actions/runtime/use-actions.tsx';
import { thingDragType } from '#renderer/common/inserting/thing-drag.ts';
import { whereAtPlayhead } from '#renderer/common/inserting/where.ts';
import { assetDragType } from '#renderer/common/sources/asset-drag.ts';
import { useEditorStore } from '#renderer/state/editor-context.tsx';
import { placeOn } from './place-on.ts';

/** Makes layers of what is dropped onto the picture, where it was dropped: files, assets, what the palette has. */
export function useStageDrop() {
  const { parts } = useActions();
  const editor = useEditorStore();
  const [isOver, setOver] = useState(false);
  const handlers = useMemo(() => {
    const isOurs = ({ dataTransfer: { types } }: DragEvent) =>
      types.includes('Files') || types.includes(assetDragType) || types.includes(thingDragType);
    return {
      // The window around it takes what nobody else does.
      'data-takes-drops': '',
      onDragOver: (event: DragEvent) => {
        if (!isOurs(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setOver(true);
      },
      onDragLeave: ({ relatedTarget, currentTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        setOver(false);
        const { movie } = editor.getState();
        if (!isOurs(event) || movie === null) return;
        event.preventDefault();
        event.stopPropagation();
        const place = placeOn(event.currentTarget.getBoundingClientRect(), movie, event);
        const where = { ...whereAtPlayhead(editor.getState()), place };
        parts.getState().ports.placing?.takeLayers(event.dataTransfer, where);
      },
    };
  }, [editor, parts]);
  return { isOver, handlers };
}
