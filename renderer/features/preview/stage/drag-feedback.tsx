import { clsx } from 'clsx';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import type { Axis, Guide, TouchedTarget } from '#shared/editing/stage/snap.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Size } from '#shared/template/values/placement.ts';
import styles from './handles.module.css';
import type { StageDrag } from './stage-gesture.ts';

export interface GuidesProps {
  readonly guides: readonly Guide[];
  readonly scale: number;
  readonly frame: Size;
  readonly nameOf: (layer: NodeId) => string;
}

/** The approximate size of a name, in page pixels. */
const NAME_SIZE = { width: 120, height: 20 };

/** The lines along the snap targets that the dragged box touches, and the marks of equal gaps between boxes. */
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

/** The names of the snap targets that the dragged box touches. */
export function GuideNames({ guides, scale, frame, nameOf }: GuidesProps) {
  const { stage } = useStrings();
  return guides.map((guide) => {
    const [x, y] = placeOfName(guide, scale);
    // Keep the name inside the picture.
    const left = Math.min(x, frame.width * scale - NAME_SIZE.width);
    const top = Math.min(y, frame.height * scale - NAME_SIZE.height);
    return (
      <span
        key={guideKey(guide)}
        className={styles.guideName}
        style={{ left: Math.max(0, left), top: Math.max(0, top) }}
      >
        {guide.kind === 'gaps' ? stage.gaps : targetLabel(stage, guide.touched, guide.axis, nameOf)}
      </span>
    );
  });
}

function targetLabel(
  { touched: words }: Catalogue['stage'],
  touched: TouchedTarget,
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

/** Returns an SVG path of a line with a short cross line at each end. */
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
