import { ArrowLeft, ArrowRight, Equal, FileWarning } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useId, useMemo, useState } from 'react';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import { type ComparableFilm, FilmComparison } from '#renderer/project/film-comparison.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { elementAt } from '#shared/agents/places.ts';
import { compareTemplates, type TemplateComparison } from '#shared/editing/compare/compare-templates.ts';
import { changeEntries, nextChange } from './change-entries.ts';
import { ChangeList } from './change-list.tsx';
import styles from './comparison.module.css';
import { SceneStrips } from './scene-strips.tsx';
import type { Version } from './version.ts';
import type { ChangeSteps } from './xml-comparison.tsx';

const XmlComparison = lazy(() => import('./xml-comparison.tsx').then((module) => ({ default: module.XmlComparison })));

type Mode = 'visual' | 'frames' | 'xml';

interface ComparisonPanelProps {
  readonly before: Version;
  readonly after: Version;
  /** The control to choose the later version, at the start of the bar. */
  readonly choice?: ReactNode;
  /** Called after the user selected a layer of the open template; absent to show layers as plain texts. */
  readonly onLayer?: () => void;
}

/** The comparison of two versions of a template: pictures with texts, exact frames, or XML. */
export function ComparisonPanel({ before, after, choice, onLayer }: ComparisonPanelProps) {
  const { revisions: strings } = useStrings();
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
  // In a new comparison, select the first change.
  useEffect(() => {
    setColumn(comparison === null ? -1 : (nextChange(comparison.scenes, -1, 1) ?? -1));
  }, [comparison]);
  const goToChange = (direction: -1 | 1) => {
    if (mode === 'xml') return direction === 1 ? steps?.next() : steps?.previous();
    const target = comparison === null ? null : nextChange(comparison.scenes, column, direction);
    if (target !== null) setColumn(target);
  };
  // In the mode `frames`, the list of scenes has the focus and handles the keys.
  const hasNext = (direction: -1 | 1) =>
    mode !== 'frames' &&
    (mode === 'xml'
      ? before.text !== after.text
      : comparison !== null && nextChange(comparison.scenes, column, direction) !== null);

  return (
    <div className={styles.panel}>
      <div className={styles.bar}>
        {choice}
        <span role="status" id={note} className={styles.summary}>
          {summaryOf(strings, comparison, before, after)}
        </span>
        <IconButton
          icon={ArrowLeft}
          label={strings.previousChange}
          size="sm"
          disabled={!hasNext(-1)}
          onClick={() => goToChange(-1)}
        />
        <IconButton
          icon={ArrowRight}
          label={strings.nextChange}
          size="sm"
          disabled={!hasNext(1)}
          onClick={() => goToChange(1)}
        />
        <Segmented<Mode>
          label={strings.mode}
          size="sm"
          value={mode}
          onChange={setChosen}
          options={[
            { value: 'visual', label: strings.visual },
            { value: 'frames', label: strings.frames },
            { value: 'xml', label: strings.xml },
          ]}
        />
      </div>
      {mode === 'xml' ? (
        <Suspense fallback={<div className={styles.code} />}>
          <XmlComparison before={before} after={after} onReady={setSteps} />
        </Suspense>
      ) : mode === 'frames' && before.source !== null && after.source !== null ? (
        <FrameComparison before={before} after={after} {...(onLayer && { onLayer })} />
      ) : (
        <VisualComparison before={before} after={after} comparison={comparison} column={column} onColumn={setColumn} />
      )}
    </div>
  );
}

/** The exact frames of both versions. If one version is the open template, the user can select its layers. */
function FrameComparison({ before, after, onLayer }: Omit<ComparisonPanelProps, 'choice'>) {
  const editor = useEditor();
  const { project, values } = editor.document.state;
  const films = useMemo(() => {
    const filmOf = ({ label, note, source, movie }: Version): ComparableFilm | null =>
      source === null || movie === null ? null : { label, note, source, movie, project, values };
    return { before: filmOf(before), after: filmOf(after) };
  }, [before, after, project, values]);
  const { revisions: strings } = useStrings();
  if (films.before === null || films.after === null) {
    const broken = films.before === null ? before : after;
    return <EmptyState icon={FileWarning} title={strings.broken(broken.label)} hint={strings.brokenHint} />;
  }
  const isOpen = after.source === editor.document.state.source;
  const show = (place: string): void => {
    const element = elementAt(editor.document.state.source.document, place);
    if (!element.ok) return;
    editor.selection.select([element.value.id]);
    onLayer?.();
  };
  return (
    <FilmComparison before={films.before} after={films.after} onLayer={isOpen && onLayer !== undefined ? show : null} />
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

interface VisualComparisonProps {
  readonly before: Version;
  readonly after: Version;
  /** The comparison; null if one of the versions cannot be parsed. */
  readonly comparison: TemplateComparison | null;
  /** The selected column; −1 if no column or the movie is selected. */
  readonly column: number;
  readonly onColumn: (column: number) => void;
}

/** Two strips of scenes, with a list of the differences below. */
function VisualComparison({ before, after, comparison, column, onColumn }: VisualComparisonProps) {
  const { revisions: strings } = useStrings();
  const entries = useMemo(() => (comparison === null ? [] : changeEntries(comparison)), [comparison]);
  if (comparison === null) {
    const broken = before.source === null ? before : after;
    return <EmptyState icon={FileWarning} title={strings.broken(broken.label)} hint={strings.brokenHint} />;
  }
  const brokenVersion = [before, after].find(({ isBroken }) => isBroken);
  return (
    <>
      {brokenVersion !== undefined && (
        <p className={styles.note} role="note">
          {strings.lastGood(brokenVersion.label)}
        </p>
      )}
      {comparison.scenes.length > 0 && (
        <SceneStrips before={before} after={after} scenes={comparison.scenes} current={column} onCurrent={onColumn} />
      )}
      {entries.length > 0 ? (
        <ChangeList entries={entries} current={column} onCurrent={onColumn} />
      ) : before.text === after.text ? (
        <EmptyState icon={Equal} title={strings.same} hint={strings.sameHint} />
      ) : (
        <EmptyState icon={Equal} title={strings.sameFilm(comparison.comments)} hint={strings.sameFilmHint} />
      )}
    </>
  );
}
