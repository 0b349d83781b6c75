import { Unlink } from 'lucide-react';
import type { ProjectEntry } from '#renderer/api/queries/use-projects.ts';
import { useMissing } from '#renderer/api/queries/use-publishing.ts';
import { publishedWhen } from '#renderer/common/projects/published-badge.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { formatCount } from '#renderer/ui/format/number.ts';
import { formatSize } from '#renderer/ui/format/size.ts';
import styles from './publish.module.css';

export interface PublishContentsProps {
  readonly project: ProjectEntry;
  /** The one that is chosen. */
  readonly cluster: string | null;
}

/** What a publication would hold, what was there before, and what the project lacks. */
export function PublishContents({ project, cluster }: PublishContentsProps) {
  const { publish: words } = useStrings();
  const missing = useMissing().data?.get(project.uid) ?? [];
  const before = project.published.find((each) => each.cluster === cluster);
  const { counts, bytes } = project;
  const rows = [
    [words.templates, formatCount(counts.templates)],
    [words.movies, formatCount(counts.movies)],
    [words.assets, words.assetsOf(formatCount(counts.assets), formatSize(bytes))],
    [words.lastThere, before === undefined ? words.neverThere : words.versionOf(before.version, publishedWhen(before))],
  ] as const;
  return (
    <>
      <dl className={`${styles.contents} tabular`}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {missing.length > 0 && (
        <p className={styles.warning}>
          <Icon icon={Unlink} size={14} />
          <span>{words.missing(missing.map(({ name }) => name))}</span>
        </p>
      )}
    </>
  );
}
