import type { MediaSource } from '../../../shared/template/movie.ts';
import { useStrings } from '../../strings/use-strings.tsx';
import { Button } from '../../ui/button.tsx';
import { useAssetCommands } from '../assets/use-asset-commands.ts';
import styles from './clip.module.css';
import { sourceTitle } from './scene-words.ts';

/** In the place of pictures that cannot be had: which, and how to get them back. */
export function MissingFilm({ source, width }: { readonly source: MediaSource; readonly width: number }) {
  const { timeline: words } = useStrings();
  const commands = useAssetCommands();
  if (width < 40) return null;
  return (
    <>
      <span className={styles.file}>{sourceTitle(source)}</span>
      {source.kind === 'asset' && width > 72 && (
        <Button size="sm" tabIndex={-1} onClick={() => void commands.provideContent(source.name)}>
          {words.relink}
        </Button>
      )}
    </>
  );
}
