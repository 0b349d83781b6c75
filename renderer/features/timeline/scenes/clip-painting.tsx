import { clsx } from 'clsx';
import { Music, TriangleAlert, VolumeX } from 'lucide-react';
import { type CSSProperties, memo, type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { drawFilmstrip } from '#renderer/playback/strips/draw-filmstrip.ts';
import type { Urgency } from '#renderer/playback/strips/filmstrip-painter.ts';
import { type FilmstripFormat, filmstripTiles } from '#renderer/playback/strips/filmstrip-plan.ts';
import { BAR_PIXELS, type WaveSource, waveBars } from '#renderer/playback/strips/wave-bars.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { idleQueue } from '#renderer/ui/browser/idle-queue.ts';
import { useScreenScale } from '#renderer/ui/browser/screen-scale.ts';
import { tokenColor, useShownTheme } from '#renderer/ui/browser/shown-theme.ts';
import { Icon } from '#renderer/ui/display/icon.tsx';
import type { Scene, SoundLayer } from '#shared/template/movie/movie.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';
import { soundTitle } from '../model/labels.ts';
import type { Copies } from '../model/repeated-scenes.ts';
import { audibleParts, firstAudibleSound, isSilent } from '../model/scene-sounds.ts';
import { sameItems, useOfLibrary, useTimelineContext } from '../model/timeline-context.tsx';
import styles from './clip.module.css';

/** The width in pixels below which a scene shows the center of its picture instead of the left edge. */
const NARROW_SCENE = 40;

export interface ClipFilmstripProps {
  readonly movie: FilmstripFormat;
  readonly scene: Scene;
  readonly pixelsPerFrame: number;
  readonly width: number;
  /** The part that can be visible, in pixels from the left edge of the clip. */
  readonly from: number;
  readonly to: number;
  readonly height: number;
}

/** The filmstrip of a scene with its effects. Only the visible part is drawn. */
export const ClipFilmstrip = memo(function ClipFilmstrip(props: ClipFilmstripProps) {
  const { movie, scene, pixelsPerFrame, width, from, to, height } = props;
  const { library, painter, pictures } = useTimelineContext();
  const ref = useRef<HTMLCanvasElement>(null);
  const scale = useScreenScale();
  const size = {
    width: Math.max(2, Math.round((height * scale * movie.width) / movie.height)),
    height: Math.max(2, Math.round(height * scale)),
  };
  const tileWidth = size.width / scale;
  const tiles = filmstripTiles({ width, duration: scene.duration, pixelsPerFrame }, tileWidth, { from, to });
  const secondsPerTile = ((tileWidth / pixelsPerFrame) * movie.frameRate.denominator) / movie.frameRate.numerator;
  const cropped = width < NARROW_SCENE ? Math.max(0, (tileWidth - width) / 2) : 0;
  const place = { left: (tiles[0]?.left ?? 0) - cropped, width: tiles.length * tileWidth, height, pixelsPerFrame };
  const shown = { from: Math.max(0, from), to: Math.min(width, to) };
  const paintWhenIdle = usePainting(ref, { place, shown }, (canvas, urgency) =>
    drawFilmstrip(canvas, { library, painter, pictures, movie, scene, tiles, size, secondsPerTile }, urgency),
  );
  useEffect(() => library.subscribe(paintWhenIdle), [library, paintWhenIdle]);
  useEffect(() => pictures.subscribe(paintWhenIdle), [pictures, paintWhenIdle]);
  return <canvas ref={ref} />;
});

/** The minimum width in pixels of a copy's picture in a folded clip. Narrower copies share a picture. */
const MIN_COPY_WIDTH = 24;

export interface CopiesFilmstripProps extends Omit<ClipFilmstripProps, 'scene' | 'width'> {
  readonly copies: Copies;
}

/** The filmstrips of all copies of a repeated element in one clip. Only the visible filmstrips are drawn. */
export function CopiesFilmstrip({ copies: { scenes }, pixelsPerFrame, from, to, ...rest }: CopiesFilmstripProps) {
  const first = scenes[0]?.start ?? 0;
  const shown: { readonly scene: Scene; readonly left: number }[] = [];
  for (const { scene, start } of scenes) {
    const left = (start - first) * pixelsPerFrame;
    const isNarrow = left < (shown.at(-1)?.left ?? Number.NEGATIVE_INFINITY) + MIN_COPY_WIDTH;
    if (scene.enabled && !isNarrow) shown.push({ scene, left });
  }
  const end = ((scenes.at(-1)?.end ?? 0) - first) * pixelsPerFrame;
  return shown.map(({ scene, left }, at) => {
    const width = (shown[at + 1]?.left ?? end) - left;
    if (left + width < from || left > to) return null;
    const part = { from: Math.max(0, from - left), to: Math.min(width, to - left) };
    return (
      <span key={scene.id} className={styles.copy} style={{ left, width }}>
        <ClipFilmstrip {...rest} {...part} scene={scene} pixelsPerFrame={pixelsPerFrame} width={width} />
      </span>
    );
  });
}

/** The position of a canvas in its clip in pixels, with the zoom for which it was painted. */
export interface PaintedArea {
  readonly left: number;
  readonly width: number;
  readonly height: number;
  readonly pixelsPerFrame: number;
}

/** A range of a clip in pixels from its left edge. */
interface ClipRange {
  readonly from: number;
  readonly to: number;
}

/** A function that paints a canvas. Returns false if part of the canvas must be painted in the next idle period. */
type PaintClip = (canvas: HTMLCanvasElement, urgency: Urgency) => boolean;

/** Returns whether a canvas still covers the visible range of its clip when it is scaled to another zoom. */
export function coversWhenScaled(painted: PaintedArea, pixelsPerFrame: number, { from, to }: ClipRange): boolean {
  const ratio = pixelsPerFrame / painted.pixelsPerFrame;
  const left = painted.left * ratio;
  return left <= from + 1 && left + painted.width * ratio >= to - 1;
}

/**
 * Keeps the canvas of a part of a clip painted. During a zoom, the canvas is only scaled while it covers the visible
 * range, because painting at each step would be slow. Returns a function that requests painting in the next idle
 * period after a zoom.
 * @param paint Must be stable, because a new function causes painting.
 */
function usePainting(
  ref: RefObject<HTMLCanvasElement | null>,
  {
    place: { left, width, height, pixelsPerFrame },
    shown: { from, to },
  }: { readonly place: PaintedArea; readonly shown: ClipRange },
  paint: PaintClip,
): () => void {
  const painted = useRef<PaintedArea | null>(null);
  // The latest paint function, for deferred painting.
  const latest = useRef<(urgency: Urgency) => void>(() => undefined);
  const whenIdle = useCallback(() => latest.current('idle'), []);
  const { paints } = useTimelineContext();
  const paintWhenIdle = useCallback(() => paints.add(whenIdle), [paints, whenIdle]);

  useLayoutEffect(() => {
    latest.current = (urgency) => {
      const canvas = ref.current;
      if (canvas === null) return;
      painted.current = { left, width, height, pixelsPerFrame };
      place(canvas, painted.current);
      if (!paint(canvas, urgency)) paintWhenIdle();
    };
    const before = painted.current;
    if (ref.current === null || before === null || before.pixelsPerFrame === pixelsPerFrame) {
      latest.current('immediate');
      return;
    }
    const ratio = pixelsPerFrame / before.pixelsPerFrame;
    place(ref.current, { left: before.left * ratio, width: before.width * ratio, height });
    if (coversWhenScaled(before, pixelsPerFrame, { from, to })) paintWhenIdle();
    else idleQueue.add(whenIdle);
  }, [ref, left, width, height, pixelsPerFrame, from, to, paint, whenIdle, paintWhenIdle]);
  useEffect(() => () => paints.remove(whenIdle), [paints, whenIdle]);
  return paintWhenIdle;
}

function place({ style }: HTMLCanvasElement, { left, width, height }: Omit<PaintedArea, 'pixelsPerFrame'>): void {
  Object.assign(style, { left: `${left}px`, width: `${width}px`, height: `${height}px` });
}

export interface ClipSoundProps {
  readonly scene: Scene;
  readonly rate: FrameRate;
  readonly pixelsPerFrame: number;
  /** The width of the scene in pixels. */
  readonly width: number;
  readonly from: number;
  readonly to: number;
  /** The width in pixels at the start of the scene that another element covers. */
  readonly inset: number;
  readonly missing: boolean;
  /** The first sound of the movie that can be heard during the scene; null if there is none. */
  readonly movieSound: SoundLayer | null;
}

const BAND_HEIGHT = 24;
/** The minimum width in pixels for an icon and the start of its text. A narrower scene shows neither. */
const MIN_TEXT_WIDTH = 40;
/** The width in pixels below which a waveform would be illegible. */
const MIN_WAVE_WIDTH = 8;

/**
 * The sound of a scene: the waveform of its videos, the name of its own sound, or a note that it is silent. Sounds of
 * the movie have separate rows.
 */
export function ClipSound(props: ClipSoundProps) {
  const { scene, rate, pixelsPerFrame, width, from, to, inset, missing, movieSound: under } = props;
  const { timeline: strings } = useStrings();
  const hasLabel = width - inset >= MIN_TEXT_WIDTH;
  const secondsPerFrame = rate.denominator / rate.numerator;
  const parts = audibleParts(scene);
  const videos = parts.filter((part) => part.kind === 'video');
  const silent = useOfLibrary(({ facts }) => isSilent(parts, facts));
  const sources = useOfLibrary(
    ({ peaks }): readonly WaveSource[] =>
      videos.flatMap(({ source, skip }) => {
        const sourcePeaks = peaks(source);
        return sourcePeaks === null ? [] : [{ peaks: sourcePeaks, skipSeconds: skip * secondsPerFrame }];
      }),
    sameWaves,
  );
  const failed = useOfLibrary(({ hasFailedPeaks }) => videos.some(({ source }) => hasFailedPeaks(source)));
  const sound = firstAudibleSound(scene);
  if (silent)
    return (
      <div className={clsx(styles.sound, styles.silent)} style={{ paddingLeft: inset + 6 }}>
        {!missing && hasLabel && (
          <>
            <Icon icon={VolumeX} size={12} />
            {under === null ? strings.noSound : strings.noOwnSound}
          </>
        )}
      </div>
    );
  return (
    <div className={styles.sound}>
      {width > MIN_WAVE_WIDTH && <Waveform {...{ sources, from, to, pixelsPerFrame, secondsPerFrame }} />}
      {failed && sources.length === 0 && hasLabel && <NoWaveform left={inset + 6} />}
      {!failed && sources.length === 0 && sound !== null && hasLabel && (
        <span className={styles.music} style={{ paddingLeft: inset + 6 }}>
          <Icon icon={Music} size={12} />
          <span className={styles.name}>{soundTitle(sound)}</span>
        </span>
      )}
    </div>
  );
}

/** A note in place of a waveform that could not be loaded. */
export function NoWaveform({ left }: { readonly left: number }) {
  const { timeline: strings } = useStrings();
  return (
    <span className={styles.music} style={{ paddingLeft: left }} title={strings.noWaveformHint}>
      <Icon icon={TriangleAlert} size={12} />
      <span className={styles.name}>{strings.noWaveform}</span>
    </span>
  );
}

function sameWaves(before: readonly WaveSource[], now: readonly WaveSource[]): boolean {
  const parts = (sources: readonly WaveSource[]) => sources.flatMap(({ peaks, skipSeconds }) => [peaks, skipSeconds]);
  return sameItems(parts(before), parts(now));
}

interface WaveformProps extends Pick<ClipSoundProps, 'from' | 'to' | 'pixelsPerFrame'> {
  /** The height in pixels; by default, the height of the sound below a scene. */
  readonly height?: number;
  readonly sources: readonly WaveSource[];
  readonly secondsPerFrame: number;
}

export function Waveform({ sources, from, to, pixelsPerFrame, secondsPerFrame, height = BAND_HEIGHT }: WaveformProps) {
  const half = height / 2 - 1;
  const ref = useRef<HTMLCanvasElement>(null);
  const theme = useShownTheme();
  const scale = useScreenScale();
  const width = Math.max(0, to - from);
  const paint = useCallback<PaintClip>(
    (canvas) => {
      // Paint again after a change of the theme, because the theme determines the colors.
      void theme;
      const bars =
        sources.length === 0 ? [] : waveBars(sources, { from, to, secondsPerPixel: secondsPerFrame / pixelsPerFrame });
      paintCanvas(canvas, { width, height, scale }, (context) => {
        context.fillStyle = tokenColor('--audio-peak');
        for (const { left, peak } of bars) {
          const reach = peak * half;
          // Silence is drawn as a line, because a row of dots would look like quiet sound.
          if (peak === 0) context.fillRect(left, height / 2 - 0.5, BAR_PIXELS, 1);
          else context.fillRect(left, height / 2 - reach, 1, 2 * reach);
        }
        context.fillStyle = tokenColor('--audio-wave');
        for (const { left, level } of bars) {
          const reach = level * half;
          if (level > 0) context.fillRect(left, height / 2 - reach, 1, 2 * reach);
        }
      });
      return true;
    },
    [sources, from, to, width, height, half, scale, pixelsPerFrame, secondsPerFrame, theme],
  );
  usePainting(ref, { place: { left: from, width, height, pixelsPerFrame }, shown: { from, to } }, paint);
  return <canvas ref={ref} />;
}

/** A function that paints in CSS pixels from the top left corner, in the colors of the current theme. */
export type Paint = (context: CanvasRenderingContext2D) => void;

export interface PaintedCanvasProps {
  readonly width: number;
  readonly height: number;
  /** Paints the canvas. Must be stable, because a new function repaints the canvas. */
  readonly paint: Paint;
  readonly className?: string | undefined;
  readonly style?: CSSProperties;
}

/** Paints a canvas of this size in CSS pixels, with `scale` canvas pixels per CSS pixel. */
function paintCanvas(
  canvas: HTMLCanvasElement,
  { width, height, scale }: { readonly width: number; readonly height: number; readonly scale: number },
  paint: Paint,
): void {
  // Keep the canvas in main memory, like the canvases of filmstrips, because compositing many GPU canvases is slower.
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return;
  const [pixelWidth, pixelHeight] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  if (canvas.width === pixelWidth && canvas.height === pixelHeight) context.reset();
  else Object.assign(canvas, { width: pixelWidth, height: pixelHeight });
  context.scale(pixelWidth / Math.max(1, width), pixelHeight / Math.max(1, height));
  paint(context);
}

/**
 * A canvas for many small shapes. The browser would tessellate SVG paths again at each repaint of their surroundings.
 * In a movie with many scenes, this took more than half of the time of a zoom step.
 */
export function PaintedCanvas({ width, height, paint, className, style }: PaintedCanvasProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const theme = useShownTheme();
  const scale = useScreenScale();
  useLayoutEffect(() => {
    // Paint again after a change of the theme, because the theme determines the colors.
    void theme;
    if (ref.current !== null) paintCanvas(ref.current, { width, height, scale }, paint);
  }, [width, height, scale, theme, paint]);
  return <canvas ref={ref} className={className} style={{ width, height, ...style }} />;
}
