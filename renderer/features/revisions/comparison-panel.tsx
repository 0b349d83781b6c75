import { ArrowLeft, ArrowRight } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useMemo, useState } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { compareTemplates, type TemplateComparison } from '#shared/editing/compare/compare-templates.ts';
import { nextChange } from './change-entries.ts';
import styles from './comparison.module.css';
import type { Version } from './version.ts';
import { VisualComparison } from './visual-comparison.tsx';
import type { ChangeSteps } from './xml-comparison.tsx';

const XmlComparison = lazy(() => import('./xml-comparison.tsx').then((module) => ({ default: module.XmlComparison })));

type Mode = 'visual' | 'xml';

interface ComparisonPanelProps {
  readonly before: Version;
  readonly after: Version;
}

/** Two versions of a template, as pictures and words or as XML. */
export function ComparisonPanel({ before, after }: ComparisonPanelProps) {
  const { revisions: words } = useStrings();
  const canShow = before.source !== null && after.source !== null;
  const [chosen, setChosen] = useState<Mode | null>(null);
  const mode = chosen ?? (canShow ? 'visual' : 'xml');
  const [steps, setSteps] = useState<ChangeSteps | null>(null);
  const [column, setColumn] = useState(-1);
  const note = useId();
  const comparison = useMemo(
    () => (before.source === null || after.source === null ? null : compareTemplates(before.source, after.source)),
    [before.source, after.source],
  );
  // Another comparison begins at its first change.
  useEffect(() => {
    setColumn(comparison === null ? -1 : (nextChange(comparison.scenes, -1, 1) ?? -1));
  }, [comparison]);
  const go = (direction: -1 | 1) => {
    if (mode === 'xml') return direction === 1 ? steps?.next() : steps?.previous();
    const target = comparison === null ? null : nextChange(comparison.scenes, column, direction);
    if (target !== null) setColumn(target);
  };
  const hasNext = (direction: -1 | 1) =>
    mode === 'xml'
      ? before.text !== after.text
      : comparison !== null && nextChange(comparison.scenes, column, direction) !== null;

  return (
    <div className={styles.panel}>
      <div className={styles.bar}>
        <span role="status" id={note} className={styles.summary}>
          {summaryOf(words, comparison, before, after)}
        </span>
        <IconButton
          icon={ArrowLeft}
          label={words.previousChange}
          size="sm"
          disabled={!hasNext(-1)}
          onClick={() => go(-1)}
        />
        <IconButton icon={ArrowRight} label={words.nextChange} size="sm" disabled={!hasNext(1)} onClick={() => go(1)} />
        <Segmented<Mode>
          label={words.mode}
          size="sm"
          value={mode}
          onChange={setChosen}
          options={[
            { value: 'visual', label: words.visual },
            { value: 'xml', label: words.xml },
          ]}
        />
      </div>
      {mode === 'xml' ? (
        <Suspense fallback={<div className={styles.code} />}>
          <XmlComparison before={before} after={after} onReady={setSteps} />
        </Suspense>
      ) : (
        <VisualComparison before={before} after={after} comparison={comparison} column={column} onColumn={setColumn} />
      )}
    </div>
  );
}

interface SummaryWords {
  readonly same: string;
  readonly sameFilm: (comments: boolean) => string;
  readonly summary: (comparison: TemplateComparison) => string;
  readonly broken: (label: string) => string;
}

function summaryOf(
  words: SummaryWords,
  comparison: TemplateComparison | null,
  before: Version,
  after: Version,
): string {
  if (before.text === after.text) return words.same;
  if (comparison === null) return words.broken(before.source === null ? before.label : after.label);
  if (comparison.differs !== 'film') return words.sameFilm(comparison.comments);
  return words.summary(comparison);
}
