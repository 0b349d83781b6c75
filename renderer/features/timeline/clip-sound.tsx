import { clsx } from 'clsx';
import { VolumeX } from 'lucide-react';
import { useMemo } from 'react';
import type { FrameRate } from '../../../shared/template/frame-rate.ts';
import type { Scene } from '../../../shared/template/movie.ts';
import { useStrings } from '../../strings/use-strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './clip.module.css';
import { waveBars } from './film/wave-bars.ts';
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
    return { isSilent, path: sources.length === 0 ? '' : waveBars(sources, place) };
  }, [library, revision, scene, rate, pixelsPerFrame, from, to]);

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
      <svg
        aria-hidden={true}
        style={{ left: from, width: to - from }}
        viewBox={`0 0 ${Math.max(1, to - from)} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        <path d={sound.path} stroke="currentColor" strokeWidth={1.2} fill="none" />
      </svg>
    </div>
  );
}
