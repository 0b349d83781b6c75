import { type DragEvent, useRef, useState } from 'react';

/** Takes files from outside of the window. */
export interface FileDrop {
  /** Whether files are over it now. */
  readonly isOver: boolean;
  readonly handlers: {
    readonly onDragEnter: (event: DragEvent) => void;
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDragLeave: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
  };
}

/** Calls `onDrop` with what was dropped, while the event goes on: later the transfer is empty. */
export function useFileDrop(onDrop: (transfer: DataTransfer) => void): FileDrop {
  const [isOver, setOver] = useState(false);
  // Children are entered before their parent is left.
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
