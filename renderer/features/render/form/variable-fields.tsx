import { Table2 } from 'lucide-react';
import { Fragment } from 'react';
import type { VariableRow } from '../../../common/values/variable-rows.ts';
import { useOpenRecord } from '../../../state/editing-record-context.tsx';
import { sayPlainly } from '../../../strings/say.ts';
import { useStrings } from '../../../strings/use-strings.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { ValueField } from './value-field.tsx';
import styles from './variable-fields.module.css';

/** The values as the editor shows the film with them. */
export const SHOWN_SET = 'as shown';

export interface VariableFieldsProps {
  readonly rows: readonly VariableRow[];
  /** Id of the data set that the values come from, or {@link SHOWN_SET}. */
  readonly set: string;
  readonly onSet: (set: string) => void;
  readonly onChange: (name: string, value: string | null) => void;
}

/** The values of a render, filled from a data set. */
export function VariableFields({ rows, set, onSet, onChange }: VariableFieldsProps) {
  const { render: words } = useStrings();
  const dataSets = useOpenRecord((record) => record.dataSets);
  return (
    <section aria-label={words.variables}>
      <div className={styles.head}>
        <h3>{words.variables}</h3>
        <span className={`${styles.count} tabular`}>{rows.length}</span>
        <span className={styles.space} />
        {rows.length > 0 && (
          <Select
            label={words.valuesOf}
            size="sm"
            icon={Table2}
            iconClassName={styles.setIcon}
            className={styles.set}
            value={set}
            onChange={onSet}
            options={[
              { value: SHOWN_SET, label: words.shownSet },
              ...dataSets.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
      </div>
      {rows.length === 0 ? (
        <p className={styles.none}>{words.noVariables}</p>
      ) : (
        <div className={styles.grid}>
          {rows.map((row) => {
            const { name } = row.variable;
            const refused = row.problems.find(({ code }) => code === 'variable/refused')?.says;
            return (
              <Fragment key={name}>
                <span className={`${styles.name} mono`} title={name}>
                  {name}
                </span>
                <div className={styles.cell} data-value={name}>
                  <ValueField row={row} onChange={(value) => onChange(name, value)} />
                </div>
                {refused != null && <p className={styles.problem}>{sayPlainly(refused)}</p>}
              </Fragment>
            );
          })}
        </div>
      )}
    </section>
  );
}
