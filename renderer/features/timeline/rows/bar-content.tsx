import { clsx } from 'clsx';
import { Mic, Music } from 'lucide-react';
import { memo, useMemo } from 'react';
import { useStableValue } from '#renderer/editor/editor-context.tsx';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import { isEqual } from '#renderer/interaction/equality.ts';
import type { FilmstripFormat } from '#renderer/playback/strips/filmstrip-plan.ts';
import { useCues } from '#renderer/project/captions-file.ts';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { LAYER_ICONS } from '#renderer/ui/display/layer-icons.ts';
import { visibleCues } from '#shared/captions/shown-cues.ts';
import type { CaptionsLayer, Layer, Scene, SoundLayer, VideoLayer } from '#shared/template/movie/movie.ts';
import { type FrameRate, frames } from '#shared/template/values/frame-rate.ts';
import { isFileName, rowTitle } from '../model/labels.ts';
import type { BarRow } from '../model/row.ts';
import { useOfLibrary, type useVisibleSpan } from '../model/timeline-context.tsx';
import { ClipFilmstrip, NoWaveform, Waveform } from '../scenes/clip-painting.tsx';
import styles from './bar.module.css';

interface BarContentProps {
  readonly row: BarRow;
  readonly segment: ReturnType<typeof useVisibleSpan>;
  /** The hidden width of the bar in pixels before its drawn part. */
  readonly inset: number;
  /** The width in pixels of the whole bar. */
  readonly width: number;
}

/** The height in pixels of the top and bottom borders of a bar, which the filmstrip does not cover. */
const BAR_EDGES = 4;

/** The content of a bar behind its label: a filmstrip, a waveform, or cues. Empty for other layers. */
export function BarContent({ row, segment, inset, width }: BarContentProps) {
  const movie = useStableValue(movieOf, formatOf, isEqual);
  const left = row.start * segment.pixelsPerFrame;
  const from = Math.max(0, Math.floor(segment.from - left));
  const to = Math.max(from, Math.ceil(Math.min(width, segment.to - left)));
  if (movie === null || width < 14) return null;
  const area = { from, to, inset, width, pixelsPerFrame: segment.pixelsPerFrame, height: row.height - BAR_EDGES };
  if (row.kind === 'sound') return <BarWave sound={row.sound} movie={movie} {...area} />;
  if (row.layer.kind === 'captions')
    return <BarCues layer={row.layer} length={row.end - row.start} rate={movie.frameRate} {...area} />;
  return row.layer.kind === 'video' ? (
    <BarFilmstrip layer={row.layer} length={row.end - row.start} movie={movie} {...area} />
  ) : null;
}

interface BarArea {
  readonly movie: FilmstripFormat;
  readonly from: number;
  readonly to: number;
  readonly inset: number;
  readonly width: number;
  readonly height: number;
  readonly pixelsPerFrame: number;
}

const BarFilmstrip = memo(function BarFilmstrip(
  props: BarArea & { readonly layer: VideoLayer; readonly length: number },
) {
  const { layer, length, movie, inset, ...area } = props;
  const scene = useMemo(() => filmstripSceneOf(layer, length), [layer, length]);
  return (
    <span className={styles.film} style={{ left: -inset, width: area.width }}>
      <ClipFilmstrip movie={movie} scene={scene} {...area} />
    </span>
  );
});

/**
 * Returns a scene that contains only the source of a layer. The filmstrip of a bar ignores placement, effects, and
 * animations.
 */
function filmstripSceneOf(layer: VideoLayer, length: number): Scene {
  const plainVideo: VideoLayer = {
    ...layer,
    ...{ enabled: true, offset: frames(0), duration: null, opacity: 1, effects: [], animations: [], masks: [] },
    ...{ placement: PLAIN_PLACEMENT, box: { width: null, height: null } },
    blendMode: 'normal',
  };
  return {
    ...{ id: layer.id, refs: [], name: null, enabled: true, duration: frames(Math.max(1, length)), fits: null },
    ...{ background: null, layers: [plainVideo], sounds: [] },
  };
}

const PLAIN_PLACEMENT = {
  position: { across: { amount: 0, unit: 'px' }, down: { amount: 0, unit: 'px' } },
  origin: { across: { amount: 50, unit: '%' }, down: { amount: 50, unit: '%' } },
  anchor: { across: { amount: 0, unit: 'px' }, down: { amount: 0, unit: 'px' } },
  scale: { across: 1, down: 1 },
  rotation: 0,
} as const;

/**
 * The width in pixels of the note about a missing waveform. The note is at the end of the bar; the name is at its
 * start.
 */
const NOTE_WIDTH = 100;
const MIN_WIDTH_FOR_NOTE = 220;

