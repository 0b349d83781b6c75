import { clsx } from 'clsx';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import {
  HANDLES,
  handleDirection,
  handlePlace,
  isCorner,
  pivotPlace,
  type StageHandle,
  turningPlace,
} from '#shared/editing/stage/layer-change.ts';
import type { MotionPath as Path, PathPlace } from '#shared/editing/stage/motion-path.ts';
import type { Axis, Guide, Touched } from '#shared/editing/stage/snap.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { boundsAround, boundsOfBox, type LayerBox } from '#shared/timeline/boxes.ts';
import type { Vector } from '#shared/timeline/placement.ts';
import type { StageDrag } from './gesture.ts';
import styles from './handles.module.css';

/** The part of a box that the user has grabbed. */
export type Grip = { readonly kind: 'scale'; readonly handle: StageHandle } | { readonly kind: 'turn' | 'pivot' };

export interface BoxHandlesProps {
  readonly box: LayerBox;
  /** The number of page pixels per movie pixel. */
  readonly scale: number;
  /** Called with the grabbed part; null if the box cannot be edited, and then only the outline is drawn. */
  readonly onGrip: ((grip: Grip, event: React.PointerEvent) => void) | null;
}

const HANDLE_PIXELS = 9;
const HIT_PIXELS = 16;
const TURNING_PIXELS = 20;
/**
 * The length in page pixels below which a side has no handle in its middle. The handle would overlap those at the
 * corners.
 */
const SHORT_SIDE_PIXELS = 30;
const CURSORS = ['ns', 'nesw', 'ew', 'nwse', 'ns', 'nesw', 'ew', 'nwse'] as const;

/** The outline of a layer with its handles. Positions are in page pixels from the top left corner of the frame. */
export function BoxHandles({ box, scale, onGrip }: BoxHandlesProps) {
  const shown = ({ x, y }: Vector): Vector => ({ x: x * scale, y: y * scale });
  const corners = HANDLES.filter(isCorner).map((handle) => shown(handlePlace(box, handle)));
  const points = corners.map(({ x, y }) => `${x},${y}`).join(' ');
  if (onGrip === null) return <Outline points={points} isLocked />;
  const [upperLeft, upperRight, lowerRight] = corners;
  const isShort = {
    across: distance(upperLeft, upperRight) < SHORT_SIDE_PIXELS,
    down: distance(upperRight, lowerRight) < SHORT_SIDE_PIXELS,
  };
  const handles = HANDLES.filter(
    (handle) => isCorner(handle) || !(handle.across === 0 ? isShort.across : isShort.down),
  );
  const turning = shown(turningPlace(box, TURNING_PIXELS / scale));
  const top = shown(handlePlace(box, { across: 0, down: -1 }));
  const pivot = shown(pivotPlace(box));
  return (
    <g data-testid="box">
      <Outline points={points} />
      <path className={styles.stem} d={`M${top.x} ${top.y}L${turning.x} ${turning.y}`} />
      <g className={styles.grip} onPointerDown={(event) => onGrip({ kind: 'turn' }, event)} data-grip="turn">
        <circle className={styles.hit} cx={turning.x} cy={turning.y} r={HIT_PIXELS / 2} style={{ cursor: 'grab' }} />
        <circle className={styles.handle} cx={turning.x} cy={turning.y} r={HANDLE_PIXELS / 2 + 0.5} />
      </g>
      <g className={styles.grip} onPointerDown={(event) => onGrip({ kind: 'pivot' }, event)} data-grip="pivot">
        <circle className={styles.hit} cx={pivot.x} cy={pivot.y} r={HIT_PIXELS / 2} />
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
            <rect
              className={styles.hit}
              x={x - HIT_PIXELS / 2}
              y={y - HIT_PIXELS / 2}
              width={HIT_PIXELS}
              height={HIT_PIXELS}
              style={{ cursor }}
            />
            <rect
              className={styles.handle}
              x={x - HANDLE_PIXELS / 2}
              y={y - HANDLE_PIXELS / 2}
              width={HANDLE_PIXELS}
              height={HANDLE_PIXELS}
              rx={1}
            />
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
  readonly onGrip: (handle: StageHandle, event: React.PointerEvent) => void;
}) {
  const around = boundsAround(boxes.map(boundsOfBox));
  const corner = ({ across, down }: StageHandle): Vector => ({
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
              x={x - HIT_PIXELS / 2}
              y={y - HIT_PIXELS / 2}
              width={HIT_PIXELS}
              height={HIT_PIXELS}
              style={{ cursor: handle.across === handle.down ? 'nwse-resize' : 'nesw-resize' }}
            />
            <rect
              className={styles.handle}
              x={x - HANDLE_PIXELS / 2}
              y={y - HANDLE_PIXELS / 2}
              width={HANDLE_PIXELS}
              height={HANDLE_PIXELS}
              rx={1}
            />
          </g>
        );
      })}
    </g>
  );
}

