import { helpOf, labelOf } from '#renderer/common/values/asked.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Checkbox } from '#renderer/ui/controls/checkbox.tsx';
import type { Variable } from '#shared/template/variables/variables.ts';
import type { TableColumn } from '../cells/table-column.ts';
import styles from './row-table.module.css';
import { OWN_COLUMNS } from './table-layout.ts';

export interface TableHeadProps {
  readonly columns: readonly TableColumn[];
  readonly template: string;
  readonly chosen: 'all' | 'some' | 'none';
  readonly onChoose: () => void;
}

/** The names of the columns, and a box for all rows. */
export function TableHead({ columns, template, chosen, onChoose }: TableHeadProps) {
  const { batch } = useStrings();
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the grid that it is in.
    // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus.
    <div role="row" aria-rowindex={1} className={styles.headRow} style={{ gridTemplateColumns: template }}>
      {/* biome-ignore-start lint/a11y/useSemanticElements: as the grid that it is in. */}
      {/* biome-ignore-start lint/a11y/useFocusableInteractive: nothing can be done with a column. */}
      <div role="columnheader" aria-colindex={1} className={styles.headCell}>
        <Checkbox
          label={batch.chooseAll}
          labelHidden
          checked={chosen === 'all'}
          indeterminate={chosen === 'some'}
          onChange={onChoose}
        />
      </div>
      <div role="columnheader" aria-colindex={2} className={styles.headCell} data-right={true}>
        {batch.number}
      </div>
      <div role="columnheader" aria-colindex={3} className={styles.headCell}>
        {batch.state}
      </div>
      {columns.map(({ name, variable, type }, at) => (
        <div
          key={name}
          role="columnheader"
          aria-colindex={OWN_COLUMNS + at + 1}
          className={styles.headCell}
          data-right={type === 'number' || type === 'time' || undefined}
          title={titleOf(name, variable)}
        >
          <span>
            {name}
            {variable?.declaration?.required === true && '*'}
          </span>
        </div>
      ))}
      {/* biome-ignore-end lint/a11y/useFocusableInteractive: as above. */}
      {/* biome-ignore-end lint/a11y/useSemanticElements: as above. */}
    </div>
  );
}

/** Which variable a column fills, and what is said of it. */
function titleOf(name: string, variable: Variable | null): string {
  if (variable === null) return name;
  const label = labelOf(variable);
  const filled = variable.name === name ? name : `${name} → ${variable.name}`;
  return [label === variable.name ? filled : `${filled}: ${label}`, helpOf(variable) ?? '']
    .filter((line) => line !== '')
    .join('\n');
}
