import { useState } from 'react';
import { noWishes, readTable, type TableFault, type TableWishes } from '../../../../shared/batch/read-table.ts';
import { type TableExcess, tableLimits } from '../../../../shared/batch/table.ts';
import { assertNever } from '../../../../shared/lib/assert.ts';
import type { Catalogue } from '../../../strings/catalogue.ts';
import { useStrings } from '../../../strings/use-strings.tsx';
import { formatCount } from '../../../ui/format/number.ts';
import { formatSize } from '../../../ui/format/size.ts';
import { useToast } from '../../../ui/overlays/toast.tsx';
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
      if (file.size > tableLimits.bytes) {
        refuse(faultWords({ kind: 'too-much', what: 'bytes' }, batch));
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

function faultWords(fault: TableFault, { faults, encodings }: Catalogue['batch']): string {
  switch (fault.kind) {
    case 'other-file':
      return faults.otherFile[fault.is];
    case 'encoding':
      return fault.bad === null
        ? faults.notEncoded(encodings[fault.encoding])
        : faults.notUtf8(fault.bad.line, fault.bad.byte);
    case 'too-much':
      return faults.tooMuch[fault.what](limitWords(fault.what));
    case 'open-quote':
      return faults.openQuote(fault.line);
    case 'after-quote':
      return faults.afterQuote(fault.line);
    case 'syntax':
      return faults.syntax(fault.message);
    case 'no-list':
      return faults.noList;
    case 'no-row':
      return faults.noRow(fault.row);
    case 'nested':
      return faults.nested(fault.row, fault.column);
    case 'empty':
      return faults.empty;
    default:
      return assertNever(fault);
  }
}

function limitWords(what: TableExcess['what']): string {
  return what === 'bytes' ? formatSize(tableLimits.bytes) : formatCount(tableLimits[what]);
}
