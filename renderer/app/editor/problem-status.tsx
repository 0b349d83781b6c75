import { useRef, useState } from 'react';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import type { MovieIssue } from '#renderer/editor/movie-issues.ts';
import { goToIssue } from '#renderer/features/check/check-actions.ts';
import { useFindingRange } from '#renderer/features/check/check-panel.tsx';
import { IssueIcon, LOOK, SORTS, sortOf, useIssueSentence } from '#renderer/features/check/issue-line.tsx';
import frame from '#renderer/shell/frame/frame.module.css';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import styles from './problem-status.module.css';

/** The maximum number of listed issues. The panel of the check shows every issue. */
const MAX_LISTED = 100;

/** The numbers of errors, missing files, and warnings. A click opens the list, with a link to each location. */
export function ProblemStatus() {
  const { app } = useStrings();
  const editor = useEditor();
  const issues = useEditorValue(({ check }) => check.state.issues);
  const [open, setOpen] = useState(false);
  // The chosen issue. The XML view receives the focus after the list has closed.
  const chosen = useRef<MovieIssue | null>(null);
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
        if (chosen.current !== null) goToIssue(editor, chosen.current);
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
        <MovieIssues
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

interface MovieIssuesProps {
  readonly issues: readonly MovieIssue[];
  readonly onChosen: (issue: MovieIssue) => void;
}

function MovieIssues({ issues, onChosen }: MovieIssuesProps) {
  const { app } = useStrings();
  const rangeOf = useFindingRange();
  const sentenceOf = useIssueSentence();
  const placeOf = (issue: MovieIssue) => {
    if (issue.kind === 'missing') return app.toAssets;
    if (issue.kind === 'finding') return rangeOf(issue.listed.finding);
    return issue.problem.line === null ? null : app.problemLine(issue.problem.line);
  };
  return (
    <ul className={styles.list}>
      {issues.slice(0, MAX_LISTED).map((issue) => (
        <li key={issue.key}>
          <button type="button" className={styles.problem} onClick={() => onChosen(issue)}>
            <IssueIcon issue={issue} />
            <span className={styles.sentence}>{sentenceOf(issue)}</span>
            <span className={`${styles.place} tabular`}>{placeOf(issue)}</span>
          </button>
        </li>
      ))}
      {issues.length > MAX_LISTED && <li className={styles.more}>{app.moreProblems(issues.length - MAX_LISTED)}</li>}
    </ul>
  );
}
