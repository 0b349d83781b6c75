import { clsx } from 'clsx';
import {
  HANDLES,
  handleDirection,
  handlePlace,
  isCorner,
  pivotPlace,
  rotationHandlePlace,
  type StageHandle,
} from '#shared/editing/stage/layer-change.ts';
import type { MotionPath as Path, PathPlace } from '#shared/editing/stage/motion-path.ts';
import { boundsAround, boundsOfBox, type LayerBox } from '#shared/timeline/boxes.ts';
import type { Vector } from '#shared/timeline/placement.ts';
import styles from './handles.module.css';

/** The part of a box that the user drags. */
export type BoxHandle = { readonly kind: 'scale'; readonly handle: StageHandle } | { readonly kind: 'turn' | 'pivot' };

export interface BoxHandlesProps {
  readonly box: LayerBox;
  /** The page pixels per movie pixel. */
  readonly scale: number;
  /** Called when a part is pressed. Null if the box cannot be edited; only its outline is then drawn. */
  readonly onHandleDown: ((grip: BoxHandle, event: React.PointerEvent) => void) | null;
}

const HANDLE_PIXELS = 9;
const HIT_PIXELS = 16;
const ROTATION_PIXELS = 20;
/** The length in page pixels below which a side has no middle handle, because it would overlap the corner handles. */
const SHORT_SIDE_PIXELS = 30;
const CURSORS = ['ns', 'nesw', 'ew', 'nwse', 'ns', 'nesw', 'ew', 'nwse'] as const;

/** The outline of a layer with its handles. Positions are in page pixels from the top left corner of the frame. */
export function BoxHandles({ box, scale, onHandleDown }: BoxHandlesProps) {
  const toPage = ({ x, y }: Vector): Vector => ({ x: x * scale, y: y * scale });
  const corners = HANDLES.filter(isCorner).map((handle) => toPage(handlePlace(box, handle)));
  const points = corners.map(({ x, y }) => `${x},${y}`).join(' ');
  if (onHandleDown === null) return <Outline points={points} isLocked />;
  const [upperLeft, upperRight, lowerRight] = corners;
  const isShort = {
    across: distance(upperLeft, upperRight) < SHORT_SIDE_PIXELS,
    down: distance(upperRight, lowerRight) < SHORT_SIDE_PIXELS,
  };
  const handles = HANDLES.filter(
    (handle) => isCorner(handle) || !(handle.across === 0 ? isShort.across : isShort.down),
  );
  const rotationHandle = toPage(rotationHandlePlace(box, ROTATION_PIXELS / scale));
  const top = toPage(handlePlace(box, { across: 0, down: -1 }));
  const pivot = toPage(pivotPlace(box));
  return (
    <g data-testid="box">
      <Outline points={points} />
      <path className={styles.stem} d={`M${top.x} ${top.y}L${rotationHandle.x} ${rotationHandle.y}`} />
      <g
        className={styles.grip}
        transform={translation(rotationHandle)}
        onPointerDown={(event) => onHandleDown({ kind: 'turn' }, event)}
        data-grip="turn"
      >
        <circle className={styles.hit} r={HIT_PIXELS / 2} style={{ cursor: 'grab' }} />
        <circle className={styles.handle} r={HANDLE_PIXELS / 2 + 0.5} />
      </g>
      <g
        className={styles.grip}
        transform={translation(pivot)}
        onPointerDown={(event) => onHandleDown({ kind: 'pivot' }, event)}
        data-grip="pivot"
      >
        <circle className={styles.hit} r={HIT_PIXELS / 2} />
        <path className={styles.pivotEdge} d={CROSS} />
        <path className={styles.pivot} d={CROSS} />
      </g>
      {handles.map((handle) => (
        <ScaleHandle
          key={`${handle.across} ${handle.down}`}
          handle={handle}
          at={toPage(handlePlace(box, handle))}
          cursor={`${CURSORS[handleDirection(box, handle)]}-resize`}
          onHandleDown={(event) => onHandleDown({ kind: 'scale', handle }, event)}
        />
      ))}
    </g>
  );
}

/** The outline of a layer that a program changed. It is thicker than the outline of a selection, and dashed. */
export function ChangedBox({ box, scale }: Pick<BoxHandlesProps, 'box' | 'scale'>) {
  const corners = HANDLES.filter(isCorner).map((handle) => handlePlace(box, handle));
  const points = corners.map(({ x, y }) => `${x * scale},${y * scale}`).join(' ');
  return <polygon data-testid="changed-box" className={styles.changed} points={points} />;
}

