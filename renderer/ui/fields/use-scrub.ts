import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { type NumberRange, scrub } from './number-input.ts';

/** Nearer than this a press is a click, which goes into the text. */
const slopPixels = 3;

interface ScrubOptions {
  readonly value: number | null;
  readonly step: number;
  readonly range: NumberRange;
  readonly disabled: boolean;
  readonly onPreview?: ((value: number) => void) | undefined;
  readonly onCommit: (value: number) => void;
  readonly onCancel?: (() => void) | undefined;
}

interface Gesture {
  readonly pointer: number;
  readonly from: number;
  /** Where the pointer was; with held keys the value goes on from where it is. */
  lastX: number;
  value: number;
  moved: number;
  begun: boolean;
}

/** Dragging over a number field changes its value: a gesture that previews, and commits or cancels once. */
export function useScrub(options: ScrubOptions) {
  const inputRef = useRef<HTMLInputElement>(null);
  const gesture = useRef<Gesture | null>(null);
  const [active, setActive] = useState(false);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    if (!active) return;
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      gesture.current = null;
      setActive(false);
      latest.current.onCancel?.();
    };
    window.addEventListener('keydown', cancel, true);
    return () => window.removeEventListener('keydown', cancel, true);
  }, [active]);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const { value, disabled } = options;
    const typing = document.activeElement === inputRef.current;
    if (event.button !== 0 || disabled || value === null || typing) return;
    // The text must not take the focus before it is known whether this is a click or a drag.
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    gesture.current = { pointer: event.pointerId, from: value, lastX: event.clientX, value, moved: 0, begun: false };
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const current = gesture.current;
    if (current === null || current.pointer !== event.pointerId) return;
    const pixels = event.clientX - current.lastX;
    current.moved += pixels;
    if (!current.begun) {
      if (Math.abs(current.moved) < slopPixels) {
        current.lastX = event.clientX;
        return;
      }
      current.begun = true;
      setActive(true);
    }
    const next = scrub(current.value, pixels, options.step, event, { ...options.range, precision: undefined });
    current.lastX = event.clientX;
    current.value = next;
    options.onPreview?.(scrub(next, 0, options.step, event, options.range));
  };

  const finish = (event: PointerEvent<HTMLElement>, commit: boolean) => {
    const current = gesture.current;
    if (current === null || current.pointer !== event.pointerId) return;
    gesture.current = null;
    setActive(false);
    if (!current.begun) {
      if (commit) inputRef.current?.focus();
      return;
    }
    const value = scrub(current.value, 0, options.step, event, options.range);
    if (commit && value !== current.from) options.onCommit(value);
    else options.onCancel?.();
  };

  return {
    active,
    inputRef,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp: (event: PointerEvent<HTMLElement>) => finish(event, true),
      onPointerCancel: (event: PointerEvent<HTMLElement>) => finish(event, false),
    },
  };
}
