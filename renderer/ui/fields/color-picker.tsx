import { clsx } from 'clsx';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { type DragPoint, startDrag } from '#renderer/interaction/drag.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { type Hsv, hexOf, hsvOf } from './color.ts';
import styles from './color-field.module.css';

export interface ColorPickerProps {
  /** The color as `#rrggbb`. */
  readonly value: string;
  readonly onPreview: (value: string) => void;
  readonly onCommit: (value: string) => void;
  /** Called when a drag is canceled. The caller must revert the preview. */
  readonly onCancel: () => void;
}

/** A plane of saturation and value above a hue slider. Both support the pointer and arrow keys. */
export function ColorPicker({ value, onPreview, onCommit, onCancel }: ColorPickerProps) {
  const { kit } = useStrings();
  // The last selected hue and saturation. They keep the marker in place for gray, whose hue is undefined, and for
  // black, whose saturation is also undefined.
  const [chosen, setChosen] = useState<Hsv>(() => hsvOf(value));
  const current = hexOf(chosen) === value ? chosen : hsvOf(value);

  const show = (next: Hsv, done: boolean) => {
    setChosen(next);
    const hex = hexOf(next);
    if (done) onCommit(hex);
    else onPreview(hex);
  };
  const drag = (place: (x: number, y: number) => Hsv) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      const element = event.currentTarget;
      const at = ({ x, y }: DragPoint) => {
        const { width, height } = element.getBoundingClientRect();
        return place(share(x / width), share(y / height));
      };
      const preview = (point: DragPoint) => show(at(point), false);
      const cancel = () => {
        setChosen(chosen);
        onCancel();
      };
      const end = (point: DragPoint) => show(at(point), true);
      startDrag(event, { start: preview, move: preview, end, cancel }, { threshold: 0, relativeTo: element });
    },
  });
  const step = (event: KeyboardEvent, change: (x: number, y: number) => Hsv) => {
    const arrow = arrows[event.key];
    if (arrow === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const size = event.shiftKey ? 0.1 : 0.01;
    show(change(arrow[0] * size, arrow[1] * size), true);
  };

  return (
    <div className={styles.panel}>
      <div
        role="slider"
        tabIndex={0}
        aria-label={kit.shade}
        aria-valuenow={Math.round(current.value * 100)}
        aria-valuetext={hexOf(current)}
        className={clsx('draggable', styles.plane)}
        style={{ '--hue-colour': hexOf({ hue: current.hue, saturation: 1, value: 1 }) }}
        {...drag((x, y) => ({ hue: current.hue, saturation: x, value: 1 - y }))}
        onKeyDown={(event) =>
          step(event, (x, y) => ({
            hue: current.hue,
            saturation: share(current.saturation + x),
            value: share(current.value - y),
          }))
        }
      >
        <span
          className={styles.dot}
          style={{ left: `${current.saturation * 100}%`, top: `${(1 - current.value) * 100}%`, background: value }}
        />
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={kit.hue}
        aria-valuemin={0}
        aria-valuemax={360}
        aria-valuenow={Math.round(current.hue)}
        className={clsx('draggable', styles.hue)}
        {...drag((x) => ({ ...current, hue: Math.min(359.99, x * 360) }))}
        onKeyDown={(event) =>
          step(event, (x, y) => ({ ...current, hue: Math.min(359.99, Math.max(0, current.hue + (x - y) * 100)) }))
        }
      >
        <span className={styles.dot} style={{ left: `${(current.hue / 360) * 100}%`, top: '50%' }} />
      </div>
    </div>
  );
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function share(value: number): number {
  return Math.min(1, Math.max(0, value));
}
