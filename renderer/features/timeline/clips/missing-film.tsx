import type { MediaSource } from '../../../../shared/template/movie/media-source.ts';
import { RelinkButton } from '../../../common/sources/relink-button.tsx';
import { useAssetCommands } from '../../../common/sources/use-asset-commands.ts';
import { useStrings } from '../../../strings/use-strings.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { sourceTitle } from '../model/scene-words.ts';
import { useTimelineParts } from '../model/timeline-context.tsx';
import { comingSource } from '../model/use-source-facts.ts';
import styles from './clip.module.css';

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
