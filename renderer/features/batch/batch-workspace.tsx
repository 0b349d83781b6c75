import clsx from 'clsx';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { BatchPort } from '#renderer/actions/model/ports.ts';
import { useActionPort } from '#renderer/actions/runtime/use-actions.tsx';
import { useEncoders } from '#renderer/api/queries/use-storage.ts';
import { rowsWithFilm } from '#renderer/common/batches/row-status.ts';
import { useRenderSession } from '#renderer/common/renders/render-session-context.tsx';
import { useFileDrop } from '#renderer/common/sources/use-file-drop.ts';
import { PageFrame } from '#renderer/shell/frame/page-frame.tsx';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { BatchButtons } from './batch-buttons.tsx';
import { BatchCrumb } from './batch-crumb.tsx';
import { BatchFooter } from './batch-footer.tsx';
import styles from './batch-screen.module.css';
import { DataPanel } from './data/data-panel.tsx';
import { EmptyBatch } from './empty-batch.tsx';
import { startBlocker } from './model/batch-start.ts';
import { type BatchCommands, useBatchCommands } from './model/use-batch-commands.ts';
import type { BatchModel } from './model/use-batch-model.ts';
import { useNewFilms } from './model/use-new-films.ts';
import { useTableSource } from './model/use-table-source.ts';
import { PasteDialog } from './paste-dialog.tsx';
import { RowPanel } from './row/row-panel.tsx';
import type { CellWish } from './rows/cell-wish.ts';
import { RowsPanel } from './rows-panel.tsx';

/** The whole screen, once the template is read: data, rows, the row that is looked at. */
export function BatchWorkspace({ model }: { readonly model: BatchModel }) {
  const { batch } = useStrings();
  const { name, prepared } = model;
  const commands = useBatchCommands(model);
  const source = useTableSource(model);
  const [pasting, setPasting] = useState(false);
  const [current, setCurrent] = useState(0);
  const [wish, setWish] = useState<CellWish | null>(null);
  useNewFilms(model, commands, useDesktop() !== null);
  useBatchPort(model, commands);
  const drop = useFileDrop(({ files }) => {
    const [file] = files;
    if (file !== undefined) void source.openFile(file);
  });
  const show = (row: number, column: number | null, isEdited = false) => {
    setCurrent(row);
    setWish((before) => ({ row, column, isEdited, time: (before?.time ?? 0) + 1 }));
  };
  // The button that opened the dialog may be gone with the screen that had no table: the first row has the focus then.
  const takePasted = async (text: string): Promise<boolean> => {
    const isTaken = await source.takeText(text);
    if (isTaken && prepared === null) show(0, 0);
    return isTaken;
  };
  // Wherever the focus is: on the heading at first, or on nothing after a click beside all.
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (prepared !== null || pasting || event.target instanceof HTMLInputElement) return;
    const [file] = event.clipboardData?.files ?? [];
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (file !== undefined) void source.openFile(file);
    else if (text.trim() !== '') void takePasted(text);
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
  const row = Math.min(current, Math.max(0, (prepared?.table.rows.length ?? 1) - 1));
  return (
    <PageFrame
      title={`${name} · ${batch.title}`}
      heading={`${batch.title}, ${name}`}
      start={<BatchCrumb project={model.project} name={name} />}
      end={prepared !== null && <BatchButtons model={model} commands={commands} />}
    >
      <div className={clsx(styles.work, prepared === null && styles.empty)} {...drop.handlers}>
        {prepared === null ? (
          <EmptyBatch model={model} source={source} onPaste={() => setPasting(true)} />
        ) : (
          <>
            <DataPanel
              model={model}
              prepared={prepared}
              source={source}
              commands={commands}
              onPaste={() => setPasting(true)}
            />
            <div className={styles.centre}>
              <RowsPanel
                model={model}
                prepared={prepared}
                commands={commands}
                current={row}
                onCurrent={setCurrent}
                onShow={(to) => show(to, 0)}
                wish={wish}
              />
              <BatchFooter model={model} commands={commands} />
            </div>
            <RowPanel model={model} prepared={prepared} commands={commands} row={row} onShow={show} />
          </>
        )}
        {drop.isOver && <div className={styles.drop}>{batch.dropHere}</div>}
      </div>
      <PasteDialog open={pasting} onClose={() => setPasting(false)} onUse={takePasted} />
    </PageFrame>
  );
}

/** Offers rendering and exporting to the action table. */
function useBatchPort(model: BatchModel, commands: BatchCommands): void {
  const strings = useStrings();
  const keys = useRenderSession((state) => state.keys);
  const encoders = useEncoders().data?.encoders ?? [];
  const canRender = startBlocker(model, strings, { keys, encoders }) === null && !commands.isStarting;
  const run = useRef(commands);
  run.current = commands;
  const { statuses, outdated } = model;
  const port = useMemo((): BatchPort => {
    const films = rowsWithFilm(statuses);
    return {
      canRender: () => canRender,
      render: () => run.current.start(),
      outdatedCount: () => outdated.length,
      renderOutdated: () => run.current.renderRows(outdated),
      filmCount: () => films.length,
      exportZip: () => run.current.exportZip(films),
    };
  }, [statuses, outdated, canRender]);
  useActionPort('batch', port);
}
