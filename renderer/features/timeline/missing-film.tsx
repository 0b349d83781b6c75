import type { MediaSource } from '../../../shared/template/movie.ts';
import { useStrings } from '../../strings/use-strings.tsx';
import { Button } from '../../ui/button.tsx';
import { useAssetCommands } from '../assets/use-asset-commands.ts';
import { RelinkButton } from '../inspector/relink-button.tsx';
import styles from './clip.module.css';
import { sourceTitle } from './scene-words.ts';
import { useTimelineParts } from './timeline-context.tsx';
import { comingSource } from './use-source-facts.ts';

/** In the place of pictures that cannot be had: which, and how to get them back. */
export function MissingFilm({ source, width }: { readonly source: MediaSource; readonly width: number }) {
  const { timeline: words } = useStrings();
  const { coming } = useTimelineParts();
  const commands = useAssetCommands();
  const arrives = comingSource(coming, source);
  if (width < 40) return null;
  return (
    <>
      <span className={styles.file}>{sourceTitle(source)}</span>
      {arrives !== null && width > 72 && <span>{arrives === 'uploading' ? words.uploading : words.uploadStopped}</span>}
      {source.kind === 'url' && width > 72 && <RelinkButton source={source} tabIndex={-1} />}
      {arrives === null && source.kind === 'asset' && width > 72 && (
        <Button size="sm" tabIndex={-1} onClick={() => void commands.provideContent(source.name)}>
          {words.relink}
        </Button>
      )}
    </>
  );
}
