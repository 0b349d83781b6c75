import { ClipboardPaste, Download, FileUp, Table2 } from 'lucide-react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { giveText } from '#renderer/ui/browser/give-file.ts';
import { Button } from '#renderer/ui/controls/button.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { tableCsv } from '#shared/batch/table.ts';
import { tableToFill } from '#shared/batch/table-to-fill.ts';
import { useFileChooser } from './file/use-file-chooser.tsx';
import type { BatchModel } from './model/use-batch-model.ts';
import type { TableSource } from './model/use-table-source.ts';

export interface EmptyBatchProps {
  readonly model: Pick<BatchModel, 'name' | 'template'>;
  readonly source: TableSource;
  readonly onPaste: () => void;
}

/** Before there is a table: how to get one. */
export function EmptyBatch({ model: { name, template }, source, onPaste }: EmptyBatchProps) {
  const { batch } = useStrings();
  const chooser = useFileChooser(source.openFile);
  const example = template === null ? null : tableToFill(template.variables);
  const more = example !== null ? batch.emptyExample : template?.variables.length === 0 ? batch.noVariables : '';
  return (
    <EmptyState icon={Table2} title={batch.emptyTitle} hint={`${batch.emptyHint} ${more}`.trim()}>
      <Button variant="primary" icon={FileUp} busy={source.isReading} onClick={chooser.open}>
        {batch.openFile}
      </Button>
      <Button icon={ClipboardPaste} onClick={onPaste}>
        {batch.pasteTable}
      </Button>
      {example !== null && (
        // Spreadsheets read it as UTF-8 by its mark.
        <Button icon={Download} onClick={() => giveText(`\uFEFF${tableCsv(example)}`, `${name}.csv`, 'text/csv')}>
          {batch.saveExample}
        </Button>
      )}
      {chooser.input}
    </EmptyState>
  );
}
