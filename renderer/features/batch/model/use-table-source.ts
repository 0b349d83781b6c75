import { useState } from 'react';
import { assertNever } from '../../../../shared/lib/assert.ts';
import type { Catalogue } from '../../../strings/catalogue.ts';
import { useStrings } from '../../../strings/use-strings.tsx';
import { formatCount } from '../../../ui/format/number.ts';
import { formatSize } from '../../../ui/format/size.ts';
import { useToast } from '../../../ui/overlays/toast.tsx';
import { noWishes, readTable, type TableFault, type TableWishes } from '../file/read-table.ts';
import { preparedOf } from './prepared-batch.ts';
import type { BatchModel } from './use-batch-model.ts';

/** Where tables come from. */
export interface TableSource {
  readonly openFile: (file: File) => Promise<void>;
  /** Whether it could be read. */
  readonly takeText: (text: string) => boolean;
  /** Reads the same file in another way; cells that were changed are as in the file again. */
  readonly readAgain: (wishes: Partial<TableWishes>) => void;
  readonly isReading: boolean;
}

const MOST_BYTES = 64 * 1000 * 1000;

export function useTableSource(model: BatchModel): TableSource {
  const { batch } = useStrings();
  const toasts = useToast();
  const [isReading, setReading] = useState(false);
  const variables = model.template?.variables.map(({ name }) => name) ?? [];

  const refuse = (detail: string) =>
    toasts.show({ id: 'batch-table', message: batch.faultTitle, detail, tone: 'danger' });
  const use = (content: Uint8Array | string, name: string | null, wishes: TableWishes): boolean => {
    const read = readTable(content, wishes, { variables, columnName: batch.column });
    if (!read.ok) {
      refuse(faultWords(read.error, batch));
      return false;
    }
    toasts.close('batch-table');
    model.put(preparedOf(read.value, { name, content, wishes }, variables));
    return true;
  };

  return {
    isReading,
    openFile: async (file) => {
      if (file.size > MOST_BYTES) {
        refuse(batch.faults.tooLarge(formatSize(MOST_BYTES)));
        return;
      }
      setReading(true);
      try {
        use(new Uint8Array(await file.arrayBuffer()), file.name, noWishes);
      } catch {
        // A file that was moved or locked since it was chosen.
        refuse(batch.faults.unreadable);
      } finally {
        setReading(false);
      }
    },
    takeText: (text) => use(text, null, noWishes),
    readAgain: (wishes) => {
      const { prepared } = model;
      if (prepared?.content != null) use(prepared.content, prepared.name, { ...prepared.wishes, ...wishes });
    },
  };
}

function faultWords(fault: TableFault, { faults }: Catalogue['batch']): string {
  switch (fault.kind) {
    case 'syntax':
      return faults.syntax(fault.message);
    case 'no-list':
      return faults.noList;
    case 'no-row':
      return faults.noRow(fault.row);
    case 'nested':
      return faults.nested(fault.row, fault.column);
    case 'malformed':
      return faults.malformed(fault.message);
    case 'empty':
      return faults.empty;
    case 'too-many':
      return faults.tooMany(formatCount(fault.rows), formatCount(fault.most));
    default:
      return assertNever(fault);
  }
}
