import { clsx } from 'clsx';
import type { RenderEntry } from '../../../api/client/entries.ts';
import { useProjects } from '../../../api/queries/use-projects.ts';
import { useStrings } from '../../../strings/use-strings.tsx';
import { formatMoment } from '../../../ui/format/age.ts';
import { formatDuration } from '../../../ui/format/duration.ts';
import { formatCount } from '../../../ui/format/number.ts';
import styles from './job-row.module.css';

/** Of which project and template a render is, when it was asked for, and what film it is: whole, however long. */
export function JobOrigin({ render }: { readonly render: RenderEntry }) {
  const { render: words } = useStrings();
  const { data: projects } = useProjects();
  const { project, template, createdAt, format, durationSeconds, total, range } = render;
  const name = projects?.find(({ uid }) => uid === project)?.name ?? null;
  const facts = [
    formatMoment(new Date(createdAt), new Date()),
    durationSeconds === null ? words.frames(formatCount(total)) : formatDuration(durationSeconds),
    format.toUpperCase(),
    ...(range === null ? [] : [words.framesFromTo(formatCount(range.from), formatCount(range.to))]),
  ];
  return (
    <>
      {(name !== null || template !== null) && (
        <div className={styles.origin}>{[name, template].filter((each) => each !== null).join(' / ')}</div>
      )}
      <div className={clsx(styles.origin, 'tabular')}>{facts.join(' · ')}</div>
    </>
  );
}
