import { ImageOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ScenePictures } from '#renderer/playback/strips/scene-pictures.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useScreenScale } from '#renderer/ui/browser/screen-scale.ts';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import type { Movie, Scene } from '#shared/template/movie/movie.ts';
import styles from './scene-strips.module.css';

/** The maximum size of a poster in pixels. */
const STAGE = { width: 144, height: 81 } as const;

interface ScenePosterProps {
  readonly movie: Movie;
  /** The thumbnails; null until they are created. */
  readonly pictures: ScenePictures | null;
  /** The scene; null if it cannot be resolved. */
  readonly scene: Scene | null;
}

type Shown = 'waiting' | 'drawn' | 'none';

/**
 * A picture of a scene with all its layers and effects. For a video that fills the frame, this is the first frame. For
 * other scenes, it is the middle frame, at which entrances are complete.
 */
export function ScenePoster({ movie, pictures, scene }: ScenePosterProps) {
  const { revisions: strings } = useStrings();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [shown, setShown] = useState<Shown>('waiting');
  const density = useScreenScale();
  const { width, height } = movie;
  const scale = Math.min(STAGE.width / width, STAGE.height / height);
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };

  useEffect(() => {
    if (pictures === null || scene === null) return setShown(scene === null ? 'none' : 'waiting');
    const pixels = { width: Math.round(size.width * density), height: Math.round(size.height * density) };
    const frame = pictures.isComposed(movie, scene) ? Math.floor(scene.duration / 2) : 0;
    const draw = () => {
      const { picture, isItself: isUpToDate } = pictures.picture({ movie, scene, frame, height: pixels.height });
      if (picture === null) return setShown(isUpToDate ? 'none' : 'waiting');
      const target = canvas.current;
      if (target === null) return;
      Object.assign(target, pixels);
      target.getContext('2d')?.drawImage(picture, 0, 0, pixels.width, pixels.height);
      setShown('drawn');
    };
    draw();
    return pictures.subscribe(draw);
  }, [pictures, movie, scene, density, size.width, size.height]);

  return (
    <span className={styles.stage} data-off={scene?.enabled === false || undefined}>
      <canvas ref={canvas} style={size} hidden={shown !== 'drawn'} />
      {shown === 'waiting' && <Skeleton width={size.width} height={size.height} />}
      {shown === 'none' && (
        <span className={styles.noPicture}>
          <Icon icon={ImageOff} size={16} />
          {strings.noPicture}
        </span>
      )}
    </span>
  );
}
