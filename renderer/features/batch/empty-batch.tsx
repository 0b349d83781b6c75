import { ClipboardPaste, FileUp, Table2 } from 'lucide-react';
import { useStrings } from '../../strings/use-strings.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { useFileChooser } from './file/use-file-chooser.tsx';
import type { TableSource } from './model/use-table-source.ts';

/** Before there is a table: how to get one. */
export function EmptyBatch({ source, onPaste }: { readonly source: TableSource; readonly onPaste: () => void }) {
  const { batch } = useStrings();
  const chooser = useFileChooser(source.openFile);
  return (
    <EmptyState icon={Table2} title={batch.emptyTitle} hint={batch.emptyHint}>
      <Button variant="primary" icon={FileUp} busy={source.isReading} onClick={chooser.open}>
        {batch.openFile}
      </Button>
      <Button icon={ClipboardPaste} onClick={onPaste}>
        {batch.pasteTable}
      </Button>
      {chooser.input}
    </EmptyState>
  );
}