/** The bounding box of several layers, with handles at its corners. */
export function CommonBox({
  boxes,
  scale,
  onHandleDown,
}: {
  readonly boxes: readonly LayerBox[];
  readonly scale: number;
  readonly onHandleDown: (handle: StageHandle, event: React.PointerEvent) => void;
}) {
  const bounds = boundsAround(boxes.map(boundsOfBox));
  const corner = ({ across, down }: StageHandle): Vector => ({
    x: (bounds.left + (bounds.width * (across + 1)) / 2) * scale,
    y: (bounds.top + (bounds.height * (down + 1)) / 2) * scale,
  });
  const corners = HANDLES.filter(isCorner);
  const points = corners.map((handle) => `${corner(handle).x},${corner(handle).y}`).join(' ');
  return (
    <g data-testid="common-box">
      <Outline points={points} />
      {corners.map((handle) => (
        <ScaleHandle
          key={`${handle.across} ${handle.down}`}
          handle={handle}
          at={corner(handle)}
          cursor={handle.across === handle.down ? 'nwse-resize' : 'nesw-resize'}
          onHandleDown={(event) => onHandleDown(handle, event)}
        />
      ))}
    </g>
  );
}

interface ScaleHandleProps {
  readonly handle: StageHandle;
  /** The center of the handle in page pixels. */
  readonly at: Vector;
  readonly cursor: string;
  readonly onHandleDown: (event: React.PointerEvent) => void;
}

function ScaleHandle({ handle, at, cursor, onHandleDown }: ScaleHandleProps) {
  return (
    <g
      className={styles.grip}
      transform={translation(at)}
      onPointerDown={onHandleDown}
      data-grip={`${handle.across} ${handle.down}`}
    >
      <rect
        className={styles.hit}
        x={-HIT_PIXELS / 2}
        y={-HIT_PIXELS / 2}
        width={HIT_PIXELS}
        height={HIT_PIXELS}
        style={{ cursor }}
      />
      <rect
        className={styles.handle}
        x={-HANDLE_PIXELS / 2}
        y={-HANDLE_PIXELS / 2}
        width={HANDLE_PIXELS}
        height={HANDLE_PIXELS}
        rx={1}
      />
    </g>
  );
}

/** An outline with dark edges, which is visible on any picture. */
function Outline({ points, isLocked = false }: { readonly points: string; readonly isLocked?: boolean }) {
  return (
    <>
      <polygon className={styles.outlineEdge} points={points} />
      <polygon className={clsx(styles.outline, isLocked && styles.locked)} points={points} />
    </>
  );
}

/** The drawing of a pivot. */
const CROSS = 'M-6 0h12M0 -6v12';

/** Returns the transform of a handle. A drag then moves the handle with a single attribute. */
function translation({ x, y }: Vector): string {
  return `translate(${x} ${y})`;
}

function distance(one: Vector | undefined, other: Vector | undefined): number {
  return one === undefined || other === undefined ? 0 : Math.hypot(one.x - other.x, one.y - other.y);
}

export interface MotionPathProps {
  readonly path: Path;
  readonly scale: number;
  /** The local frame of the layer at the playhead. */
  readonly localFrame: number;
  readonly onHandleDown: ((key: PathPlace, event: React.PointerEvent) => void) | null;
}

/**
 * The motion path of an animated layer: a dot per frame, so that the spacing shows the speed, and a diamond per
 * keyframe.
 */
export function MotionPath({ path, scale, localFrame, onHandleDown }: MotionPathProps) {
  return (
    <g data-testid="motion-path">
      <path className={styles.dotsEdge} d={path.dots.map((dot) => dotAt(dot, scale)).join('')} />
      <path className={styles.dots} d={path.dots.map((dot) => dotAt(dot, scale)).join('')} />
      {path.keys.map((key) => (
        <g
          key={key.localFrame}
          className={onHandleDown === null ? undefined : styles.grip}
          onPointerDown={onHandleDown === null ? undefined : (event) => onHandleDown(key, event)}
          data-grip={`key ${key.localFrame}`}
        >
          <circle className={styles.hit} cx={key.x * scale} cy={key.y * scale} r={8} style={{ cursor: 'move' }} />
          <path
            className={styles.diamond}
            data-here={Math.round(key.localFrame) === Math.round(localFrame) || undefined}
            d={diamondAt(key, scale)}
          />
        </g>
      ))}
    </g>
  );
}

/** Returns the SVG path of a line with length zero, whose round caps form a dot. */
function dotAt({ x, y }: PathPlace, scale: number): string {
  return `M${round(x * scale)} ${round(y * scale)}h0`;
}

function diamondAt({ x, y }: PathPlace, scale: number): string {
  return `M${round(x * scale)} ${round(y * scale - 5.5)}l5.5 5.5l-5.5 5.5l-5.5 -5.5z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
