import { clsx } from 'clsx';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { type DragPoint, startDrag } from '#renderer/interaction/drag.ts';
import styles from './splitter.module.css';
import type { Split } from './use-split.ts';

export interface SplitterProps {
  readonly split: Split;
  /**
   * The edge of the panel that the user drags. The splitter is rendered inside the panel, which needs `position:
   * relative`.
   */
  readonly edge: 'left' | 'right' | 'top' | 'bottom';
  /** The label, such as `Resize library`. */
  readonly label: string;
}

const keyStep = 16;

/** A handle that moves the edge of its panel. Arrow keys also move the edge, and a double-click resets it. */
export function Splitter({ split, edge, label }: SplitterProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [dragging, setDragging] = useState(false);
  const wide = edge === 'left' || edge === 'right';
  const forward = edge === 'right' || edge === 'bottom';

  const measure = (): number => {
    const box = ref.current?.parentElement?.getBoundingClientRect();
    return split.size ?? (wide ? box?.width : box?.height) ?? split.min;
  };
  const drag = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const { size } = split;
    const from = measure();
    const sizeAt = ({ dx, dy }: DragPoint) => from + (wide ? dx : dy) * (forward ? 1 : -1);
    startDrag(
      event,
      {
        start: () => setDragging(true),
        move: (point) => split.preview(sizeAt(point)),
        end: (point) => {
          setDragging(false);
          if (sizeAt(point) !== from) split.set(sizeAt(point));
        },
        cancel: () => {
          setDragging(false);
          split.preview(size);
        },
      },
      { threshold: 0 },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const back = wide ? 'ArrowLeft' : 'ArrowUp';
    const on = wide ? 'ArrowRight' : 'ArrowDown';
    if (event.key === 'Enter') split.reset();
    else if (event.key === back || event.key === on) {
      const towards = (event.key === on) === forward ? 1 : -1;
      split.set(measure() + towards * keyStep);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr element cannot be dragged; this is ARIA's window splitter
    <div
      ref={ref}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={wide ? 'vertical' : 'horizontal'}
      aria-valuenow={split.size ?? split.min}
      aria-valuemin={split.min}
      aria-valuemax={split.max}
      data-dragging={dragging || undefined}
      className={clsx('draggable', styles.grip, styles[edge])}
      onPointerDown={drag}
      onDoubleClick={split.reset}
      onKeyDown={onKeyDown}
    />
  );
}
