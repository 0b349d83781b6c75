import { clsx } from 'clsx';
import type { RenderEntry } from '#renderer/api/client/entries.ts';
import { useProjects } from '#renderer/api/queries/use-projects.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { filmFactsOf, originOf } from '../jobs/origin-facts.ts';
import styles from './job-row.module.css';

/** Of which project and template a render is, when it was asked for, and what film it is: whole, however long. */
export function JobOrigin({ render }: { readonly render: RenderEntry }) {
  const { render: words } = useStrings();
  const { data: projects } = useProjects();
  const origin = originOf(render, projects?.find(({ uid }) => uid === render.project)?.name ?? null);
  return (
    <>
      {origin !== null && <div className={styles.origin}>{origin}</div>}
      <div className={clsx(styles.origin, 'tabular')}>{filmFactsOf(render, words, new Date())}</div>
    </>
  );
}
