import { CircleX, TriangleAlert } from 'lucide-react';
import { useActions } from '../actions/use-actions.tsx';
import { useEditor } from '../state/editor-context.tsx';
import { useStrings } from '../strings/use-strings.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './frame.module.css';

/** How many errors and warnings the template has; a press shows them beside the text. */
export function ProblemStatus() {
  const { app } = useStrings();
  const { parts } = useActions();
  const problems = useEditor((state) => state.problems);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  if (problems.length === 0) return null;
  const show = () => {
    const { layout } = parts.getState().ports;
    if (layout?.mode() === 'visual') layout.setMode('split');
  };
  return (
    <button
      type="button"
      className={styles.item}
      aria-label={[...(errors > 0 ? [app.errors(errors)] : []), ...(warnings > 0 ? [app.warnings(warnings)] : [])].join(
        ', ',
      )}
      onClick={show}
    >
      {errors > 0 && (
        <span className={`${styles.item} ${styles.danger}`}>
          <Icon icon={CircleX} size={14} />
          {errors}
        </span>
      )}
      {warnings > 0 && (
        <span className={`${styles.item} ${styles.warning}`}>
          <Icon icon={TriangleAlert} size={14} />
          {warnings}
        </span>
      )}
    </button>
  );
}
