import { clsx } from 'clsx';
import { Music, TriangleAlert, VolumeX } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { BAR_PIXELS, type WaveSource, waveBars } from '#renderer/film/strips/wave-bars.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useScreenScale } from '#renderer/ui/browser/screen-scale.ts';
import { tokenColour, useShownTheme } from '#renderer/ui/browser/shown-theme.ts';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { videosIn } from '#shared/template/movie/layer-sources.ts';
import type { Scene } from '#shared/template/movie/movie.ts';
import type { SoundLayer } from '#shared/template/movie/sound-layer.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';
import { heardIn, isSilent, ownSound, soundTitle } from '../model/scene-sounds.ts';
import { sameItems, useOfLibrary } from '../model/use-source-facts.ts';
import styles from './clip.module.css';
import { paintCanvas } from './painted-canvas.tsx';
import { type PaintClip, usePainting } from './use-painting.ts';

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
