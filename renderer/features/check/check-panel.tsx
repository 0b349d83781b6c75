import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { Ellipsis, EyeOff, ListChecks, MonitorPlay, ScanSearch, Wrench, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { listedFix } from '#renderer/editor/check-state.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import type { ListedFinding, MovieIssue } from '#renderer/editor/movie-issues.ts';
import { selectRate, selectTotal } from '#renderer/editor/selectors.ts';
import { nextInList } from '#renderer/interaction/focus.ts';
import { usePlatforms, useProjectChecks } from '#renderer/project/check-platforms.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { Progress } from '#renderer/ui/display/progress.tsx';
import { formatPercent } from '#renderer/ui/format/number.ts';
import { Disclosure } from '#renderer/ui/layout/disclosure.tsx';
import { ScrollArea } from '#renderer/ui/layout/scroll-area.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { formatTimecode } from '#shared/editing/model/timecode.ts';
import type { FilmFinding } from '#shared/film-check/report.ts';
import { checkFully, goToFinding, goToIssue, uncheckHere } from './check-actions.ts';
import styles from './check-panel.module.css';
import { FindingIcon, IssueIcon, useIssueSentence } from './issue-line.tsx';

/** The number of rows by which PageUp and PageDown move. */
const PAGE = 8;
/** The height in pixels of a row that is not measured yet. */
const ROW_HEIGHT = 76;

/** The problems and the findings of the open movie as one list, with the fixes of the findings. */
export function CheckPanel() {
  const { check: strings } = useStrings();
  const issues = useEditorValue(({ check }) => check.state.issues);
  const listed = useEditorValue(({ check }) => check.state.listed);
  const isEmpty = useEditorValue(({ document }) => selectTotal(document.state) === 0);
  const notices = useMemo(() => listed.filter(({ finding }) => finding.severity === 'notice'), [listed]);
  return (
    <div className={styles.panel}>
      <CheckTools />
      <CheckStatus />
      {issues.length === 0 && notices.length === 0 ? (
        <EmptyState
          icon={ListChecks}
          title={isEmpty ? strings.nothingYet : strings.nothing}
          hint={isEmpty ? strings.nothingYetHint : strings.nothingHint}
        />
      ) : (
        <IssueLists issues={issues} notices={notices} />
      )}
      <CheckNotes />
    </div>
  );
}

interface IssueListsProps {
  readonly issues: readonly MovieIssue[];
  readonly notices: readonly ListedFinding[];
}

/**
 * The list of issues and the list of notices below it. Only the visible rows exist, because a movie of 1,000 scenes can
 * have as many findings, and rendering their buttons and menus takes seconds.
 */
function IssueLists({ issues, notices }: IssueListsProps) {
  const { check: strings } = useStrings();
  const [open, setOpen] = useState(false);
  const [focused, setFocused] = useState<number | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  /** The index of the heading of the notices, and of the first notice. */
  const [heading, first] = [issues.length, issues.length + 1];
  const count = notices.length === 0 ? heading : open ? first + notices.length : first;
  const keyOf = (index: number) =>
    issues[index]?.key ?? (index === heading ? 'notices' : (notices[index - first]?.key ?? index));
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: keyOf,
    overscan: 4,
    rangeExtractor: (range) => {
      // The heading contains the notices. The focused row must not disappear when it is scrolled out of view.
      const indexes = new Set([...defaultRangeExtractor(range), heading, focused ?? heading]);
      return [...indexes].filter((index) => index < count).sort((left, right) => left - right);
    },
  });
  const focusNext = useRef(false);
  useEffect(() => {
    if (!focusNext.current) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${focused}"] [data-issue]`);
    if (row == null) return;
    focusNext.current = false;
    row.focus();
  });
  useShownChoice((key) => {
    const index = issues.findIndex((issue) => issue.key === key);
    if (index >= 0) virtual.scrollToIndex(index);
  });
  /** Moves the focus between the rows of a list with the arrow keys. */
  const moveFocus = (event: KeyboardEvent, from: number, size: number) => {
    const isOnRow = event.target instanceof Element && event.target.hasAttribute('data-issue');
    if (!isOnRow || focused === null) return;
    const next = nextInList(event.key, focused - from, size, { page: PAGE });
    if (next === null) return;
    event.preventDefault();
    focusNext.current = true;
    setFocused(from + next);
  };
  const items = virtual.getVirtualItems();
  const rowProps = (index: number, start: number, from: number, size: number) => ({
    ...{ ref: virtual.measureElement, 'data-index': index, className: styles.item },
    ...{ 'aria-setsize': size, 'aria-posinset': index - from + 1 },
    ...{ style: { transform: `translateY(${start}px)` }, onFocus: () => setFocused(index) },
  });
  const headingItem = items.find(({ index }) => index === heading);
  return (
    <ScrollArea className={styles.body} viewportRef={scroller}>
      <div className={styles.lists} style={{ height: virtual.getTotalSize() }}>
        {issues.length > 0 && (
          <ul
            aria-label={strings.panel}
            className={styles.list}
            onKeyDown={(event) => moveFocus(event, 0, issues.length)}
          >
            {items.map(({ index, key, start }) => {
              const issue = issues[index];
              return issue === undefined ? null : (
                <li key={key} {...rowProps(index, start, 0, issues.length)}>
                  {issue.kind === 'finding' ? <FindingRow listed={issue.listed} /> : <ProblemRow issue={issue} />}
                </li>
              );
            })}
          </ul>
        )}
        {headingItem !== undefined && (
          <div
            ref={virtual.measureElement}
            data-index={heading}
            className={`${styles.item} ${styles.notices}`}
            style={{ transform: `translateY(${headingItem.start}px)` }}
          >
            <Disclosure label={strings.notices(notices.length)} open={open} onOpenChange={setOpen}>
              <ul
                aria-label={strings.notices(notices.length)}
                className={styles.list}
                onKeyDown={(event) => moveFocus(event, first, notices.length)}
              >
                {items.map(({ index, key, start }) => {
                  const notice = notices[index - first];
                  return notice === undefined ? null : (
                    <li key={key} {...rowProps(index, start - headingItem.start, first, notices.length)}>
                      <FindingRow listed={notice} />
                    </li>
                  );
                })}
              </ul>
            </Disclosure>
          </div>
        )}
      </div>
    </ScrollArea>
  );
}

