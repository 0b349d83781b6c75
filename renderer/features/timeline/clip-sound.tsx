import { clsx } from 'clsx';
import { VolumeX } from 'lucide-react';
import { useMemo } from 'react';
import type { FrameRate } from '../../../shared/template/frame-rate.ts';
import type { Scene } from '../../../shared/template/movie.ts';
import { useStrings } from '../../strings/use-strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { tokenColour } from '../../ui/shown-theme.ts';
import styles from './clip.module.css';
import { waveBars } from './film/wave-bars.ts';
import { type Paint, PaintedCanvas } from './painted-canvas.tsx';
import { useTimelineParts } from './timeline-context.tsx';
import { useLibraryRevision } from './use-source-facts.ts';

export interface ClipSoundProps {
  readonly scene: Scene;
  readonly rate: FrameRate;
  readonly pixelsPerFrame: number;
  readonly from: number;
  readonly to: number;
  /** Pixels at its beginning that something lies over. */
  readonly inset: number;
  readonly missing: boolean;
}

const HEIGHT = 24;

/** How loud a scene is, or that it is silent. */
export function ClipSound({ scene, rate, pixelsPerFrame, from, to, inset, missing }: ClipSoundProps) {
  const { timeline: words } = useStrings();
  const { library } = useTimelineParts();
  const revision = useLibraryRevision();
  const sound = useMemo(() => {
    // What the library has decides, and its revision tells when that is more.
    void revision;
    const heard = scene.layers.filter(({ enabled, audio }) => enabled && audio);
    const facts = heard.map(({ source }) => library.facts(source));
    const isSilent = facts.every((each) => each !== null && (each === 'missing' || !each.hasSound));
    const secondsPerFrame = rate.denominator / rate.numerator;
    const sources = heard.flatMap(({ source, skip }) => {
      const peaks = library.peaks(source);
      return peaks === null ? [] : [{ peaks, skipSeconds: skip * secondsPerFrame }];
    });
    const place = { from, to, secondsPerPixel: secondsPerFrame / pixelsPerFrame, height: HEIGHT };
    return { isSilent, bars: sources.length === 0 ? [] : waveBars(sources, place) };
  }, [library, revision, scene, rate, pixelsPerFrame, from, to]);

  const paint = useMemo<Paint>(
    () => (context) => {
      context.fillStyle = tokenColour('--audio-wave');
      for (const { left, half } of sound.bars) context.fillRect(left, HEIGHT / 2 - half, 1, 2 * half);
    },
    [sound.bars],
  );

  if (sound.isSilent)
    return (
      <div className={clsx(styles.sound, styles.silent)} style={{ paddingLeft: inset + 6 }}>
        {!missing && (
          <>
            <Icon icon={VolumeX} size={12} />
            {words.noSound}
          </>
        )}
      </div>
    );
  return (
    <div className={styles.sound}>
      <PaintedCanvas width={Math.max(0, to - from)} height={HEIGHT} paint={paint} style={{ left: from }} />
    </div>
  );
}
