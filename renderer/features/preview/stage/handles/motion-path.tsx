import type { MotionPath as Path, PathPlace } from '#shared/editing/stage/motion-path.ts';
import styles from './handles.module.css';

export interface MotionPathProps {
  readonly path: Path;
  readonly scale: number;
  /** The layer's own frame that is shown. */
  readonly own: number;
  readonly onGrip: ((key: PathPlace, event: React.PointerEvent) => void) | null;
}

/** The way that keys move a layer along: a dot for each frame, so that their distance is the speed, a diamond for each key. */
export function MotionPath({ path, scale, own, onGrip }: MotionPathProps) {
  return (
    <g data-testid="motion-path">
      <path className={styles.dotsEdge} d={path.dots.map((dot) => dotAt(dot, scale)).join('')} />
      <path className={styles.dots} d={path.dots.map((dot) => dotAt(dot, scale)).join('')} />
      {path.keys.map((key) => (
        <g
          key={key.own}
          className={onGrip === null ? undefined : styles.grip}
          onPointerDown={onGrip === null ? undefined : (event) => onGrip(key, event)}
          data-grip={`key ${key.own}`}
        >
          <circle className={styles.hit} cx={key.x * scale} cy={key.y * scale} r={8} style={{ cursor: 'move' }} />
          <path
            className={styles.diamond}
            data-here={Math.round(key.own) === Math.round(own) || undefined}
            d={diamondAt(key, scale)}
          />
        </g>
      ))}
    </g>
  );
}

/** A line of no length: with round ends it is a dot. */
function dotAt({ x, y }: PathPlace, scale: number): string {
  return `M${round(x * scale)} ${round(y * scale)}h0`;
}

function diamondAt({ x, y }: PathPlace, scale: number): string {
  return `M${round(x * scale)} ${round(y * scale - 5.5)}l5.5 5.5l-5.5 5.5l-5.5 -5.5z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
