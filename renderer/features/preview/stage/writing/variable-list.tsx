import { Braces, Plus } from 'lucide-react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import styles from './writing.module.css';

export interface Offered {
  readonly name: string;
  readonly isNew: boolean;
}

export interface VariableListProps {
  readonly id: string;
  readonly offered: readonly Offered[];
  /** Which of them Enter takes. */
  readonly at: number;
  readonly left: number;
  readonly top: number;
  readonly onChoose: (name: string) => void;
}

/** Variables at the cursor; the focus stays in the text. */
export function VariableList({ id, offered, at, left, top, onChoose }: VariableListProps) {
  const { stage } = useStrings();
  if (offered.length === 0)
    return (
      <p className={styles.list} style={{ left, top }}>
        {stage.noVariables}
      </p>
    );
  return (
    <div className={styles.list} style={{ left, top }}>
      <div id={id} role="listbox" aria-label={stage.variables}>
        {offered.map(({ name, isNew }, index) => (
          <div
            key={name}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={styles.option}
            // The focus stays in the text.
            onPointerDown={(event) => {
              event.preventDefault();
              event.stopPropagation();
              onChoose(name);
            }}
          >
            <Icon icon={isNew ? Plus : Braces} size={14} />
            <span>{isNew ? stage.newVariable(name) : name}</span>
          </div>
        ))}
      </div>
      <p className={styles.hint}>{stage.variableRule}</p>
    </div>
  );
}
