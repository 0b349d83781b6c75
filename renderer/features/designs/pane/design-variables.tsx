import type { DesignEntry } from '#renderer/api/queries/use-designs.ts';
import { labelOf } from '#renderer/common/values/asked.ts';
import { variableIcons } from '#renderer/common/values/variable-icons.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { askedVariables } from '../model/asked-variables.ts';
import styles from './design-pane.module.css';

export interface DesignVariablesProps {
  readonly design: DesignEntry;
  /** Those that it is shown with instead of its own. */
  readonly values: Readonly<Record<string, string>>;
}

/** What a design asks for, with what it has without being told. */
export function DesignVariables({ design, values }: DesignVariablesProps) {
  const { designs: words, variables: kinds } = useStrings();
  const asked = askedVariables(design);
  return (
    <>
      <h3 className={styles.section}>
        {words.asksFor}
        <span className={`${styles.count} tabular`}>{asked.length}</span>
        <span className={styles.space} />
        <span className={styles.aside}>{words.sampleValues}</span>
      </h3>
      <ul>
        {asked.map((variable) => {
          const { name, type, declaration, defaultvalue } = variable;
          const kind = declaration?.type ?? type;
          return (
            <li key={name} className={styles.variable}>
              <Icon icon={variableIcons[kind]} size={14} className={styles.icon} />
              <span className={styles.name} title={name}>
                {labelOf(variable)}
              </span>
              <span className={styles.value}>{values[name] ?? defaultvalue ?? ''}</span>
              <span className={styles.kind}>{kinds.types[kind]}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
