import type { UseQueryResult } from '@tanstack/react-query';
import { CircleX, FolderOpen, Images, SearchX } from 'lucide-react';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { AssetGrid, type AssetGridProps } from '../grid/asset-grid.tsx';
import styles from './asset-panel.module.css';

export interface AssetContentProps extends AssetGridProps {
  readonly query: Pick<UseQueryResult, 'isPending' | 'error' | 'refetch'>;
  /** How many there would be without search and filter. */
  readonly total: number;
  readonly onImport: () => void;
  readonly onShowAll: () => void;
}

/** The tiles, or why there are none. */
export function AssetContent({ query, total, onImport, onShowAll, ...grid }: AssetContentProps) {
  const { assets } = useStrings();
  if (query.isPending) return <Waiting />;
  if (query.error !== null && total === 0) {
    const { detail, next } = problemWords(query.error);
    return (
      <EmptyState icon={CircleX} title={assets.failedTitle} hint={`${detail} ${next}`}>
        <Button onClick={() => void query.refetch()}>{assets.tryAgain}</Button>
      </EmptyState>
    );
  }
  if (total === 0) {
    return (
      <EmptyState icon={Images} title={assets.emptyTitle} hint={assets.emptyHint}>
        <Button icon={FolderOpen} onClick={onImport}>
          {assets.chooseFiles}
        </Button>
      </EmptyState>
    );
  }
  if (grid.items.length === 0) {
    return (
      <EmptyState icon={SearchX} title={assets.nothingFound} hint={assets.nothingFoundHint}>
        <Button onClick={onShowAll}>{assets.showAll}</Button>
      </EmptyState>
    );
  }
  return <AssetGrid {...grid} />;
}

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

function Waiting() {
  return (
    <div className={styles.waiting} aria-busy={true}>
      {PLACES.map((place) => (
        <div key={place}>
          <Skeleton width="100%" aspectRatio="16 / 9" />
          <Skeleton width="80%" height={10} className={styles.line} />
        </div>
      ))}
    </div>
  );
}
