import { clsx } from 'clsx';
import {
  HANDLES,
  type Handle,
  handleDirection,
  handlePlace,
  isCorner,
  pivotPlace,
  turningPlace,
} from '#shared/editing/stage/handles.ts';
import { boundsAround, boundsOfBox, type LayerBox } from '#shared/film/boxes/layer-boxes.ts';
import type { Vector } from '#shared/film/boxes/matrices.ts';
import styles from './handles.module.css';

/** What of a box can be taken hold of. */
export type Grip = { readonly kind: 'scale'; readonly handle: Handle } | { readonly kind: 'turn' | 'pivot' };

export interface BoxHandlesProps {
  readonly box: LayerBox;
  /** Pixels of the page for one of the film. */
  readonly scale: number;
  /** Null where nothing can be taken hold of: only the outline is drawn. */
  readonly onGrip: ((grip: Grip, event: React.PointerEvent) => void) | null;
}

const SIDE = 9;
const HIT = 16;
const TURNING = 20;
/** Sides shorter than this have no handle in their middle, which would lie on those of the corners. */
const SHORT = 30;
const CURSORS = ['ns', 'nesw', 'ew', 'nwse', 'ns', 'nesw', 'ew', 'nwse'] as const;

/** The outline of a layer with its handles; places are pixels of the page from the frame's upper left corner. */
export function BoxHandles({ box, scale, onGrip }: BoxHandlesProps) {
  const shown = ({ x, y }: Vector): Vector => ({ x: x * scale, y: y * scale });
  const corners = HANDLES.filter(isCorner).map((handle) => shown(handlePlace(box, handle)));
  const points = corners.map(({ x, y }) => `${x},${y}`).join(' ');
  if (onGrip === null) return <Outline points={points} isLocked />;
  const [upperLeft, upperRight, lowerRight] = corners;
  const isShort = { across: distance(upperLeft, upperRight) < SHORT, down: distance(upperRight, lowerRight) < SHORT };
  const handles = HANDLES.filter(
    (handle) => isCorner(handle) || !(handle.across === 0 ? isShort.across : isShort.down),
  );
  const turning = shown(turningPlace(box, TURNING / scale));
  const top = shown(handlePlace(box, { across: 0, down: -1 }));
  const pivot = shown(pivotPlace(box));
  return (
    <g data-testid="box">
      <Outline points={points} />
      <path className={styles.stem} d={`M${top.x} ${top.y}L${turning.x} ${turning.y}`} />
      <g className={styles.grip} onPointerDown={(event) => onGrip({ kind: 'turn' }, event)} data-grip="turn">
        <circle className={styles.hit} cx={turning.x} cy={turning.y} r={HIT / 2} style={{ cursor: 'grab' }} />
        <circle className={styles.handle} cx={turning.x} cy={turning.y} r={SIDE / 2 + 0.5} />
      </g>
      <g className={styles.grip} onPointerDown={(event) => onGrip({ kind: 'pivot' }, event)} data-grip="pivot">
        <circle className={styles.hit} cx={pivot.x} cy={pivot.y} r={HIT / 2} />
        <path className={styles.pivotEdge} d={cross(pivot)} />
        <path className={styles.pivot} d={cross(pivot)} />
      </g>
      {handles.map((handle) => {
        const { x, y } = shown(handlePlace(box, handle));
        const cursor = `${CURSORS[handleDirection(box, handle)]}-resize`;
        return (
          <g
            key={`${handle.across} ${handle.down}`}
            className={styles.grip}
            onPointerDown={(event) => onGrip({ kind: 'scale', handle }, event)}
            data-grip={`${handle.across} ${handle.down}`}
          >
            <rect className={styles.hit} x={x - HIT / 2} y={y - HIT / 2} width={HIT} height={HIT} style={{ cursor }} />
            <rect className={styles.handle} x={x - SIDE / 2} y={y - SIDE / 2} width={SIDE} height={SIDE} rx={1} />
          </g>
        );
      })}
    </g>
  );
}

/** The box around several layers, with handles at its corners. */
export function CommonBox({
  boxes,
  scale,
  onGrip,
}: {
  readonly boxes: readonly LayerBox[];
  readonly scale: number;
  readonly onGrip: (handle: Handle, event: React.PointerEvent) => void;
}) {
  const around = boundsAround(boxes.map(boundsOfBox));
  const corner = ({ across, down }: Handle): Vector => ({
    x: (around.left + (around.width * (across + 1)) / 2) * scale,
    y: (around.top + (around.height * (down + 1)) / 2) * scale,
  });
  const corners = HANDLES.filter(isCorner);
  const points = corners.map((handle) => `${corner(handle).x},${corner(handle).y}`).join(' ');
  return (
    <g data-testid="common-box">
      <Outline points={points} />
      {corners.map((handle) => {
        const { x, y } = corner(handle);
        return (
          <g
            key={`${handle.across} ${handle.down}`}
            className={styles.grip}
            onPointerDown={(event) => onGrip(handle, event)}
            data-grip={`${handle.across} ${handle.down}`}
          >
            <rect
              className={styles.hit}
              x={x - HIT / 2}
              y={y - HIT / 2}
              width={HIT}
              height={HIT}
              style={{ cursor: handle.across === handle.down ? 'nwse-resize' : 'nesw-resize' }}
            />
            <rect className={styles.handle} x={x - SIDE / 2} y={y - SIDE / 2} width={SIDE} height={SIDE} rx={1} />
          </g>
        );
      })}
    </g>
  );
}

/** A dark hairline around a light core: it shows on anything. */
function Outline({ points, isLocked = false }: { readonly points: string; readonly isLocked?: boolean }) {
  return (
    <>
      <polygon className={styles.outlineEdge} points={points} />
      <polygon className={clsx(styles.outline, isLocked && styles.locked)} points={points} />
    </>
  );
}

function cross({ x, y }: Vector): string {
  return `M${x - 6} ${y}h12M${x} ${y - 6}v12`;
}

function distance(one: Vector | undefined, other: Vector | undefined): number {
  return one === undefined || other === undefined ? 0 : Math.hypot(one.x - other.x, one.y - other.y);
}
