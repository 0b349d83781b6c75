import clsx from 'clsx';
import {
  Archive,
  ChevronDown,
  ChevronLeft,
  Clapperboard,
  ClipboardPaste,
  Download,
  FileUp,
  FolderDown,
  Globe,
  Pause,
  Play,
  Square,
  Table2,
} from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useOpened } from '#renderer/actions/dialogs.ts';
import { useEncoders } from '#renderer/api/queries/use-encoders.ts';
import { rowsWithFilm } from '#renderer/project/batch-rows.ts';
import { useFileDrop } from '#renderer/project/file-drop.ts';
import { UndoButtons } from '#renderer/project/undo-buttons.tsx';
import { labelWithName } from '#renderer/project/variable-labels.ts';
import { Mark } from '#renderer/shell/frame/mark.tsx';
import { PageFrame } from '#renderer/shell/frame/page-frame.tsx';
import { useAppWindow, useDesktop, useNavigation, useRenderSession } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { downloadText } from '#renderer/ui/browser/download.ts';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { Progress } from '#renderer/ui/display/progress.tsx';
import { formatTimeLeft } from '#renderer/ui/format/duration.ts';
import { formatCount } from '#renderer/ui/format/number.ts';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import { exampleTable } from '#shared/batch/row-values.ts';
import { tableCsv } from '#shared/batch/table.ts';
import styles from './batch-screen.module.css';
import { DataPanel } from './data-panel.tsx';
import { useBatchSaves } from './model/batch-saves.tsx';
import { existingFilms, filmCount, filmCounts, filmsOf, startBlocker } from './model/batch-start.ts';
import { canChooseFolder } from './model/export-films.ts';
import { type BatchCommands, useBatchCommands } from './model/use-batch-commands.ts';
import type { BatchModel } from './model/use-batch-model.ts';
import { type TableSource, useTableSource } from './model/use-table-source.ts';
import { useWatchTable } from './model/use-watch-table.ts';
import { RowPanel } from './row/row-panel.tsx';
import type { CellRequest } from './rows/cell-request.ts';
import { RowsPanel } from './rows-panel.tsx';
import { PasteDialog } from './table-dialogs.tsx';
import { useFileChooser } from './use-file-chooser.tsx';

/** The screen of a loaded template: the data, the rows, and the current row. */
export function BatchWorkspace({ model }: { readonly model: BatchModel }) {
  const { batch } = useStrings();
  const { name, prepared } = model;
  const commands = useBatchCommands(model);
  const source = useTableSource(model);
  const [pasting, setPasting] = useState(false);
  const [current, setCurrent] = useState(0);
  const [request, setRequest] = useState<CellRequest | null>(null);
  useBatchSaves(model);
  useBatchActions(model, commands);
  const drop = useFileDrop(({ files: [file] }) => {
    if (file !== undefined) void source.openFile(file);
  });
  const showCell = (row: number, column: number | null, isEdited = false) => {
    setCurrent(row);
    setRequest((before) => ({ row, column, isEdited, time: (before?.time ?? 0) + 1 }));
  };
  // After an import on the empty screen, focus the first row. The button that opened the dialog has disappeared, so it
  // cannot get the focus back.
  const importPastedText = async (text: string): Promise<boolean> => {
    const isTable = await source.takeText(text);
    if (isTable && prepared === null) showCell(0, 0);
    return isTable;
  };
  // Handle a paste anywhere on the page, because the focus can be on the heading or on no element.
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (prepared !== null || pasting || event.target instanceof HTMLInputElement) return;
    const [file] = event.clipboardData?.files ?? [];
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (file !== undefined) void source.openFile(file);
    else if (text.trim() !== '') void importPastedText(text);
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
      end={
        <>
          {(prepared !== null || model.canUndo || model.canRedo) && <UndoButtons {...model} />}
          {prepared !== null && <BatchButtons model={model} commands={commands} />}
        </>
      }
    >
      <div className={styles.screen}>
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
                  onShow={(to) => showCell(to, 0)}
                  request={request}
                />
                <BatchFooter model={model} commands={commands} />
              </div>
              <RowPanel model={model} prepared={prepared} commands={commands} row={row} onShow={showCell} />
            </>
          )}
          {drop.isOver && <div className={styles.drop}>{batch.dropHere}</div>}
        </div>
      </div>
      <PasteDialog open={pasting} onClose={() => setPasting(false)} onUse={importPastedText} />
    </PageFrame>
  );
}

