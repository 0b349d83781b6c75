import { Equal, FileWarning } from 'lucide-react';
import { useMemo } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import type { TemplateComparison } from '#shared/editing/compare/compare-templates.ts';
import { changeEntries } from './change-entries.ts';
import { ChangeList } from './change-list.tsx';
import styles from './comparison.module.css';
import { SceneStrips } from './scene-strips.tsx';
import { PostersProvider, useNewPosters } from './use-posters.ts';
import type { Version } from './version.ts';

interface VisualComparisonProps {
  readonly before: Version;
  readonly after: Version;
  /** Null where one of them cannot be read. */
  readonly comparison: TemplateComparison | null;
  /** The chosen one of the compared scenes; -1 for none, and for the movie. */
  readonly column: number;
  readonly onColumn: (column: number) => void;
}

/** Both strips of scenes, and below them what differs in words. */
export function VisualComparison({ before, after, comparison, column, onColumn }: VisualComparisonProps) {
  const { revisions: words } = useStrings();
  const posters = useNewPosters();
  const entries = useMemo(() => (comparison === null ? [] : changeEntries(comparison)), [comparison]);
  if (comparison === null) {
    const broken = before.source === null ? before : after;
    return <EmptyState icon={FileWarning} title={words.broken(broken.label)} hint={words.brokenHint} />;
  }
  const stale = [before, after].find(({ isBroken }) => isBroken);
  return (
    <PostersProvider value={posters}>
      {stale !== undefined && (
        <p className={styles.note} role="note">
          {words.lastGood(stale.label)}
        </p>
      )}
      {comparison.scenes.length > 0 && (
        <SceneStrips before={before} after={after} scenes={comparison.scenes} current={column} onCurrent={onColumn} />
      )}
      {entries.length > 0 ? (
        <ChangeList entries={entries} current={column} onCurrent={onColumn} />
      ) : before.text === after.text ? (
        <EmptyState icon={Equal} title={words.same} hint={words.sameHint} />
      ) : (
        <EmptyState icon={Equal} title={words.sameFilm(comparison.comments)} hint={words.sameFilmHint} />
      )}
    </PostersProvider>
  );
}
