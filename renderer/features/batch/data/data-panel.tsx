import { FileCheck, FileSpreadsheet, FileUp } from 'lucide-react';
import { useState } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { giveText } from '#renderer/ui/browser/give-file.ts';
import { Button } from '#renderer/ui/controls/button.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { formatCount } from '#renderer/ui/format/number.ts';
import { ScrollArea } from '#renderer/ui/layout/scroll-area.tsx';
import { SidePanel } from '#renderer/ui/layout/side-panel.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import { tableCsv } from '#shared/batch/table.ts';
import { useFileChooser } from '../file/use-file-chooser.tsx';
import type { PreparedBatch } from '../model/prepared-batch.ts';
import type { BatchCommands } from '../model/use-batch-commands.ts';
import type { BatchModel } from '../model/use-batch-model.ts';
import type { TableSource } from '../model/use-table-source.ts';
import { ColumnList } from './column-list.tsx';
import styles from './data-panel.module.css';
import { OutputSection } from './output-section.tsx';
import { TableFormButton } from './table-form-button.tsx';

export interface DataPanelProps {
  readonly model: BatchModel;
  readonly prepared: PreparedBatch;
  readonly source: TableSource;
  readonly commands: BatchCommands;
  readonly onPaste: () => void;
}

/** The data of a batch: file, columns and output. */
export function DataPanel({ model, prepared, source, commands, onPaste }: DataPanelProps) {
  const { batch } = useStrings();
  const [isOpen, setOpen] = useState(false);
  const chooser = useFileChooser(source.openFile);
  const isRunning = model.open.length > 0;
  const name = prepared.name ?? (prepared.content === null ? batch.fromBatch : batch.pasted);
  const { newest, progress } = model;
  const save = () => giveText(`\uFEFF${tableCsv(prepared.table)}`, `${stemOf(name)}.csv`, 'text/csv');
  return (
    <SidePanel
      title={batch.data}
      side="left"
      actions={
        <>
          <Menu
            trigger={
              <Button variant="quiet" size="sm" icon={FileUp}>
                {batch.replace}
              </Button>
            }
            align="end"
            onOpenChange={setOpen}
            entries={
              isOpen
                ? [
                    { kind: 'command', id: 'open', label: batch.openFile, disabled: isRunning, run: chooser.open },
                    { kind: 'command', id: 'paste', label: batch.pasteTable, disabled: isRunning, run: onPaste },
                    {
                      kind: 'command',
                      id: 'again',
                      label: batch.readAgain,
                      disabled: isRunning || prepared.content === null,
                      run: () => source.readAgain({}),
                    },
                    { kind: 'separator', id: 'line' },
                    { kind: 'command', id: 'save', label: batch.saveCsv, run: save },
                    {
                      kind: 'command',
                      id: 'remove',
                      label: batch.removeTable,
                      danger: true,
                      disabled: isRunning,
                      run: () => model.put(null),
                    },
                  ]
                : []
            }
          />
          {chooser.input}
        </>
      }
    >
      <div className={styles.file}>
        <span className={styles.fileIcon}>
          <Icon icon={FileSpreadsheet} size={20} />
        </span>
        <div className={styles.grow}>
          <FileName name={name} className={styles.fileName} />
          <TableFormButton prepared={prepared} source={source} disabled={isRunning} />
        </div>
      </div>
      <ScrollArea className={styles.scroll}>
        <ColumnList model={model} prepared={prepared} />
        <OutputSection model={model} prepared={prepared} />
      </ScrollArea>
      {newest !== null && (
        <footer className={`${styles.manifest} tabular`}>
          <Icon icon={FileCheck} size={14} className={styles.success} />
          <span className={styles.strong}>{batch.manifest}</span>
          {progress !== null && (
            <span className={styles.quiet}>
              {batch.manifestOf(formatCount(progress.ended), formatCount(progress.total))}
            </span>
          )}
          <span className={styles.space} />
          <Button variant="quiet" size="sm" aria-label={batch.manifestCsv} onClick={() => commands.saveManifest('csv')}>
            {batch.csv}
          </Button>
          <Button
            variant="quiet"
            size="sm"
            aria-label={batch.manifestJson}
            onClick={() => commands.saveManifest('json')}
          >
            {batch.json}
          </Button>
        </footer>
      )}
    </SidePanel>
  );
}

function stemOf(name: string): string {
  return name.replace(/\.[a-z0-9]{2,5}$/i, '');
}
