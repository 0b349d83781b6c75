import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import type { Guide } from '#shared/editing/stage/snap.ts';
import type { Axis, Touched } from '#shared/editing/stage/snap-lines.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Size } from '#shared/template/values/placement.ts';
import styles from './handles.module.css';

export interface GuidesProps {
  readonly guides: readonly Guide[];
  readonly scale: number;
  readonly frame: Size;
  readonly nameOf: (layer: NodeId) => string;
}

/** About the room that a name takes, in pixels of the page. */
const NAME = { width: 120, height: 20 };

/** Pink lines along what the box touches. */
export function GuideLines({ guides, scale }: Pick<GuidesProps, 'guides' | 'scale'>) {
  return guides.map((guide) =>
    guide.kind === 'line' ? (
      <path key={keyOf(guide)} className={styles.guide} d={lineOf(guide, scale)} />
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

/** What each of them touches, by name. */
export function GuideNames({ guides, scale, frame, nameOf }: GuidesProps) {
  const { stage } = useStrings();
  return guides.map((guide) => {
    const [x, y] = placeOfName(guide, scale);
    // Kept over the picture, where there is room for the name.
    const left = Math.min(x, frame.width * scale - NAME.width);
    const top = Math.min(y, frame.height * scale - NAME.height);
    return (
      <span key={keyOf(guide)} className={styles.guideName} style={{ left: Math.max(0, left), top: Math.max(0, top) }}>
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

function keyOf(guide: Guide): string {
  return guide.kind === 'gaps' ? `gaps ${guide.axis}` : `${guide.axis} ${guide.at}`;
}

function lineOf({ axis, at, from, to }: Extract<Guide, { kind: 'line' }>, scale: number): string {
  const [line, begin, end] = [at * scale, from * scale - 8, to * scale + 8];
  return axis === 'x' ? `M${line} ${begin}V${end}` : `M${begin} ${line}H${end}`;
}

/** A line with a stroke across at both ends. */
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
