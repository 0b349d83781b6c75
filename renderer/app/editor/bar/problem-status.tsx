import { CircleX, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Problem } from '../../../../shared/template/document/problem.ts';
import { showProblem } from '../../../actions/runtime/show-problem.ts';
import { useActions } from '../../../actions/runtime/use-actions.tsx';
import frame from '../../../shell/frame/frame.module.css';
import { useEditor } from '../../../state/editor-context.tsx';
import { sayToldPlainly } from '../../../strings/say.ts';
import { useStrings } from '../../../strings/use-strings.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import styles from './problem-status.module.css';

/** More are told by their number: the XML view has all of them. */
const MOST = 100;

/** How many errors and warnings the template has; a press lists them, and each leads to its place in the text. */
export function ProblemStatus() {
  const { app } = useStrings();
  const problems = useEditor((state) => state.problems);
  const [open, setOpen] = useState(false);
  const actions = useActions();
  // A problem that was chosen gives the text the focus, once the list is gone.
  const chosen = useRef<Problem | null>(null);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  if (problems.length === 0) return null;
  const label = [...(errors > 0 ? [app.errors(errors)] : []), ...(warnings > 0 ? [app.warnings(warnings)] : [])].join(
    ', ',
  );
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
      returnsFocus={() => chosen.current === null}
      onClosed={() => {
        if (chosen.current !== null) showProblem(actions, chosen.current);
        chosen.current = null;
      }}
      trigger={
        <button type="button" className={frame.item} aria-label={label}>
          {errors > 0 && (
            <span className={`${frame.item} ${frame.danger}`}>
              <Icon icon={CircleX} size={14} />
              {errors}
            </span>
          )}
          {warnings > 0 && (
            <span className={`${frame.item} ${frame.warning}`}>
              <Icon icon={TriangleAlert} size={14} />
              {warnings}
            </span>
          )}
        </button>
      }
    >
      {open && (
        <Problems
          problems={problems}
          onChosen={(problem) => {
            chosen.current = problem;
            setOpen(false);
          }}
        />
      )}
    </Popover>
  );
}

interface ProblemsProps {
  readonly problems: readonly Problem[];
  readonly onChosen: (problem: Problem) => void;
}

function Problems({ problems, onChosen }: ProblemsProps) {
  const { app } = useStrings();
  const inOrder = [
    ...problems.filter(({ severity }) => severity === 'error'),
    ...problems.filter(({ severity }) => severity !== 'error'),
  ];
  return (
    <ul className={styles.list}>
      {inOrder.slice(0, MOST).map((problem) => (
        <li key={`${problem.line} ${problem.column} ${problem.message}`}>
          <button type="button" className={styles.problem} onClick={() => onChosen(problem)}>
            <Icon
              icon={problem.severity === 'error' ? CircleX : TriangleAlert}
              size={14}
              className={problem.severity === 'error' ? frame.danger : frame.warning}
            />
            <span className={styles.sentence}>{sayToldPlainly(problem)}</span>
            {problem.line !== null && (
              <span className={`${styles.place} tabular`}>{app.problemLine(problem.line)}</span>
            )}
          </button>
        </li>
      ))}
      {problems.length > MOST && <li className={styles.more}>{app.moreProblems(problems.length - MOST)}</li>}
    </ul>
  );
}
