import { RelinkButton } from '#renderer/common/sources/relink-button.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import type { MediaSource } from '#shared/template/movie/media-source.ts';
import { sourceTitle } from '../model/scene-words.ts';
import { useTimelineContext } from '../model/timeline-context.tsx';
import { comingSource } from '../model/use-source-facts.ts';
import styles from './clip.module.css';

/** Pixels of a letter, a little more than the mean, and of what is around the words of a button. */
const LETTER = 6.5;
const AROUND = 22;

/** In the place of pictures that cannot be had: which, and how to get them back. */
export function MissingFilm({ source, width }: { readonly source: MediaSource; readonly width: number }) {
  const { timeline: words, inspector } = useStrings();
  const { coming } = useTimelineContext();
  const arrives = comingSource(coming, source);
  if (width < 40) return null;
  // Languages need more or less of it.
  const hasRoom = (label: string) => width >= label.length * LETTER + AROUND;
  return (
    <>
      <span className={styles.file}>{sourceTitle(source)}</span>
      {arrives !== null && width > 72 && <span>{arrives === 'uploading' ? words.uploading : words.uploadStopped}</span>}
      {arrives === null && hasRoom(inspector.relink) && <RelinkButton source={source} tabIndex={-1} />}
    </>
  );
}
