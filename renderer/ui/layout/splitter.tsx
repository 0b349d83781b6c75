import { clsx } from 'clsx';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import styles from './splitter.module.css';
import type { Split } from './use-split.ts';

export interface SplitterProps {
  readonly split: Split;
  /** The edge of the panel that the user drags. The splitter is inside the panel, which needs `position: relative`. */
  readonly edge: 'left' | 'right' | 'top' | 'bottom';
  /** The label: `Resize library`. */
  readonly label: string;
}

const keyStep = 16;

/** A handle that moves the edge of its panel. Arrow keys also move the edge, and a double-click resets it. */
export function Splitter({ split, edge, label }: SplitterProps) {
  const ref = useRef<HTMLDivElement>(null);
  const gesture = useRef<{ readonly start: number; readonly from: number } | null>(null);
  const [dragging, setDragging] = useState(false);
  const wide = edge === 'left' || edge === 'right';
  const forward = edge === 'right' || edge === 'bottom';

  const measure = (): number => {
    const box = ref.current?.parentElement?.getBoundingClientRect();
    return split.size ?? (wide ? box?.width : box?.height) ?? split.min;
  };
  const sizeAt = (event: PointerEvent): number | null => {
    if (gesture.current === null) return null;
    const moved = (wide ? event.clientX : event.clientY) - gesture.current.start;
    return gesture.current.from + (forward ? moved : -moved);
  };
  const end = (event: PointerEvent, keep: boolean) => {
    const size = sizeAt(event);
    const from = gesture.current?.from;
    gesture.current = null;
    setDragging(false);
    if (size === null || from === undefined || size === from) return;
    if (keep) split.set(size);
    else split.preview(from);
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
      className={clsx(styles.grip, styles[edge])}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        gesture.current = { start: wide ? event.clientX : event.clientY, from: measure() };
        setDragging(true);
      }}
      onPointerMove={(event) => {
        const size = sizeAt(event);
        if (size !== null) split.preview(size);
      }}
      onPointerUp={(event) => end(event, true)}
      onPointerCancel={(event) => end(event, false)}
      onDoubleClick={split.reset}
      onKeyDown={onKeyDown}
    />
  );
}