/** Registers the render and export functions of the screen for actions. */
function useBatchActions(model: BatchModel, commands: BatchCommands): void {
  const strings = useStrings();
  const keys = useRenderSession((state) => state.keys);
  const encoders = useEncoders().data?.encoders ?? [];
  const canRender = startBlocker(model, strings, { keys, encoders }) === null && !commands.isStarting;
  const { statuses, outdated } = model;
  const films = rowsWithFilm(statuses, model.films);
  const { shell } = useAppWindow();
  const counts = JSON.stringify({ canRender, outdated: outdated.length, films: films.length });
  useEffect(() => {
    shell.store.setState({ batch: JSON.parse(counts) });
    return () => shell.store.setState({ batch: null });
  }, [shell, counts]);
  useOpened('batchCommand', (command) => {
    switch (command) {
      case 'render':
        return commands.start();
      case 'render-outdated':
        return commands.renderRows(outdated);
      case 'export-zip':
        return void commands.exportZip(films);
      default:
        return command satisfies never;
    }
  });
}

/** A link to the editor, and the names of project and template. */
function BatchCrumb({ project, name }: { readonly project: string; readonly name: string }) {
  const { batch } = useStrings();
  const { go } = useNavigation();
  return (
    <>
      <IconButton
        icon={ChevronLeft}
        label={batch.toEditor}
        onClick={() => go({ screen: 'project', project, template: name })}
      />
      <Mark />
      <span className={styles.crumb}>{name} /</span>
      <span className={styles.title}>{batch.title}</span>
    </>
  );
}

export interface EmptyBatchProps {
  readonly model: BatchModel;
  readonly source: TableSource;
  readonly onPaste: () => void;
}

/** The screen shown without a table. It explains how to add a table. */
function EmptyBatch({ model, source, onPaste }: EmptyBatchProps) {
  const { batch, liveTables } = useStrings();
  const { name, template } = model;
  const { fromAddress } = useWatchTable(model);
  const chooser = useFileChooser(source.openFile);
  const example = template === null ? null : exampleTable(template.variables);
  const more = example !== null ? batch.emptyExample : template?.variables.length === 0 ? batch.noVariables : '';
  return (
    <EmptyState icon={Table2} title={batch.emptyTitle} hint={`${batch.emptyHint} ${more}`.trim()}>
      <Button variant="primary" icon={FileUp} busy={source.isReading} onClick={chooser.open}>
        {batch.openFile}
      </Button>
      <Button icon={ClipboardPaste} onClick={onPaste}>
        {batch.pasteTable}
      </Button>
      <Button icon={Globe} onClick={fromAddress}>
        {liveTables.watchAddress}
      </Button>
      {example !== null && (
        // With a byte order mark, spreadsheet programs read the file as UTF-8.
        <Button icon={Download} onClick={() => downloadText(`\uFEFF${tableCsv(example)}`, `${name}.csv`, 'text/csv')}>
          {batch.saveExample}
        </Button>
      )}
      {chooser.input}
    </EmptyState>
  );
}