/** A light line with dark edges. It is visible on any picture. */
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

/** The tooltip beside the pointer, with the values of the gesture. */
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

export interface GuidesProps {
  readonly guides: readonly Guide[];
  readonly scale: number;
  readonly frame: Size;
  readonly nameOf: (layer: NodeId) => string;
}

/** The approximate size of a name, in page pixels. */
const NAME_SIZE = { width: 120, height: 20 };

/** Pink lines along the snap targets that the box touches. */
export function GuideLines({ guides, scale }: Pick<GuidesProps, 'guides' | 'scale'>) {
  return guides.map((guide) =>
    guide.kind === 'line' ? (
      <path key={guideKey(guide)} className={styles.guide} d={lineOf(guide, scale)} />
    ) : (
      guide.gaps.map(({ from, to, at }) => (
        <path
          key={`${guide.axis} ${from}`}
          className={styles.guide}
          d={gapOf(guide.axis, from * scale, to * scale, at * scale)}
        />
      ))
    ),
  );
}

/** The names of the snap targets that the box touches. */
export function GuideNames({ guides, scale, frame, nameOf }: GuidesProps) {
  const { stage } = useStrings();
  return guides.map((guide) => {
    const [x, y] = placeOfName(guide, scale);
    // The name stays inside of the picture.
    const left = Math.min(x, frame.width * scale - NAME_SIZE.width);
    const top = Math.min(y, frame.height * scale - NAME_SIZE.height);
    return (
      <span
        key={guideKey(guide)}
        className={styles.guideName}
        style={{ left: Math.max(0, left), top: Math.max(0, top) }}
      >
        {guide.kind === 'gaps' ? stage.gaps : touchedWords(stage, guide.touched, guide.axis, nameOf)}
      </span>
    );
  });
}

function touchedWords(
  { touched: words }: Catalogue['stage'],
  touched: Touched,
  axis: Axis,
  nameOf: (layer: NodeId) => string,
): string {
  switch (touched.kind) {
    case 'action-area':
      return words.action;
    case 'title-area':
      return words.title;
    case 'frame':
      return touched.place === 'middle' ? words.frame.middle : words.frame[touched.place][axis];
    case 'layer': {
      const name = nameOf(touched.layer);
      return touched.place === 'middle' ? words.layer.middle(name) : words.layer[touched.place][axis](name);
    }
    default:
      return touched satisfies never;
  }
}

function guideKey(guide: Guide): string {
  return guide.kind === 'gaps' ? `gaps ${guide.axis}` : `${guide.axis} ${guide.at}`;
}

function lineOf({ axis, at, from, to }: Extract<Guide, { kind: 'line' }>, scale: number): string {
  const [line, begin, end] = [at * scale, from * scale - 8, to * scale + 8];
  return axis === 'x' ? `M${line} ${begin}V${end}` : `M${begin} ${line}H${end}`;
}

/** Returns the path of a line that has a short cross line at each end. */
function gapOf(axis: Axis, from: number, to: number, at: number): string {
  return axis === 'x'
    ? `M${from} ${at - 4}v8M${from} ${at}H${to}M${to} ${at - 4}v8`
    : `M${at - 4} ${from}h8M${at} ${from}V${to}M${at - 4} ${to}h8`;
}

function placeOfName(guide: Guide, scale: number): readonly [number, number] {
  if (guide.kind === 'line') {
    const end = guide.to * scale + 10;
    return guide.axis === 'x' ? [guide.at * scale + 4, end - 22] : [end - 4, guide.at * scale + 4];
  }
  const [first] = guide.gaps;
  if (first === undefined) return [0, 0];
  const middle = ((first.from + first.to) / 2) * scale;
  return guide.axis === 'x' ? [middle, first.at * scale + 6] : [first.at * scale + 8, middle];
}

export interface MotionPathProps {
  readonly path: Path;
  readonly scale: number;
  /** The frame of the layer at the playhead. */
  readonly own: number;
  readonly onGrip: ((key: PathPlace, event: React.PointerEvent) => void) | null;
}

/**
 * The motion path of an animated layer. It has a dot per frame, whose distances show the speed, and a diamond per
 * keyframe.
 */
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

/** Returns the path of a line with the length zero. Its round ends make it visible as a dot. */
function dotAt({ x, y }: PathPlace, scale: number): string {
  return `M${round(x * scale)} ${round(y * scale)}h0`;
}

function diamondAt({ x, y }: PathPlace, scale: number): string {
  return `M${round(x * scale)} ${round(y * scale - 5.5)}l5.5 5.5l-5.5 5.5l-5.5 -5.5z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