/** Calls `show` when the user chooses another issue, for example with F8. */
function useShownChoice(show: (key: string) => void): void {
  const chosen = useEditorValue(({ check }) => check.state.chosenKey);
  const shown = useRef(chosen);
  useEffect(() => {
    if (shown.current === chosen) return;
    shown.current = chosen;
    if (chosen !== null) show(chosen);
  });
}

/** The platforms of the check, and the check of pictures and sound. */
function CheckTools() {
  const { check: strings } = useStrings();
  const api = useApi();
  const editor = useEditor();
  const navigation = useNavigation();
  const project = useEditorValue(({ document }) => document.state.project);
  const isEmpty = useEditorValue(({ document }) => selectTotal(document.state) === 0);
  const hasFull = useEditorValue(({ check }) => check.state.full !== null);
  const isRunning = useEditorValue(({ check }) => check.state.stop !== null);
  const { all } = useProjectChecks(project);
  const [platforms, choose] = usePlatforms(project);
  const chosen = all.filter(({ name }) => platforms.includes(name)).map(({ name }) => name);
  return (
    <div className={styles.tools}>
      <Menu
        trigger={
          <Button variant="quiet" size="sm" icon={MonitorPlay} tooltip={strings.platformsHint}>
            {chosen.length === 0 ? strings.platforms : strings.platformsChosen(chosen.length)}
          </Button>
        }
        entries={[
          ...all.map(({ name, label }) => ({
            ...{ kind: 'command' as const, id: name, label: strings.platform(label), checked: chosen.includes(name) },
            run: () => choose(chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name]),
          })),
          { kind: 'separator', id: 'own' },
          {
            ...{ kind: 'command' as const, id: 'edit', label: strings.editPlatforms },
            run: () => navigation.go({ screen: 'brand', project }),
          },
        ]}
      />
      <span className={styles.space} />
      {isRunning ? (
        <Button variant="quiet" size="sm" icon={X} onClick={() => editor.check.state.stop?.()}>
          {strings.stop}
        </Button>
      ) : (
        <Button
          variant="quiet"
          size="sm"
          icon={ScanSearch}
          disabled={isEmpty}
          tooltip={strings.fullHint}
          onClick={() => void checkFully(editor, chosen, api)}
        >
          {hasFull ? strings.fullAgain : strings.full}
        </Button>
      )}
    </div>
  );
}

/** The progress of the check of pictures and sound, or the reason why it failed. */
function CheckStatus() {
  const { check: strings } = useStrings();
  const isRunning = useEditorValue(({ check }) => check.state.stop !== null);
  const share = useEditorValue(({ check }) => check.state.share);
  const fault = useEditorValue(({ check }) => check.state.fault);
  return (
    <div role="status" className={isRunning || fault !== null ? styles.status : undefined}>
      {isRunning && (
        <>
          <span className={styles.running}>
            <span>{strings.fullRunning}</span>
            {share !== null && (
              // A reader announces the start and not each percent. The progress bar has the value for it.
              <span aria-hidden={true} className="tabular">
                {formatPercent(share)}
              </span>
            )}
          </span>
          <Progress value={share} label={strings.fullRunning} />
        </>
      )}
      {!isRunning && fault !== null && <span>{strings.fault(fault)}</span>}
    </div>
  );
}