/** The progress of the whole batch. Before the start, the number of rows to render. */
function BatchFooter({ model, commands }: BatchButtonsProps) {
  const { batch } = useStrings();
  const { progress, next, open, statuses } = model;
  const labels = new Map((model.template?.variables ?? []).map((each) => [each.name, labelWithName(each)]));
  const unmatched = model.unused.variables;
  const warning =
    unmatched.length > 0 && next.length > 0 ? (
      <span className={clsx(styles.warning, styles.defaults)}>
        {batch.usesDefaults(unmatched.map(({ variable }) => labels.get(variable) ?? variable))}
      </span>
    ) : null;
  const films = rowsWithFilm(statuses, model.films);
  const isOutdated = films.some((row) => statuses[row]?.kind === 'outdated');
  const warned = next.filter((row) => statuses[row]?.kind === 'warning').length;
  const count = films.reduce(
    (sum, row) => sum + (model.films[row] ?? []).filter(({ state }) => state === 'succeeded').length,
    0,
  );
  const exporting = films.length > 0 && (
    <ExportButton rows={films} count={count} isOutdated={isOutdated} commands={commands} />
  );
  if (progress === null) {
    const leftOutCount = statuses.length - next.length;
    return (
      <footer className={`${styles.footer} tabular`}>
        <strong>{batch.chosen(formatCount(next.length), next.length === 1)}</strong>
        {leftOutCount > 0 && <span>{batch.leftOut(formatCount(leftOutCount), leftOutCount === 1)}</span>}
        {warned > 0 && <span className={styles.warning}>{batch.warned(formatCount(warned), warned === 1)}</span>}
        {warning}
        {exporting}
      </footer>
    );
  }
  const { ended, total, stopped, doneFrames, totalFrames, fps, secondsLeft } = progress;
  const share = totalFrames > 0 ? doneFrames / totalFrames : ended / total;
  const toMake = filmsOf(next.length, model.run);
  const toRender = batch.run.films(formatCount(toMake), toMake === 1);
  const isPaused = open.length > 0 && open.every(({ state }) => state === 'paused');
  return (
    <footer className={`${styles.footer} tabular`}>
      <strong>{(stopped > 0 ? batch.stoppedAt : batch.done)(formatCount(ended), formatCount(total))}</strong>
      <Progress
        value={share}
        label={batch.progress}
        tone={open.length === 0 && stopped === 0 ? 'success' : isPaused || stopped > 0 ? 'muted' : 'accent'}
        className={styles.bar}
      />
      <span>{batch.frames(formatCount(doneFrames), formatCount(totalFrames))}</span>
      {fps !== null && <span>{batch.fps(formatCount(fps))}</span>}
      {isPaused && <strong>{batch.paused}</strong>}
      {secondsLeft !== null && !isPaused && <strong>{batch.left(formatTimeLeft(secondsLeft))}</strong>}
      {open.length === 0 && next.length > 0 && <span>{batch.toRender(toRender)}</span>}
      {open.length === 0 && warning}
      {exporting}
    </footer>
  );
}

export interface ExportButtonProps {
  /** The indexes (from 0) of the rows whose films are done. */
  readonly rows: readonly number[];
  /** The number of done films in these rows. If several templates are rendered per row, a row has several films. */
  readonly count: number;
  /** Whether some of the films are outdated. */
  readonly isOutdated: boolean;
  readonly commands: BatchCommands;
}

/** A button that exports the films of a batch as a ZIP file or, if the browser supports it, into a folder. */
function ExportButton({ rows, count, isOutdated, commands }: ExportButtonProps) {
  const { batch: words } = useStrings();
  const desktop = useDesktop();
  const hasFolders = desktop !== null || canChooseFolder();
  return (
    <Menu
      align="end"
      side="top"
      entries={[
        {
          kind: 'command',
          id: 'zip',
          icon: Archive,
          label: words.exportZip,
          run: () => commands.exportZip(rows),
        },
        ...(hasFolders
          ? [
              {
                kind: 'command',
                id: 'folder',
                icon: FolderDown,
                label: words.exportFolder,
                run: () => commands.exportFolder(rows),
              } as const,
            ]
          : []),
      ]}
      trigger={
        <Button size="sm" iconEnd={ChevronDown} tooltip={isOutdated ? words.exportOutdated : undefined}>
          {words.exportFilms(formatCount(count), count === 1)}
        </Button>
      }
    />
  );
}

interface BatchButtonsProps {
  readonly model: BatchModel;
  readonly commands: BatchCommands;
}

/** The buttons for the next step: they start a render, or pause and stop a running batch. */
function BatchButtons({ model, commands }: BatchButtonsProps) {
  const strings = useStrings();
  const { batch } = strings;
  const keys = useRenderSession((state) => state.keys);
  const encoders = useEncoders().data?.encoders ?? [];
  const { open, next, run } = model;
  const isOpen = open.length > 0;
  const isPaused = open.every(({ state }) => state === 'paused');
  const blocker = isOpen ? null : startBlocker(model, strings, { keys, encoders });
  const existing = existingFilms(filmCounts(model), batch);
  return (
    <>
      {/* Use one button element for start, pause, and resume, so that it keeps the focus. */}
      {isOpen ? (
        <Button key="first" icon={isPaused ? Play : Pause} tooltip={undefined} onClick={() => commands.hold(!isPaused)}>
          {isPaused ? batch.resume : batch.pause}
        </Button>
      ) : (
        <Button
          key="first"
          variant="primary"
          icon={Clapperboard}
          busy={commands.isStarting}
          disabled={blocker !== null}
          tooltip={(next.length === 0 ? existing : null) ?? blocker ?? existing ?? undefined}
          onClick={commands.start}
        >
          {filmCount(filmsOf(next.length, run), batch)}
        </Button>
      )}
      {isOpen && (
        <Button variant="danger" icon={Square} onClick={commands.stop}>
          {batch.stop}
        </Button>
      )}
    </>
  );
}
