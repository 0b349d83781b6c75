import { clsx } from 'clsx';
import { assetNamed } from '#renderer/api/client/asset-list.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { isFontFile } from '#shared/template/value-types/text-types.ts';
import styles from './font-words.module.css';
import { useEngineSample } from './use-engine-sample.ts';
import { useFontFace } from './use-font-face.ts';

export interface FontWordsProps {
  readonly project: string;
  /** A family of the program, or the file of a font of the project. */
  readonly font: string;
  readonly weight: number;
  readonly text: string;
}

/** Words set in a font as films show it. */
export function FontWords({ project, font, weight, text }: FontWordsProps) {
  const isFile = isFontFile(font);
  const { data: assets } = useAssets(project);
  const face = useFontFace(project, (isFile ? assetNamed(assets, font) : undefined) ?? null);
  const { picture, isComing } = useEngineSample(project, isFile ? null : font, text, weight);
  if (isFile)
    return (
      <span
        className={clsx(styles.words, face === null && styles.waits)}
        style={face === null ? undefined : { fontFamily: `"${face}"`, fontWeight: weight }}
      >
        {text}
      </span>
    );
  return (
    <span
      role="img"
      aria-label={text}
      className={clsx(styles.drawn, picture !== null && styles.shown)}
      style={picture === null ? undefined : { maskImage: `url("${picture}")` }}
    >
      {isComing && <Skeleton height="100%" />}
    </span>
  );
}
