import { useStrings } from '#renderer/strings/use-strings.tsx';
import { layerTime } from '#shared/film/time/layer-time.ts';
import type { Scene } from '#shared/template/movie/movie.ts';
import { hasLines } from '../layout/film-height.ts';
import styles from './clip.module.css';

/** Lines that there is room for. */
const MOST = 4;
/** Pixels from one line to the next. */
const STEP = 3;

/** When the layers of a closed scene are there: a line for each of the first four from the front. */
export function SceneLines({ scene }: { readonly scene: Scene }) {
  const { timeline: words } = useStrings();
  const { layers, sounds, duration } = scene;
  if (!hasLines(scene)) return <span className={styles.lines} />;
  const seen = layers.toReversed().map((layer) => ({ ...layerTime(layer, duration), colour: 'var(--scene)' }));
  const heard = sounds.map((sound) => ({ ...layerTime({ ...sound, overlap: 0 }, duration), colour: 'var(--audio)' }));
  const all = [...seen, ...heard];
  const shown = all.slice(0, all.length > MOST ? MOST - 1 : MOST);
  const share = (frame: number) => `${(frame / Math.max(1, duration)) * 100}%`;
  const lines = shown.map(({ start, end, colour }, at) => {
    const free = duration - (end - start);
    // The place of a background is a share of what it leaves free.
    const left = free <= 0 ? '0%' : `${(start / free) * 100}%`;
    return `linear-gradient(${colour}, ${colour}) ${left} ${2 + at * STEP}px / ${share(end - start)} 2px no-repeat`;
  });
  const more = all.length - shown.length;
  return (
    <span className={styles.lines} style={{ background: [...lines, 'var(--sunken)'].join(', ') }}>
      {more > 0 && <span className={styles.moreLines}>{words.moreLayers(more)}</span>}
    </span>
  );
}
