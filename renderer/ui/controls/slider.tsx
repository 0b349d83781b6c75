import { Slider as Base } from '@base-ui/react/slider';
import { clsx } from 'clsx';
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { type DragPoint, startDrag } from '#renderer/interaction/drag.ts';
import { useFieldProps } from './field.tsx';
import styles from './slider.module.css';

export interface SliderProps {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number | undefined;
  /** The value that a double-click restores. It is marked on the track, and the fill starts at this value. */
  readonly defaultValue?: number | undefined;
  /** Called with each value during a drag. */
  readonly onPreview?: ((value: number) => void) | undefined;
  /** Called at the end of a drag, and after a click on the track or a key press. Each call is one undo step. */
  readonly onCommit: (value: number) => void;
  /**
   * Called when Escape or a lost pointer cancels the drag. The default calls `onPreview` with the value from before the
   * drag.
   */
  readonly onCancel?: (() => void) | undefined;
  /** The accessible name of a slider without a `Field`. */
  readonly label?: string | undefined;
  /** Returns the value with its unit for assistive technology. */
  readonly valueText?: ((value: number) => string) | undefined;
  readonly disabled?: boolean | undefined;
  /** The tab index. Use −1 if the container manages the keys. */
  readonly tabIndex?: number | undefined;
}

/** A slider for a number. */
export function Slider(props: SliderProps) {
  const { value, min, max, step = 1, defaultValue, label, valueText, disabled, tabIndex } = props;
  const { onPreview, onCommit, onCancel } = props;
  const share = (of: number) => (max === min ? 0 : Math.min(1, Math.max(0, (of - min) / (max - min))));
  const origin = share(defaultValue ?? min);
  const here = share(value);
  const field = useFieldProps(label, undefined);
  const root = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  useOwnTouches(root);
  const onPointerDownCapture = (event: PointerEvent) => {
    if (event.button !== 0 || disabled === true || track.current === null) return;
    // Replace Base UI's drag, which cannot be canceled. Preventing the default action of the press disables Base UI's
    // drag.
    event.preventDefault();
    root.current?.querySelector('input')?.focus({ preventScroll: true, focusVisible: false });
    const { width } = track.current.getBoundingClientRect();
    // A pressed thumb keeps its distance from the pointer. A press beside the thumb moves the thumb to the pointer.
    const thumb = event.target instanceof Element ? event.target.closest('[data-index]') : null;
    const offset = thumb === null ? 0 : event.clientX - middleOf(thumb);
    const valueAt = ({ x }: DragPoint) => {
      const part = Math.min(1, Math.max(0, (x - offset) / Math.max(1, width)));
      return Math.min(max, withoutNoise(min + Math.round((part * (max - min)) / step) * step));
    };
    /**
     * The value at a press on the thumb; null after the pointer has moved the thumb. The press itself changes nothing.
     */
    let pressed: number | null = null;
    const preview = (point: DragPoint) => {
      const next = valueAt(point);
      if (next === pressed) return;
      pressed = null;
      onPreview?.(next);
    };
    startDrag(
      event,
      {
        start: (point) => {
          if (thumb === null) preview(point);
          else pressed = valueAt(point);
        },
        move: preview,
        end: (point) => {
          if (pressed === null) onCommit(valueAt(point));
        },
        cancel: () => {
          if (pressed !== null) return;
          if (onCancel === undefined) onPreview?.(value);
          else onCancel();
        },
      },
      { threshold: 0, relativeTo: track.current, capture: track.current },
    );
  };
  return (
    <Base.Root
      ref={root}
      onPointerDownCapture={onPointerDownCapture}
      value={value}
      min={min}
      max={max}
      step={step}
      largeStep={step * 10}
      disabled={disabled}
      onValueChange={(next) => onPreview?.(next)}
      onValueCommitted={(next) => onCommit(next)}
      className={styles.root}
      onDoubleClick={() => {
        if (defaultValue !== undefined && disabled !== true) onCommit(defaultValue);
      }}
    >
      <Base.Control className={clsx('draggable', styles.control)}>
        <Base.Track ref={track} className={styles.track}>
          <span
            className={styles.fill}
            style={{ left: `${Math.min(origin, here) * 100}%`, width: `${Math.abs(here - origin) * 100}%` }}
          />
          {defaultValue !== undefined && <span className={styles.mark} style={{ left: `${origin * 100}%` }} />}
          <Base.Thumb
            className={styles.thumb}
            tabIndex={tabIndex}
            aria-label={field['aria-label']}
            aria-describedby={field['aria-describedby']}
            id={field.id}
            getAriaValueText={(_, current) => valueText?.(current) ?? String(current)}
          />
        </Base.Track>
      </Base.Control>
    </Base.Root>
  );
}

function middleOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}

/** Removes floating-point errors from a sum of steps. */
function withoutNoise(value: number): number {
  return Number(value.toPrecision(12));
}

/** Hides touches from Base UI, because `startDrag` handles them. */
function useOwnTouches(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current;
    const stop = (event: TouchEvent) => event.stopPropagation();
    element?.addEventListener('touchstart', stop, { capture: true, passive: true });
    return () => element?.removeEventListener('touchstart', stop, { capture: true });
  }, [root]);
}