const BarWave = memo(function BarWave({
  sound,
  movie,
  from,
  to,
  inset,
  width,
  height,
  pixelsPerFrame,
}: BarArea & { readonly sound: SoundLayer }) {
  const { numerator, denominator } = movie.frameRate;
  const secondsPerFrame = denominator / numerator;
  const peaks = useOfLibrary((library) => library.peaks(sound.source));
  const failed = useOfLibrary((library) => library.hasFailedPeaks(sound.source));
  const sources = useMemo(
    () => (peaks === null ? [] : [{ peaks, skipSeconds: sound.skip * secondsPerFrame }]),
    [peaks, sound.skip, secondsPerFrame],
  );
  return (
    <span className={styles.film} style={{ left: -inset, width: to }}>
      <Waveform {...{ sources, from, to, pixelsPerFrame, height }} secondsPerFrame={secondsPerFrame * sound.speed} />
      {failed && peaks === null && width >= MIN_WIDTH_FOR_NOTE && <NoWaveform left={width - NOTE_WIDTH} />}
    </span>
  );
});

export function BarLabel({
  row,
  missing,
  short,
}: {
  readonly row: BarRow;
  readonly missing: boolean;
  /** Whether only the icon fits, without the text. */
  readonly short: boolean;
}) {
  // For captions, the cues replace the label, because they are more informative than the name, which the row also
  // shows.
  const isCues = row.kind === 'layer' && row.layer.kind === 'captions' && !missing;
  const isOnPicture = !missing && (row.kind === 'sound' || row.layer.kind === 'video');
  const icon = row.kind === 'layer' ? LAYER_ICONS[row.layer.kind] : row.level === 1 ? Music : Mic;
  const hasAnimations = row.kind === 'layer' && row.layer.animations.length > 0;
  return (
    <span className={isOnPicture ? styles.onPicture : clsx(styles.words, hasAnimations && styles.onMarks)}>
      <Icon icon={icon} size={12} />
      {!short && !isCues && <LabelText row={row} />}
      {!short && row.kind === 'layer' && <Swatch layer={row.layer} />}
    </span>
  );
}

/** The text of a label. A file name is truncated in the middle, other text at its end. */
function LabelText({ row }: { readonly row: BarRow }) {
  const content = labelTextOf(row);
  return isFileName(row) ? (
    <FileName name={content} className={styles.file} />
  ) : (
    <span className={styles.text}>{content}</span>
  );
}

/** Returns the content of a text layer. For other layers, returns the title. */
function labelTextOf(row: BarRow): string {
  if (row.kind === 'layer' && row.layer.kind === 'text') {
    const content = row.layer.content.trim().replaceAll(/\s+/g, ' ');
    if (content !== '') return content.slice(0, MAX_TEXT_LENGTH);
  }
  return rowTitle(row);
}

/** The maximum number of characters of a text on its bar. */
const MAX_TEXT_LENGTH = 120;

function Swatch({ layer }: { readonly layer: Layer }) {
  const paint = layer.kind === 'solid' ? layer.color : layer.kind === 'shape' ? layer.fill : null;
  if (paint === null) return null;
  const { red, green, blue } = paint;
  return <i className={styles.swatch} style={{ background: `rgb(${red} ${green} ${blue})` }} />;
}

function movieOf({ movie }: EditorState) {
  return movie;
}

/** Returns the format of the movie without fonts, because a bar shows only a source; null without a movie. */
function formatOf(movie: EditorState['movie']): FilmstripFormat | null {
  if (movie === null) return null;
  const { width, height, frameRate, background } = movie;
  return { width, height, frameRate, background, fonts: [] };
}

interface BarCuesProps {
  readonly layer: CaptionsLayer;
  /** The length of the layer in frames. */
  readonly length: number;
  readonly rate: FrameRate;
  /** The visible part of the bar, in pixels from its start. */
  readonly from: number;
  readonly to: number;
  readonly inset: number;
  readonly pixelsPerFrame: number;
}

/** The width in pixels below which a cue shows no text. */
const MIN_CUE_WIDTH = 24;

/** The cues of a captions layer on its bar. Each cue covers the time range in which it is visible. */
const BarCues = memo(function BarCues(props: BarCuesProps) {
  const { layer, length, rate, from, to, inset, pixelsPerFrame } = props;
  const all = useCues(layer, rate);
  const cues = useMemo(
    () => (all === null ? [] : visibleCues(all, layer, rate, { from: 0, to: length })),
    [all, layer, rate, length],
  );
  let nextFreeX = Number.NEGATIVE_INFINITY;
  return cues.map((cue) => {
    const left = Math.max(0, cue.from) * pixelsPerFrame;
    const width = Math.min(length, cue.to) * pixelsPerFrame - left;
    // If several cues are at the same pixel, draw only the first. Zooming in makes the others visible.
    if (left + width < from || left > to || left < nextFreeX) return null;
    nextFreeX = left + 1;
    return (
      <span
        key={`${cue.from} ${cue.text}`}
        className={styles.cue}
        style={{ left: left - inset, width: Math.max(1, width - 1) }}
        title={cue.text}
      >
        {width >= MIN_CUE_WIDTH && cue.text.replaceAll(/\s+/g, ' ')}
      </span>
    );
  });
});
