import { ImageOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { FilmLayer } from '#renderer/playback/strips/filmstrip-painter.ts';
import { sceneBackground } from '#renderer/playback/strips/filmstrip-plan.ts';
import type { ScenePictures } from '#renderer/playback/strips/scene-pictures.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useScreenScale } from '#renderer/ui/browser/screen-scale.ts';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import type { Movie, Scene } from '#shared/template/movie/movie.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import { layersOf } from '#shared/timeline/build-timeline.ts';
import { videoStatesAt } from '#shared/timeline/frame-at.ts';
import { sourceSeconds } from '#shared/timeline/layer-state.ts';
import styles from './scene-strips.module.css';
import type { Posters } from './use-posters.ts';

/** The size of the area behind a poster in pixels. */
const STAGE = { width: 144, height: 81 } as const;

interface ScenePosterProps {
  readonly movie: Movie;
  /** The pictures; null in the first frames. */
  readonly pictures: ScenePictures | null;
  readonly posters: Posters | null;
  /** The scene; null if it cannot be resolved. */
  readonly scene: Scene | null;
}

type Shown = 'waiting' | 'drawn' | 'none';

/**
 * A picture of a scene with all its layers and effects. For a single video, it is the first frame. For other scenes, it
 * is the middle frame, in which entrances of texts are complete.
 */
export function ScenePoster({ movie, pictures, posters, scene }: ScenePosterProps) {
  const { revisions: words } = useStrings();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [shown, setShown] = useState<Shown>('waiting');
  const density = useScreenScale();
  const { width, height } = movie;
  const scale = Math.min(STAGE.width / width, STAGE.height / height);
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };

  useEffect(() => {
    if (posters === null || pictures === null || scene === null) return setShown(scene === null ? 'none' : 'waiting');
    const aborter = new AbortController();
    const pixels = { width: Math.round(size.width * density), height: Math.round(size.height * density) };
    setShown('waiting');
    if (pictures.compose(movie, scene)) {
      const tile = { movie, scene, frame: Math.floor(scene.duration / 2), height: pixels.height };
      const look = () => {
        const picture = pictures.picture(tile);
        if (picture === null) return;
        put(canvas.current, pixels, picture);
        setShown('drawn');
      };
      look();
      return pictures.subscribe(look);
    }
    picturesOf(posters, { movie, scene, width: pixels.width }, aborter.signal).then(
      (layers) => {
        if (aborter.signal.aborted || layers === null) return;
        draw(canvas.current, pixels, { posters, movie, scene, layers }, aborter.signal);
        setShown('drawn');
      },
      () => {
        if (!aborter.signal.aborted) setShown('none');
      },
    );
    return () => aborter.abort();
  }, [posters, pictures, movie, scene, density, size.width, size.height]);

  return (
    <span className={styles.stage} data-off={scene?.enabled === false || undefined}>
      <canvas ref={canvas} style={size} hidden={shown !== 'drawn'} />
      {shown === 'waiting' && <Skeleton width={size.width} height={size.height} />}
      {shown === 'none' && (
        <span className={styles.noPicture}>
          <Icon icon={ImageOff} size={16} />
          {words.noPicture}
        </span>
      )}
    </span>
  );
}

/** Returns the pictures of a scene; null while its sources are unknown. Rejects if no picture can be loaded. */
async function picturesOf(
  posters: Posters,
  { movie, scene, width }: { readonly movie: Movie; readonly scene: Scene; readonly width: number },
  signal: AbortSignal,
): Promise<readonly FilmLayer[] | null> {
  const states = videoStatesAt(layersOf(scene), frames(0), scene.duration);
  const urls = states.map((state) => posters.url(state.layer.source, sourceSeconds(state, movie.frameRate), width));
  if (urls.includes(undefined)) return null;
  const loaded = await Promise.allSettled(
    states.map(async (state, index): Promise<FilmLayer> => {
      const url = urls[index];
      if (url === null || url === undefined) throw new Error('there is no such source');
      const image = await posters.load(url, signal);
      const picture = {
        left: 0,
        top: 0,
        width: image.width,
        height: image.height,
        bytes: image.width * image.height * 4,
      };
      return { state, picture: { id: url, picture: { kind: 'image', image, ...picture } } };
    }),
  );
  const layers = loaded.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  if (layers.length === 0 && states.length > 0) throw new Error('there is no picture');
  return layers;
}

/** Draws a finished picture. */
function put(
  canvas: HTMLCanvasElement | null,
  size: { readonly width: number; readonly height: number },
  picture: OffscreenCanvas,
): void {
  if (canvas === null) return;
  Object.assign(canvas, size);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, size.width, size.height);
}

/** Draws the layers now. If no time is left for shaders in this frame, draws them in a later one. */
function draw(
  canvas: HTMLCanvasElement | null,
  size: { readonly width: number; readonly height: number },
  film: {
    readonly posters: Posters;
    readonly movie: Movie;
    readonly scene: Scene;
    readonly layers: readonly FilmLayer[];
  },
  signal: AbortSignal,
): void {
  const context = canvas?.getContext('2d') ?? null;
  if (canvas === null || context === null || signal.aborted) return;
  if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
  const { posters, movie, scene, layers } = film;
  const background = sceneBackground(movie, scene);
  if (!posters.painter.draw(context, { left: 0, size }, { movie, background, layers }, 'idle'))
    requestAnimationFrame(() => draw(canvas, size, film, signal));
}
