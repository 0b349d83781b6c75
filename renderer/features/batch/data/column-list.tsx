import clsx from 'clsx';
import { ArrowRight } from 'lucide-react';
import { labelOf, labelWithName, shownType } from '#renderer/common/values/asked.ts';
import { variableIcons } from '#renderer/common/values/variable-icons.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { VariableChip } from '#renderer/ui/display/variable-chip.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { needsValue } from '#shared/template/variables/variables.ts';
import { assignColumn, type PreparedBatch } from '../model/prepared-batch.ts';
import type { BatchModel } from '../model/use-batch-model.ts';
import styles from './data-panel.module.css';

/** No variable can be called so; to the list, an empty text is no choice at all. */
const NAME_ONLY = ' ';

/** Which column is which variable. */
export function ColumnList({ model, prepared }: { readonly model: BatchModel; readonly prepared: PreparedBatch }) {
  const { batch } = useStrings();
  const { uses, template, open, inFileNames } = model;
  const variables = template?.variables ?? [];
  const unmatched = new Set(model.unused.variables.map(({ variable }) => variable));
  const without = variables.filter(({ name }) => !uses.includes(name));
  return (
    <section aria-label={batch.mapping}>
      <h3 className={styles.title}>
        {batch.mapping}
        <span className={styles.space} />
        <span className={styles.quiet}>{batch.matched(uses.filter((use) => use !== null).length)}</span>
      </h3>
      <div className={styles.columns}>
        {prepared.table.columns.map((column, at) => (
          <div key={column} className={styles.column}>
            <span className={styles.columnName} title={column}>
              {column}
            </span>
            <Icon icon={ArrowRight} size={12} className={styles.arrow} />
            <Select
              size="sm"
              label={batch.variableFor(column)}
              disabled={open.length > 0}
              className={uses[at] === null ? styles.unused : styles.used}
              value={uses[at] ?? NAME_ONLY}
              onChange={(use) => model.change((current) => assignColumn(current, at, use === NAME_ONLY ? null : use))}
              options={[
                { value: NAME_ONLY, label: inFileNames.has(column) ? batch.inFileNames : batch.notUsed },
                ...variables.map((variable) => ({
                  value: variable.name,
                  label: labelOf(variable),
                  hint: labelOf(variable) === variable.name ? undefined : variable.name,
                  icon: variableIcons[shownType(variable)],
                })),
              ]}
            />
          </div>
        ))}
        {without.map((variable) => (
          <div key={variable.name} className={styles.column}>
            <span className={clsx(styles.columnName, unmatched.has(variable.name) ? styles.missing : styles.none)}>
              {batch.noColumn}
            </span>
            <Icon icon={ArrowRight} size={12} className={styles.arrow} />
            <span className={styles.default} title={variable.default ?? undefined}>
              <VariableChip name={labelWithName(variable)} unset={needsValue(variable)} />
              {needsValue(variable) ? batch.unset : variable.default === null ? batch.notNeeded : batch.default}
            </span>
          </div>
        ))}
        {variables.length === 0 && <p className={styles.hint}>{batch.noVariables}</p>}
      </div>
    </section>
  );
}
