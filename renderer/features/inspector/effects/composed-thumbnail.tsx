import { useEffect, useMemo, useRef } from 'react';
import type { FilmFormat } from '#renderer/film/strips/film-plan.ts';
import type { ScenePictures } from '#renderer/film/strips/scene-pictures.ts';
import { useInSight } from '#renderer/ui/browser/use-in-sight.ts';
import type { Effect } from '#shared/template/effects/effects.ts';
import styles from './effect-gallery.module.css';
import { type ShownLayer, sampleScene } from './sample-scene.ts';

/** Pixels, of screens with two for each of the page's. */
const HEIGHT = 90;

export interface ComposedThumbnailProps {
  readonly pictures: ScenePictures;
  readonly movie: FilmFormat;
  readonly shown: ShownLayer;
  readonly effect: Effect;
}

/** A layer at the playhead with one more effect, composed as the film is. Asked for while it is in sight. */
export function ComposedThumbnail({ pictures, movie, shown, effect }: ComposedThumbnailProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isInSight = useInSight(canvas);
  const scene = useMemo(() => sampleScene(shown, effect), [shown, effect]);
  const { frame } = shown;
  useEffect(() => {
    if (!isInSight) return;
    const draw = () => {
      const target = canvas.current;
      const picture = pictures.picture({ movie, scene, frame, height: HEIGHT });
      if (target === null || picture === null) return;
      Object.assign(target, { width: picture.width, height: picture.height });
      target.getContext('2d')?.drawImage(picture, 0, 0);
    };
    draw();
    return pictures.subscribe(draw);
  }, [pictures, movie, scene, frame, isInSight]);
  return <canvas ref={canvas} className={styles.picture} />;
}
