import { CircleX, TriangleAlert, Unlink } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { showProblem } from '#renderer/actions/show-problem.ts';
import { useActions } from '#renderer/actions/use-actions.tsx';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useComing } from '#renderer/api/queries/use-uploads.ts';
import { useEditor, useEditorStore } from '#renderer/editor/editor-context.tsx';
import { goToNode } from '#renderer/editor/go-to-use.ts';
import { selectUsedSources, type UsedSource } from '#renderer/editor/selectors.ts';
import frame from '#renderer/shell/frame/frame.module.css';
import { sayServiceMessagePlainly } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import { nameKey } from '#shared/names/asset-name.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import styles from './problem-status.module.css';

/** More are told by their number: the XML view and Assets have all of them. */
const MOST = 100;

/** How many errors, missing files and warnings there are; a press lists them, and each leads to where it is mended. */
export function ProblemStatus() {
  const { app } = useStrings();
  const issues = useFilmIssues();
  const [open, setOpen] = useState(false);
  const show = useShowIssue();
  // A problem that was chosen gives the text the focus, once the list is gone.
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
  const problems = useEditor((state) => state.problems);
  const used = useEditor(selectUsedSources);
  const project = useEditor((state) => state.project);
  const { data: there = null } = useAssets(project, keysOf);
  const coming = useComing(project);
  return useMemo(() => filmIssuesOf(problems, missingSources(used, there, coming)), [problems, used, there, coming]);
}

function keysOf(assets: readonly AssetEntry[]): ReadonlySet<string> {
  return new Set(assets.map(({ name }) => nameKey(name)));
}

/** Shows the text of a problem; of a missing file its first scene, and the library, which has the way to relink it. */
function useShowIssue(): (issue: FilmIssue) => void {
  const actions = useActions();
  const store = useEditorStore();
  return (issue) => {
    if (issue.kind === 'problem') return showProblem(actions, issue.problem);
    actions.parts.getState().ports.layout?.setTab('assets');
    const [scene] = issue.scenes;
    if (scene !== undefined) goToNode(store, scene);
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
      <span className={styles.sentence}>{sayServiceMessagePlainly(problem)}</span>
      {problem.line !== null && <span className={`${styles.place} tabular`}>{app.problemLine(problem.line)}</span>}
    </>
  );
}

function keyOf(issue: FilmIssue): string {
  if (issue.kind === 'missing') return `missing ${issue.name}`;
  const { line, column, message } = issue.problem;
  return `${line} ${column} ${message}`;
}

/** Something that is wrong with the film that is open. */
export type FilmIssue =
  /** In the template's text. */
  | { readonly kind: 'problem'; readonly isError: boolean; readonly problem: Problem }
  /** An asset that the film names and the project has not got. */
  | { readonly kind: 'missing'; readonly name: string; readonly scenes: UsedSource['scenes'] };

/** All that is wrong, as it is listed: what keeps the film from being rendered first. */
export function filmIssuesOf(problems: readonly Problem[], missing: readonly UsedSource[]): readonly FilmIssue[] {
  const told = (isError: boolean) =>
    problems
      .filter(({ severity }) => (severity === 'error') === isError)
      .map((problem): FilmIssue => ({ kind: 'problem', isError, problem }));
  const lost = missing.flatMap(({ source, scenes }): readonly FilmIssue[] =>
    source.kind === 'asset' ? [{ kind: 'missing', name: source.name, scenes }] : [],
  );
  return [...told(true), ...lost, ...told(false)];
}

/** The sources that a film names and that are neither there nor on their way; `there` and `coming` hold keys of names. */
export function missingSources(
  used: readonly UsedSource[],
  there: { readonly has: (key: string) => boolean } | null,
  coming: { readonly has: (key: string) => boolean },
): readonly UsedSource[] {
  if (there === null) return [];
  const keys = new Set<string>();
  return used.filter(({ source }) => {
    if (source.kind !== 'asset') return false;
    // A film may name an asset in other letters than it was uploaded with.
    const key = nameKey(source.name);
    if (there.has(key) || coming.has(key) || keys.has(key)) return false;
    keys.add(key);
    return true;
  });
}
