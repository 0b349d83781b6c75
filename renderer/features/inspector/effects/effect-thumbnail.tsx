import { useEffect, useRef } from 'react';
import { sharedThumbnailRenderer } from '#renderer/film/frames/thumbnail-renderer.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
import type { Effect } from '#shared/template/effects/effects.ts';
import type { Layer } from '#shared/template/movie/movie.ts';
import styles from './effect-gallery.module.css';

const SIZE = { width: 160, height: 90 } as const;

export interface EffectThumbnailProps {
  /** What the layer shows, without its effects. */
  readonly image: ImageBitmap;
  readonly layer: Layer;
  readonly effect: Effect;
}

/** The picture at the playhead as it would be with one more effect. */
export function EffectThumbnail({ image, layer, effect }: EffectThumbnailProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useEditor((state) => state.movie?.width ?? SIZE.width);
  const height = useEditor((state) => state.movie?.height ?? SIZE.height);
  const { effects } = layer;
  const fit = layer.kind === 'video' ? layer.fit : 'contain';
  useEffect(() => {
    const aborter = new AbortController();
    const scale = Math.min(SIZE.width / width, SIZE.height / height);
    const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
    sharedThumbnailRenderer()
      ?.draw({ image, fit, effects: [...effects, effect], frame: { width, height }, size }, aborter.signal)
      .then(
        (bitmap) => {
          const target = canvas.current;
          if (target === null || aborter.signal.aborted) return bitmap.close();
          target.width = bitmap.width;
          target.height = bitmap.height;
          target.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
        },
        // Another picture is wanted by now, or nobody looks any more.
        () => undefined,
      );
    return () => aborter.abort();
  }, [image, fit, effects, effect, width, height]);
  return <canvas ref={canvas} className={styles.picture} />;
}
