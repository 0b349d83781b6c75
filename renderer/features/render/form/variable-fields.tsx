import { clsx } from 'clsx';
import { Table2 } from 'lucide-react';
import { Fragment } from 'react';
import { dataSetTitle } from '#renderer/editor/data-sets.ts';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { helpOf, labelOf } from '#renderer/project/variable-labels.ts';
import { groupsOf, type VariableRow } from '#renderer/project/variable-rows.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { ValueField } from './value-field.tsx';
import styles from './variable-fields.module.css';

/** The pseudo id of the values that the editor shows. */
export const SHOWN_SET = 'as shown';

export interface VariableFieldsProps {
  readonly rows: readonly VariableRow[];
  /** The id of the data set that provides the values, or {@link SHOWN_SET}. */
  readonly set: string;
  readonly onSet: (set: string) => void;
  readonly onChange: (name: string, value: string | null) => void;
}

/** A variable with its label, its description, and its problems. */
function Value({ row, onChange }: { readonly row: VariableRow } & Pick<VariableFieldsProps, 'onChange'>) {
  const { variables: strings } = useStrings();
  const { name, declaration } = row.variable;
  const label = labelOf(row.variable);
  const help = helpOf(row.variable);
  const refused = row.problems.find(({ code }) => code === 'variable/refused')?.says;
  return (
    <>
      <span className={clsx(styles.name, label === name && 'mono')} title={name}>
        {label}
        {declaration?.required === true && (
          <span className={styles.required} title={strings.required}>
            *
          </span>
        )}
      </span>
      <div className={styles.cell} data-value={name}>
        <ValueField row={row} onChange={(value) => onChange(name, value)} />
      </div>
      {help !== null && <p className={styles.help}>{help}</p>}
      {refused != null && <p className={styles.problem}>{say(refused, { atField: true })}</p>}
    </>
  );
}

/** The fields for the values of a render. Initially, they contain the values of a data set. */
export function VariableFields({ rows, set, onSet, onChange }: VariableFieldsProps) {
  const { render: strings, variables } = useStrings();
  const dataSets = useEditorValue(({ record }) => record.current.dataSets);
  return (
    <section aria-label={strings.variables}>
      <div className={styles.head}>
        <h3>{strings.variables}</h3>
        <span className={`${styles.count} tabular`}>{rows.length}</span>
        <span className={styles.space} />
        {rows.length > 0 && (
          <Select
            label={strings.valuesOf}
            size="sm"
            icon={Table2}
            iconClassName={styles.setIcon}
            className={styles.set}
            value={set}
            onChange={onSet}
            options={[
              { value: SHOWN_SET, label: strings.shownSet },
              ...dataSets.map(({ id, name }) => ({ value: id, label: dataSetTitle({ id, name }, variables) })),
            ]}
          />
        )}
      </div>
      {rows.length === 0 ? (
        <p className={styles.none}>{strings.noVariables}</p>
      ) : (
        <div className={styles.grid}>
          {groupsOf(rows).map(([heading, group]) => (
            <Fragment key={heading ?? ''}>
              {heading !== null && <h4 className={styles.group}>{heading}</h4>}
              {group.map((row) => (
                <Value key={row.variable.name} row={row} onChange={onChange} />
              ))}
            </Fragment>
          ))}
        </div>
      )}
    </section>
  );
}
