import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import type { Statement } from '#shared/statements/statement.ts';
import styles from './render-dialog.module.css';

const MOST_SHOWN = 3;

/** What the film will show that nobody meant, such as the last picture of a source that is cut short. */
export function FilmNotes({ notes }: { readonly notes: readonly Statement[] }) {
  const { render: words } = useStrings();
  if (notes.length === 0) return null;
  return (
    <div role="status" className={clsx(styles.refusal, styles.notes)}>
      <Icon icon={TriangleAlert} size={14} />
      <div>
        {notes
          .slice(0, MOST_SHOWN)
          .map(say)
          .map((note) => (
            <p key={note}>{note}</p>
          ))}
        {notes.length > MOST_SHOWN && <p>{words.moreNotes(notes.length - MOST_SHOWN)}</p>}
      </div>
    </div>
  );
}
