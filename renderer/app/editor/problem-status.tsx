import { CircleX, TriangleAlert, Unlink } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { showProblem } from '#renderer/actions/show-problem.ts';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useUploadStates } from '#renderer/api/queries/use-uploads.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { goToNode } from '#renderer/editor/go-to-use.ts';
import { selectUsedSources, type UsedSource } from '#renderer/editor/selectors.ts';
import frame from '#renderer/shell/frame/frame.module.css';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import { nameKey } from '#shared/names/asset-name.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import styles from './problem-status.module.css';

/** The maximum number of listed problems. The XML view and the Assets panel show every problem. */
const MOST = 100;

/** The numbers of errors, missing files, and warnings. A click lists them with links to their places. */
export function ProblemStatus() {
  const { app } = useStrings();
  const issues = useFilmIssues();
  const [open, setOpen] = useState(false);
  const show = useShowIssue();
  // The chosen problem. The XML view receives the focus after the list has closed.
  const chosen = useRef<FilmIssue | null>(null);
  if (issues.length === 0) return null;
  const parts = SORTS.flatMap((sort) => {
    const count = issues.filter((issue) => sortOf(issue) === sort).length;
    return count === 0 ? [] : [{ sort, count }];
  });
  const label = parts.map(({ sort, count }) => app[sort](count)).join(', ');
  return (
    <Popover
      label={label}
      side="top"
      flush
      open={open}
      onOpenChange={(next) => {
        chosen.current = null;
        setOpen(next);
      }}
      returnsFocus={() => chosen.current?.kind !== 'problem'}
      onClosed={() => {
        if (chosen.current !== null) show(chosen.current);
        chosen.current = null;
      }}
      trigger={
        <button type="button" className={frame.item} aria-label={label}>
          {parts.map(({ sort, count }) => (
            <span key={sort} className={`${frame.item} ${LOOK[sort].tone}`}>
              <Icon icon={LOOK[sort].icon} size={14} />
              {app[sort](count)}
            </span>
          ))}
        </button>
      }
    >
      {open && (
        <FilmIssues
          issues={issues}
          onChosen={(issue) => {
            chosen.current = issue;
            setOpen(false);
          }}
        />
      )}
    </Popover>
  );
}

const SORTS = ['errors', 'missingFiles', 'warnings'] as const;
type Sort = (typeof SORTS)[number];

const LOOK = {
  errors: { icon: CircleX, tone: frame.danger },
  missingFiles: { icon: Unlink, tone: frame.danger },
  warnings: { icon: TriangleAlert, tone: frame.warning },
} as const satisfies Record<Sort, unknown>;

function sortOf(issue: FilmIssue): Sort {
  if (issue.kind === 'missing') return 'missingFiles';
  return issue.isError ? 'errors' : 'warnings';
}

function useFilmIssues(): readonly FilmIssue[] {
  const problems = useEditorValue(({ document }) => document.state.problems);
  const used = useEditorValue(({ document }) => selectUsedSources(document.state));
  const project = useEditorValue(({ document }) => document.state.project);
  const { data: there = null } = useAssets(project, keysOf);
  const coming = useUploadStates(project);
  return useMemo(() => filmIssuesOf(problems, missingSources(used, there, coming)), [problems, used, there, coming]);
}

function keysOf(assets: readonly AssetEntry[]): ReadonlySet<string> {
  return new Set(assets.map(({ name }) => nameKey(name)));
}

/**
 * Returns a function that shows an issue: the text of a problem, or the library and the first scene of a missing file.
 */
function useShowIssue(): (issue: FilmIssue) => void {
  const editor = useEditor();
  return (issue) => {
    if (issue.kind === 'problem') return showProblem(editor, issue.problem);
    editor.views.screen?.setTab('assets');
    const [scene] = issue.scenes;
    if (scene !== undefined) goToNode(editor, scene);
  };
}

interface FilmIssuesProps {
  readonly issues: readonly FilmIssue[];
  readonly onChosen: (issue: FilmIssue) => void;
}

function FilmIssues({ issues, onChosen }: FilmIssuesProps) {
  const { app } = useStrings();
  return (
    <ul className={styles.list}>
      {issues.slice(0, MOST).map((issue) => {
        const { icon, tone } = LOOK[sortOf(issue)];
        return (
          <li key={keyOf(issue)}>
            <button type="button" className={styles.problem} onClick={() => onChosen(issue)}>
              <Icon icon={icon} size={14} className={tone} />
              <Line issue={issue} />
            </button>
          </li>
        );
      })}
      {issues.length > MOST && <li className={styles.more}>{app.moreProblems(issues.length - MOST)}</li>}
    </ul>
  );
}

function Line({ issue }: { readonly issue: FilmIssue }) {
  const { app } = useStrings();
  if (issue.kind === 'missing') {
    return (
      <>
        <span className={styles.sentence}>{app.missingFile(issue.name)}</span>
        <span className={styles.place}>{app.toAssets}</span>
      </>
    );
  }
  const { problem } = issue;
  return (
    <>
      <span className={styles.sentence}>{say(problem, { plain: true })}</span>
      {problem.line !== null && <span className={`${styles.place} tabular`}>{app.problemLine(problem.line)}</span>}
    </>
  );
}

function keyOf(issue: FilmIssue): string {
  if (issue.kind === 'missing') return `missing ${issue.name}`;
  const { line, column, message } = issue.problem;
  return `${line} ${column} ${message}`;
}

/** A problem or a missing file of the open movie. */
export type FilmIssue =
  /** A problem in the template's text. */
  | { readonly kind: 'problem'; readonly isError: boolean; readonly problem: Problem }
  /** An asset that the movie uses and the project does not contain. */
  | { readonly kind: 'missing'; readonly name: string; readonly scenes: UsedSource['scenes'] };

/** Returns all issues in display order. Issues that prevent rendering come first. */
export function filmIssuesOf(problems: readonly Problem[], missing: readonly UsedSource[]): readonly FilmIssue[] {
  const ofSeverity = (isError: boolean) =>
    problems
      .filter(({ severity }) => (severity === 'error') === isError)
      .map((problem): FilmIssue => ({ kind: 'problem', isError, problem }));
  const missingIssues = missing.flatMap(({ source, scenes }): readonly FilmIssue[] =>
    source.kind === 'asset' ? [{ kind: 'missing', name: source.name, scenes }] : [],
  );
  return [...ofSeverity(true), ...missingIssues, ...ofSeverity(false)];
}

/**
 * Returns the used sources that neither exist nor are being uploaded, or an empty list while the assets are loading.
 * `there` and `coming` contain name keys.
 */
export function missingSources(
  used: readonly UsedSource[],
  there: { readonly has: (key: string) => boolean } | null,
  coming: { readonly has: (key: string) => boolean },
): readonly UsedSource[] {
  if (there === null) return [];
  const keys = new Set<string>();
  return used.filter(({ source }) => {
    if (source.kind !== 'asset') return false;
    // Different uses can spell the same asset name in different case.
    const key = nameKey(source.name);
    if (there.has(key) || coming.has(key) || keys.has(key)) return false;
    keys.add(key);
    return true;
  });
}
