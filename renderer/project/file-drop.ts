import { type DragEvent, useRef, useState } from 'react';

/** The state and the handlers of a drop target for files. */
export interface FileDrop {
  /** Whether the user drags files over the target. */
  readonly isOver: boolean;
  readonly handlers: {
    readonly onDragEnter: (event: DragEvent) => void;
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDragLeave: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
  };
}

/**
 * Returns a drop target for files. `onDrop` is called synchronously in the drop event, because the transfer is empty
 * afterward.
 */
export function useFileDrop(onDrop: (transfer: DataTransfer) => void): FileDrop {
  const [isOver, setOver] = useState(false);
  // The nesting depth of entered elements. It is needed because browsers send `dragenter` of a child before `dragleave`
  // of its parent.
  const depth = useRef(0);
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
  const end = () => {
    depth.current = 0;
    setOver(false);
  };
  return {
    isOver,
    handlers: {
      onDragEnter: (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        depth.current += 1;
        setOver(true);
      },
      onDragOver: (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      },
      onDragLeave: (event) => {
        if (!hasFiles(event)) return;
        depth.current -= 1;
        if (depth.current <= 0) end();
      },
      onDrop: (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        end();
        onDrop(event.dataTransfer);
      },
    },
  };
}
