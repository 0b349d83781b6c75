import { CircleX, TriangleAlert, Unlink } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { showProblem } from '#renderer/actions/runtime/show-problem.ts';
import { useActions } from '#renderer/actions/runtime/use-actions.tsx';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useComing } from '#renderer/api/queries/use-uploads.ts';
import { goToNode } from '#renderer/common/values/go-to-use.ts';
import frame from '#renderer/shell/frame/frame.module.css';
import { useEditor, useEditorStore } from '#renderer/state/editor-context.tsx';
import { selectUsedSources } from '#renderer/state/selectors.ts';
import { sayToldPlainly } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import { nameKey } from '#shared/names/asset-name.ts';
import styles from './problem-status.module.css';
import { missingSources, type Trouble, troublesOf } from './troubles.ts';

/** More are told by their number: the XML view and Assets have all of them. */
const MOST = 100;

/** How many errors, missing files and warnings there are; a press lists them, and each leads to where it is mended. */
export function ProblemStatus() {
  const { app } = useStrings();
  const troubles = useTroubles();
  const [open, setOpen] = useState(false);
  const show = useShowTrouble();
  // A problem that was chosen gives the text the focus, once the list is gone.
  const chosen = useRef<Trouble | null>(null);
  if (troubles.length === 0) return null;
  const parts = SORTS.flatMap((sort) => {
    const count = troubles.filter((trouble) => sortOf(trouble) === sort).length;
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
        <Troubles
          troubles={troubles}
          onChosen={(trouble) => {
            chosen.current = trouble;
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

function sortOf(trouble: Trouble): Sort {
  if (trouble.kind === 'missing') return 'missingFiles';
  return trouble.isError ? 'errors' : 'warnings';
}

function useTroubles(): readonly Trouble[] {
  const problems = useEditor((state) => state.problems);
  const used = useEditor(selectUsedSources);
  const project = useEditor((state) => state.project);
  const { data: there = null } = useAssets(project, keysOf);
  const coming = useComing(project);
  return useMemo(() => troublesOf(problems, missingSources(used, there, coming)), [problems, used, there, coming]);
}

function keysOf(assets: readonly AssetEntry[]): ReadonlySet<string> {
  return new Set(assets.map(({ name }) => nameKey(name)));
}

/** Shows the text of a problem; of a missing file its first scene, and the library, which has the way to relink it. */
function useShowTrouble(): (trouble: Trouble) => void {
  const actions = useActions();
  const store = useEditorStore();
  return (trouble) => {
    if (trouble.kind === 'problem') return showProblem(actions, trouble.problem);
    actions.parts.getState().ports.layout?.setTab('assets');
    const [scene] = trouble.scenes;
    if (scene !== undefined) goToNode(store, scene);
  };
}

interface TroublesProps {
  readonly troubles: readonly Trouble[];
  readonly onChosen: (trouble: Trouble) => void;
}

function Troubles({ troubles, onChosen }: TroublesProps) {
  const { app } = useStrings();
  return (
    <ul className={styles.list}>
      {troubles.slice(0, MOST).map((trouble) => {
        const { icon, tone } = LOOK[sortOf(trouble)];
        return (
          <li key={keyOf(trouble)}>
            <button type="button" className={styles.problem} onClick={() => onChosen(trouble)}>
              <Icon icon={icon} size={14} className={tone} />
              <Line trouble={trouble} />
            </button>
          </li>
        );
      })}
      {troubles.length > MOST && <li className={styles.more}>{app.moreProblems(troubles.length - MOST)}</li>}
    </ul>
  );
}

function Line({ trouble }: { readonly trouble: Trouble }) {
  const { app } = useStrings();
  if (trouble.kind === 'missing') {
    return (
      <>
        <span className={styles.sentence}>{app.missingFile(trouble.name)}</span>
        <span className={styles.place}>{app.toAssets}</span>
      </>
    );
  }
  const { problem } = trouble;
  return (
    <>
      <span className={styles.sentence}>{sayToldPlainly(problem)}</span>
      {problem.line !== null && <span className={`${styles.place} tabular`}>{app.problemLine(problem.line)}</span>}
    </>
  );
}

function keyOf(trouble: Trouble): string {
  if (trouble.kind === 'missing') return `missing ${trouble.name}`;
  const { line, column, message } = trouble.problem;
  return `${line} ${column} ${message}`;
}
