import { type DragEvent, useRef, useState } from 'react';

/** The state and the handlers of a drop target for files. */
export interface FileDrop {
  /** Whether files are dragged over it. */
  readonly isOver: boolean;
  readonly handlers: {
    readonly onDragEnter: (event: DragEvent) => void;
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDragLeave: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
  };
}

/** Calls `onDrop` with the transfer during the event, because it is empty afterward. */
export function useFileDrop(onDrop: (transfer: DataTransfer) => void): FileDrop {
  const [isOver, setOver] = useState(false);
  // The browser reports that a child is entered before it reports that its parent is left.
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
