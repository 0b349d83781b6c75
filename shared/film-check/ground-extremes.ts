import type { NodeId } from '../template/document/document.ts';
import { type FrameRate, framesToSeconds, frames as toFrames } from '../template/values/frame-rate.ts';
import type { Size } from '../template/values/placement.ts';
import { filmChecks } from './check-table.ts';
import { inkBoundsOf, type LayerSample, type LayerTrack, runsOf } from './layer-tracks.ts';
import { contrastRatio } from './letters.ts';
import type { CellGrid } from './picture-reader.ts';

/** The frames in which a text rests at a place; `to` is exclusive. The edges are fractions of the frame. */
interface RestSpan {
  readonly from: number;
  readonly to: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The times in which a text rests, in order. */
interface TextRest {
  readonly node: NodeId;
  readonly spans: readonly RestSpan[];
}

/** The rests of the texts of a film, in frames of this rate. */
export interface TextRests {
  readonly texts: readonly TextRest[];
  readonly rate: FrameRate;
}

/**
 * The longest range of frames in which the picture around a text is nearly as light, or as dark, as it gets while the
 * text rests. It lasts long enough to be reported.
 */
export interface GroundExtreme {
  readonly node: NodeId;
  /** The middle frame of the range. */
  readonly frame: number;
  /** The range in frames of the film; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

/** Returns the times in which texts rest and `isChecked` returns true. */
export function restsOf(
  texts: readonly LayerTrack[],
  sampledFrames: readonly number[],
  { width, height }: Size,
  isChecked: (sample: LayerSample) => boolean,
): readonly TextRest[] {
  return texts.flatMap((track): readonly TextRest[] => {
    const runs = runsOf(track, sampledFrames, (sample) => sample.rests && isChecked(sample));
    const spans = runs.flatMap(({ samples, to }) =>
      samples.map((sample, index): RestSpan => {
        const { left, top, ...size } = inkBoundsOf(sample);
        return {
          ...{ from: sample.frame, to: samples[index + 1]?.frame ?? to },
          ...{ left: left / width, top: top / height },
          ...{ right: (left + size.width) / width, bottom: (top + size.height) / height },
        };
      }),
    );
    return spans.length === 0 ? [] : [{ node: track.layer.id, spans }];
  });
}

/** The luminance around a text in a frame. It includes the letters, which stay the same. */
interface GroundSample {
  readonly frame: number;
  readonly luminance: number;
  /** The index of the frame among the read frames, whose rate can differ from the rate of `frame`. */
  readonly index: number;
}

/** The minimum contrast of an extreme to the median. A readable text stays readable after a smaller change. */
const LEAST_CHANGE = 1.5;
/** The maximum contrast of a frame to an extreme, as a power of the contrast of the median to the extreme. */
const NEAR = 1 / 4;
const NEAREST = 1.1;

/** Finds the extremes of the picture around texts from the cells of all frames, which are added in order. */
export function createGroundReader(
  { texts: rests, rate }: TextRests,
  { columns, rows }: Pick<CellGrid, 'columns' | 'rows'>,
) {
  const texts = rests.map(({ node, spans }) => ({ node, spans, next: 0, samples: [] as GroundSample[] }));
  let index = -1;
  return {
    /** Adds the cells of a frame: one byte of luminance for each cell, in rows. */
    add: (cells: Uint8Array, frame: number): void => {
      index += 1;
      for (const text of texts) {
        let span = text.spans[text.next];
        while (span !== undefined && frame >= span.to) span = text.spans[++text.next];
        if (span === undefined || frame < span.from) continue;
        text.samples.push({ frame, index, luminance: meanIn(cells, span, columns, rows) });
      }
    },
    end: (): readonly GroundExtreme[] =>
      texts.flatMap(({ node, samples }) => extremesOf(samples, rate).map((extreme) => ({ node, ...extreme }))),
  };
}

function meanIn(cells: Uint8Array, { left, top, right, bottom }: RestSpan, columns: number, rows: number): number {
  const within = (place: number, most: number): number => Math.max(0, Math.min(most - 1, place));
  const [first, last] = [within(Math.floor(left * columns), columns), within(Math.ceil(right * columns) - 1, columns)];
  const [upper, lower] = [within(Math.floor(top * rows), rows), within(Math.ceil(bottom * rows) - 1, rows)];
  let [sum, count] = [0, 0];
  for (let row = upper; row <= lower; row++)
    for (let column = first; column <= last; column++) {
      sum += cells[row * columns + column] ?? 0;
      count += 1;
    }
  return count === 0 ? 0 : sum / count / 255;
}

function extremesOf(samples: readonly GroundSample[], rate: FrameRate): readonly Omit<GroundExtreme, 'node'>[] {
  const { seconds } = filmChecks['text/low-contrast'].thresholds;
  const sorted = samples.map(({ luminance }) => luminance).toSorted((one, other) => one - other);
  const [darkest = 0, median = 0, lightest = 0] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)];
  return [lightest, darkest].flatMap((extreme) => {
    if (contrastRatio(extreme, median) < LEAST_CHANGE) return [];
    const most = Math.max(NEAREST, contrastRatio(extreme, median) ** NEAR);
    const run = longestRun(samples, ({ luminance }) => contrastRatio(luminance, extreme) <= most);
    return framesToSeconds(toFrames(run.to - run.from), rate) < seconds ? [] : [run];
  });
}

/** Returns the longest range of neighboring frames with a true condition. At least one frame must fulfill it. */
function longestRun(samples: readonly GroundSample[], holds: (sample: GroundSample) => boolean) {
  const runs: GroundSample[][] = [];
  let before: GroundSample | null = null;
  for (const sample of samples) {
    if (!holds(sample)) {
      before = null;
      continue;
    }
    if (before === null || sample.index > before.index + 1) runs.push([]);
    runs.at(-1)?.push(sample);
    before = sample;
  }
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), [] as GroundSample[]);
  const [first, middle, last] = [longest[0], longest[longest.length >> 1], longest.at(-1)];
  return { frame: middle?.frame ?? 0, from: first?.frame ?? 0, to: (last?.frame ?? 0) + 1 };
}