/** The findings that are switched off, and the checks that did not run. */
function CheckNotes() {
  const { check: strings } = useStrings();
  const unchecked = useEditorValue(({ check }) => check.state.unchecked);
  const quick = useEditorValue(({ check }) => check.state.quick);
  const count = unchecked.reduce((sum, each) => sum + each.count, 0);
  const isIncomplete = quick?.result.skipped.some(({ why }) => why === 'size') === true;
  if (count === 0 && !isIncomplete) return null;
  return (
    <p className={styles.notes}>
      {count > 0 && <span title={unchecked.map(({ code }) => code).join(', ')}>{strings.unchecked(count)}</span>}
      {isIncomplete && <span>{strings.skipped}</span>}
    </p>
  );
}

interface RowProps {
  readonly id: string;
  readonly icon: ReactNode;
  readonly sentence: string;
  readonly place: string;
  readonly onGo: () => void;
  readonly onPoint?: (isOver: boolean) => void;
  readonly children?: ReactNode;
}

function Row({ id, icon, sentence, place, onGo, onPoint, children }: RowProps) {
  const isChosen = useEditorValue(({ check }) => check.state.chosenKey === id);
  return (
    <div className={styles.row} data-chosen={isChosen || undefined}>
      <button
        type="button"
        data-issue=""
        aria-current={isChosen || undefined}
        className={styles.issue}
        onClick={onGo}
        onPointerEnter={() => onPoint?.(true)}
        onPointerLeave={() => onPoint?.(false)}
      >
        {icon}
        <span className={styles.sentence}>{sentence}</span>
        <span className={`${styles.place} tabular`}>{place}</span>
      </button>
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  );
}

function ProblemRow({ issue }: { readonly issue: Exclude<MovieIssue, { kind: 'finding' }> }) {
  const { app } = useStrings();
  const editor = useEditor();
  const sentenceOf = useIssueSentence();
  const line = issue.kind === 'problem' ? issue.problem.line : null;
  return (
    <Row
      id={issue.key}
      icon={<IssueIcon issue={issue} />}
      sentence={sentenceOf(issue)}
      place={issue.kind === 'missing' ? app.toAssets : line === null ? '' : app.problemLine(line)}
      onGo={() => goToIssue(editor, issue)}
    />
  );
}

function FindingRow({ listed }: { readonly listed: ListedFinding }) {
  const { check: strings } = useStrings();
  const { key, finding, isStale } = listed;
  const editor = useEditor();
  const toast = useToast();
  const rangeOf = useFindingRange();
  const fix = useEditorValue(({ check }) => listedFix(check.state, listed));
  const range = rangeOf(finding);
  return (
    <Row
      id={key}
      icon={<FindingIcon listed={listed} />}
      sentence={say(finding.says)}
      place={isStale ? `${range}, ${strings.old}` : range}
      onGo={() => goToFinding(editor, listed)}
      onPoint={(isOver) => editor.check.set({ pointedKey: isOver ? key : null })}
    >
      {fix !== null && (
        <Button
          size="sm"
          icon={Wrench}
          tooltip={say(fix.label)}
          onClick={() => {
            const done = editor.document.dispatch(fix.command);
            if (!done.ok) toast.show({ message: say(done.error), tone: 'warning' });
          }}
        >
          {strings.fix}
        </Button>
      )}
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label={strings.more} size="sm" />}
        entries={[
          { kind: 'heading', id: 'code', label: finding.code },
          {
            ...{ kind: 'command', id: 'uncheck', label: strings.uncheckHere, icon: EyeOff },
            run: () => {
              const done = uncheckHere(editor, finding);
              if (!done.ok) toast.show({ message: say(done.error), tone: 'warning' });
            },
          },
        ]}
      />
    </Row>
  );
}

/** Returns the function that formats the time of a finding. */
export function useFindingRange(): (finding: Pick<FilmFinding, 'from' | 'to'>) => string {
  const { check: strings } = useStrings();
  const rate = useEditorValue(({ document }) => selectRate(document.state));
  const total = useEditorValue(({ document }) => selectTotal(document.state));
  const time = (at: number) => (rate === null ? String(at) : formatTimecode(at, rate));
  return ({ from, to }) =>
    from === 0 && to >= total ? strings.wholeFilm : strings.range(time(from), time(Math.max(from, to - 1)));
}
