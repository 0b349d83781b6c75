import { clsx } from 'clsx';
import type { StageDrag } from '../gestures/gesture-context.ts';
import styles from './handles.module.css';

/** The numbers beside the pointer. */
export function DragTip({ drag, scale }: { readonly drag: StageDrag; readonly scale: number }) {
  const { at, lines, isRefused } = drag;
  return (
    <div
      className={clsx(styles.tip, 'tabular', isRefused && styles.refused)}
      style={{ left: at.x * scale + 16, top: at.y * scale + 20 }}
    >
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
}
