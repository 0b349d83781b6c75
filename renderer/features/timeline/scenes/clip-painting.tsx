import { clsx } from 'clsx';
import { Music, TriangleAlert, VolumeX } from 'lucide-react';
import { type CSSProperties, memo, type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { drawFilm } from '#renderer/playback/strips/draw-filmstrip.ts';
import type { Urgency } from '#renderer/playback/strips/filmstrip-painter.ts';
import { type FilmstripFormat, filmstripTiles } from '#renderer/playback/strips/filmstrip-plan.ts';
import { BAR_PIXELS, type WaveSource, waveBars } from '#renderer/playback/strips/wave-bars.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { idleTurns } from '#renderer/ui/browser/idle-queue.ts';
import { useScreenScale } from '#renderer/ui/browser/screen-scale.ts';
import { tokenColour, useShownTheme } from '#renderer/ui/browser/shown-theme.ts';
import { Icon } from '#renderer/ui/display/icon.tsx';
import type { Scene, SoundLayer } from '#shared/template/movie/movie.ts';
import { videosIn } from '#shared/template/movie/used-sources.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';
import { soundTitle } from '../model/labels.ts';
import { heardIn, isSilent, ownSound } from '../model/scene-sounds.ts';
import { sameItems, useOfLibrary, useTimelineContext } from '../model/timeline-context.tsx';
import styles from './clip.module.css';

/** Pixels below which a scene shows the middle of its picture, not the left edge. */
const NARROW = 40;

export interface ClipFilmProps {
  readonly movie: FilmstripFormat;
  readonly scene: Scene;
  readonly pixelsPerFrame: number;
  readonly width: number;
  /** What of it may be seen, in pixels from its left edge. */
  readonly from: number;
  readonly to: number;
  readonly height: number;
}

/** The pictures of a scene after their effects; only those in sight. */
export const ClipFilmstrip = memo(function ClipFilm(props: ClipFilmProps) {
  const { movie, scene, pixelsPerFrame, width, from, to, height } = props;
  const { library, artist, pictures } = useTimelineContext();
  const ref = useRef<HTMLCanvasElement>(null);
  const scale = useScreenScale();
  const size = {
    width: Math.max(2, Math.round((height * scale * movie.width) / movie.height)),
    height: Math.max(2, Math.round(height * scale)),
  };
  const tileWidth = size.width / scale;
  const tiles = filmstripTiles({ width, duration: scene.duration, pixelsPerFrame }, tileWidth, { from, to });
  const secondsPerTile = ((tileWidth / pixelsPerFrame) * movie.frameRate.denominator) / movie.frameRate.numerator;
  const cropped = width < NARROW ? Math.max(0, (tileWidth - width) / 2) : 0;
  const place = { left: (tiles[0]?.left ?? 0) - cropped, width: tiles.length * tileWidth, height, pixelsPerFrame };
  const later = usePainting(ref, place, (canvas, urgency) =>
    drawFilm(canvas, { library, artist, pictures, movie, scene, tiles, size, secondsPerTile }, urgency),
  );
  useEffect(() => library.subscribe(later), [library, later]);
  useEffect(() => pictures.subscribe(later), [pictures, later]);
  return <canvas ref={ref} />;
});

/** Where a canvas lies in its clip, in pixels, at a zoom. */
export interface PaintedArea {
  readonly left: number;
  readonly width: number;
  readonly height: number;
  readonly pixelsPerFrame: number;
}

/** Paints all of a canvas; false: some of it waits for another turn. */
type PaintClip = (canvas: HTMLCanvasElement, urgency: Urgency) => boolean;

/** So long after the last step a zoom is at its end. */
const SETTLED_MILLISECONDS = 120;

/**
 * Keeps a canvas painted that shows a stretch of a clip. It is painted at once; but while one zooms, what it shows is
 * only stretched, as long as it reaches: painted anew, it would be another one at the next step. Gives what has it
 * painted anew when there is time.
 * @param paint The same as long as it paints the same.
 */
function usePainting(
  ref: RefObject<HTMLCanvasElement | null>,
  { left, width, height, pixelsPerFrame }: PaintedArea,
  paint: PaintClip,
): () => void {
  const painted = useRef<PaintedArea | null>(null);
  // The newest way to paint, for what is painted later.
  const latest = useRef<(urgency: Urgency) => void>(() => undefined);
  const inTurn = useCallback(() => latest.current('in turn'), []);
  const later = useCallback(() => idleTurns.add(inTurn), [inTurn]);

  useLayoutEffect(() => {
    latest.current = (urgency) => {
      const canvas = ref.current;
      if (canvas === null) return;
      painted.current = { left, width, height, pixelsPerFrame };
      place(canvas, painted.current);
      if (!paint(canvas, urgency)) later();
    };
    const before = painted.current;
    if (ref.current === null || before === null || before.pixelsPerFrame === pixelsPerFrame) {
      latest.current('at once');
      return;
    }
    const ratio = pixelsPerFrame / before.pixelsPerFrame;
    const stretched = { left: before.left * ratio, width: before.width * ratio, height };
    place(ref.current, stretched);
    const reaches = stretched.left <= left + 1 && stretched.left + stretched.width >= left + width - 1;
    const settling = setTimeout(later, reaches ? SETTLED_MILLISECONDS : 0);
    return () => clearTimeout(settling);
  }, [ref, left, width, height, pixelsPerFrame, paint, later]);
  useEffect(() => () => idleTurns.remove(inTurn), [inTurn]);
  return later;
}

function place({ style }: HTMLCanvasElement, { left, width, height }: Omit<PaintedArea, 'pixelsPerFrame'>): void {
  Object.assign(style, { left: `${left}px`, width: `${width}px`, height: `${height}px` });
}

export interface ClipSoundProps {
  readonly scene: Scene;
  readonly rate: FrameRate;
  readonly pixelsPerFrame: number;
  /** Pixels of the scene. */
  readonly width: number;
  readonly from: number;
  readonly to: number;
  /** Pixels at its beginning that something lies over. */
  readonly inset: number;
  readonly missing: boolean;
  /** The first sound of the movie that is heard under it. */
  readonly under: SoundLayer | null;
}

const HEIGHT = 24;
/** Pixels that an icon and the beginning of its words need; narrower scenes show neither. */
const LEAST_WORDS = 40;
/** Pixels below which no waveform can be read. */
const LEAST_WAVE = 8;

/** The waveform of a scene, the name of its own sound, or a note that it is silent. */
export function ClipSound(props: ClipSoundProps) {
  const { scene, rate, pixelsPerFrame, width, from, to, inset, missing, under } = props;
  const { timeline: words } = useStrings();
  const hasWords = width - inset >= LEAST_WORDS;
  const secondsPerFrame = rate.denominator / rate.numerator;
  const silent = useOfLibrary(({ facts }) => isSilent(heardIn(scene), facts));
  const sources = useOfLibrary(
    ({ peaks }): readonly WaveSource[] =>
      videosIn(scene.layers)
        .filter(({ enabled, audio }) => enabled && audio)
        .flatMap(({ source, skip }) => {
          const known = peaks(source);
          return known === null ? [] : [{ peaks: known, skipSeconds: skip * secondsPerFrame }];
        }),
    sameWaves,
  );

  const failed = useOfLibrary(({ hasFailedPeaks }) =>
    videosIn(scene.layers).some(({ enabled, audio, source }) => enabled && audio && hasFailedPeaks(source)),
  );
  const sound = ownSound(scene);
  if (silent && under === null)
    return (
      <div className={clsx(styles.sound, styles.silent)} style={{ paddingLeft: inset + 6 }}>
        {!missing && hasWords && (
          <>
            <Icon icon={VolumeX} size={12} />
            {words.noSound}
          </>
        )}
      </div>
    );
  return (
    <div className={styles.sound}>
      {width > LEAST_WAVE && <Waveform {...{ sources, from, to, pixelsPerFrame, secondsPerFrame }} />}
      {failed && sources.length === 0 && hasWords && <NoWaveform left={inset + 6} />}
      {!failed && sources.length === 0 && sound !== null && hasWords && (
        <span className={styles.music} style={{ paddingLeft: inset + 6 }}>
          <Icon icon={Music} size={12} />
          <span className={styles.name}>{soundTitle(sound)}</span>
        </span>
      )}
    </div>
  );
}

/** A note in the place of a waveform that could not be loaded. */
export function NoWaveform({ left }: { readonly left: number }) {
  const { timeline: words } = useStrings();
  return (
    <span className={styles.music} style={{ paddingLeft: left }} title={words.noWaveformHint}>
      <Icon icon={TriangleAlert} size={12} />
      <span className={styles.name}>{words.noWaveform}</span>
    </span>
  );
}

function sameWaves(before: readonly WaveSource[], now: readonly WaveSource[]): boolean {
  const parts = (sources: readonly WaveSource[]) => sources.flatMap(({ peaks, skipSeconds }) => [peaks, skipSeconds]);
  return sameItems(parts(before), parts(now));
}

interface WaveformProps extends Pick<ClipSoundProps, 'from' | 'to' | 'pixelsPerFrame'> {
  /** Pixels; those of the strip below a scene without it. */
  readonly height?: number;
  readonly sources: readonly WaveSource[];
  readonly secondsPerFrame: number;
}

export function Waveform({ sources, from, to, pixelsPerFrame, secondsPerFrame, height = HEIGHT }: WaveformProps) {
  const half = height / 2 - 1;
  const ref = useRef<HTMLCanvasElement>(null);
  const theme = useShownTheme();
  const scale = useScreenScale();
  const width = Math.max(0, to - from);
  const paint = useCallback<PaintClip>(
    (canvas) => {
      // Its colours are those of the theme.
      void theme;
      const bars =
        sources.length === 0 ? [] : waveBars(sources, { from, to, secondsPerPixel: secondsPerFrame / pixelsPerFrame });
      paintCanvas(canvas, { width, height, scale }, (context) => {
        context.fillStyle = tokenColour('--audio-peak');
        for (const { left, peak } of bars) {
          const reach = peak * half;
          // Silence is a line, and no row of dots, which quiet sound would be.
          if (peak === 0) context.fillRect(left, height / 2 - 0.5, BAR_PIXELS, 1);
          else context.fillRect(left, height / 2 - reach, 1, 2 * reach);
        }
        context.fillStyle = tokenColour('--audio-wave');
        for (const { left, level } of bars) {
          const reach = level * half;
          if (level > 0) context.fillRect(left, height / 2 - reach, 1, 2 * reach);
        }
      });
      return true;
    },
    [sources, from, to, width, height, half, scale, pixelsPerFrame, secondsPerFrame, theme],
  );
  usePainting(ref, { left: from, width, height, pixelsPerFrame }, paint);
  return <canvas ref={ref} />;
}

/** Draws in CSS pixels from the upper left corner, in the colours of the theme that is shown. */
export type Paint = (context: CanvasRenderingContext2D) => void;

export interface PaintedCanvasProps {
  readonly width: number;
  readonly height: number;
  /** The same as long as it paints the same. */
  readonly paint: Paint;
  readonly className?: string | undefined;
  readonly style?: CSSProperties;
}

/** Paints all of a canvas that is so large on the page, with `scale` pixels for each of the page's. */
function paintCanvas(
  canvas: HTMLCanvasElement,
  { width, height, scale }: { readonly width: number; readonly height: number; readonly scale: number },
  paint: Paint,
): void {
  // In memory, as film is drawn: layers of the screen's own cost more to put together.
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return;
  const [across, down] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  if (canvas.width === across && canvas.height === down) context.reset();
  else Object.assign(canvas, { width: across, height: down });
  context.scale(across / Math.max(1, width), down / Math.max(1, height));
  paint(context);
}

/**
 * Many small shapes as one picture. As paths of an SVG they are cut into triangles each time that anything near them is
 * drawn anew, which in a film of many scenes was more than half of what a step of zooming cost.
 */
export function PaintedCanvas({ width, height, paint, className, style }: PaintedCanvasProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const theme = useShownTheme();
  const scale = useScreenScale();
  useLayoutEffect(() => {
    // Its colours are those of the theme.
    void theme;
    if (ref.current !== null) paintCanvas(ref.current, { width, height, scale }, paint);
  }, [width, height, scale, theme, paint]);
  return <canvas ref={ref} className={className} style={{ width, height, ...style }} />;
}
