import {
  ChevronDown,
  ChevronUp,
  CircleCheck,
  CircleX,
  Download,
  Link,
  ListPlus,
  type LucideIcon,
  Pencil,
  Play,
  RefreshCw,
  RotateCw,
  TriangleAlert,
} from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { problemText, reasonText } from '#renderer/api/client/problem-words.ts';
import { readEditingRecord, saveEditingRecord } from '#renderer/editor/saving/template-service.ts';
import type { BatchRow, RowStatus } from '#renderer/project/batch-rows.ts';
import { LinkDialog } from '#renderer/project/film-links.tsx';
import { outdatedWords } from '#renderer/project/outdated-films.ts';
import { labelOf } from '#renderer/project/variable-labels.ts';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { ScrollArea } from '#renderer/ui/layout/scroll-area.tsx';
import { SidePanel } from '#renderer/ui/layout/side-panel.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import type { RowCheck } from '#shared/batch/check-row.ts';
import { rowValues } from '#shared/batch/row-values.ts';
import { mergeBrandValues } from '#shared/brand/brand-values.ts';
import { addSet, editingRecordJson, parseEditingRecord, setSample } from '#shared/editing/model/editing-record.ts';
import { formatTimecode } from '#shared/editing/model/timecode.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { filmNames } from '../model/batch-start.ts';
import type { PreparedBatch } from '../model/prepared-batch.ts';
import { rowLabel } from '../model/row-label.ts';
import { frameAtShare, SHOWN_SHARE } from '../model/sheet-layout.ts';
import type { BatchCommands } from '../model/use-batch-commands.ts';
import type { BatchModel } from '../model/use-batch-model.ts';
import { CheckList } from './check-list.tsx';
import { CompareButton } from './compare-rows.tsx';
import styles from './row-panel.module.css';
import { RowPreview } from './row-preview.tsx';

export interface RowPanelProps {
  readonly model: BatchModel;
  readonly prepared: PreparedBatch;
  readonly commands: BatchCommands;
  /** The index of the row, from 0. */
  readonly row: number;
  /** Shows a row or a cell, or opens the cell for editing. */
  readonly onShow: (row: number, column: number | null, isEdited?: boolean) => void;
}

/** The panel of the current row: a frame of its film, and its problems. The problems of all rows are below. */
export function RowPanel(props: RowPanelProps) {
  const { model, prepared, row, onShow } = props;
  const { batch } = useStrings();
  const { template, uses, project, name, statuses, brand } = model;
  const [frame, setFrame] = useState<number | null>(null);
  const [linked, setLinked] = useState(false);
  const addSet = useRowSet(project, name);
  const cells = prepared.table.rows[row];
  const givenValues = useMemo(
    () => rowValues(cells ?? [], uses, template?.variables ?? []).values,
    [cells, uses, template],
  );
  const values = useMemo(() => mergeBrandValues(givenValues, Object.entries(brand)), [givenValues, brand]);
  const movie = useMemo(() => {
    if (!template?.source) return null;
    return resolveTemplate(template.source.document, { values, missing: 'error' }).movie;
  }, [template, values]);
  const label = rowLabel(prepared.table, uses, template?.variables ?? [], row);
  const status = statuses[row];
  const total = model.checks.ofRows[row]?.totalFrames ?? null;
  const shownFrame =
    frame === null ? frameAtShare(SHOWN_SHARE, total ?? 1) : Math.min(frame, Math.max(0, (total ?? 1) - 1));
  const isRenderable = status !== undefined && status.kind !== 'invalid';
  const plan = filmNames(model, [row]);
  const sentName = status !== undefined && 'row' in status ? status.row.filename : null;
  const fileName = sentName ?? (plan?.ok === true ? plan.value.names[0] : undefined);
  return (
    <SidePanel
      title={batch.row(row + 1, label)}
      side="right"
      actions={
        <>
          <IconButton
            size="sm"
            icon={ChevronUp}
            label={batch.previousRow}
            disabled={row === 0}
            onClick={() => onShow(row - 1, null)}
          />
          <IconButton
            size="sm"
            icon={ChevronDown}
            label={batch.nextRow}
            disabled={row >= prepared.table.rows.length - 1}
            onClick={() => onShow(row + 1, null)}
          />
        </>
      }
    >
      <ScrollArea className={styles.scroll}>
        <div className={styles.body}>
          <RowPreview
            key={row}
            label={batch.preview(row + 1)}
            playLabel={batch.playing(row + 1)}
            movie={movie}
            input={
              movie !== null && template?.source && isRenderable
                ? { project, text: template.source.text, values, frame: shownFrame, filmWidth: movie.width }
                : null
            }
            aspect={movie === null ? 16 / 9 : movie.width / movie.height}
            frame={shownFrame}
            playFrom={frame === null ? 0 : shownFrame}
            total={total}
            timecode={(at) => (movie === null ? '' : formatTimecode(at, movie.frameRate))}
            onFrame={setFrame}
          />
          {status !== undefined && <RowNote {...props} status={status} check={model.checks.ofRows[row] ?? null} />}
          {fileName !== undefined && <p className={styles.becomes}>{batch.becomes(fileName)}</p>}
          {shownOtherwise(model, row).map(({ column, shown }) => (
            <p key={column} className={styles.becomes}>
              {batch.shownAs(column, shown)}
            </p>
          ))}
          <div className={styles.uses}>
            <Button
              size="sm"
              icon={ListPlus}
              disabled={givenValues.size === 0}
              onClick={() => addSet(batch.setName(row + 1, label), givenValues)}
            >
              {batch.useAsSet}
            </Button>
            <Button size="sm" icon={Link} disabled={!isRenderable} onClick={() => setLinked(true)}>
              {batch.copyLink}
            </Button>
            <CompareButton model={model} prepared={prepared} row={row} disabled={!isRenderable} />
          </div>
        </div>
        {linked && (
          <LinkDialog
            film={{
              ...{ project, movie: name, values: Object.fromEntries(givenValues) },
              labels: new Map((template?.variables ?? []).map((each) => [each.name, labelOf(each)])),
              defaults: Object.fromEntries(
                (template?.variables ?? []).flatMap(({ name: each, default: fallback }) => {
                  const shown = brand[each] ?? fallback;
                  return shown === null || givenValues.has(each) ? [] : [[each, shown]];
                }),
              ),
            }}
            onClose={() => setLinked(false)}
          />
        )}
        <CheckList model={model} prepared={prepared} onShow={onShow} />
      </ScrollArea>
    </SidePanel>
  );
}

/** The maximum number of listed cells. */
const MAX_SHOWN = 5;

/** Returns the cells of a row whose text in the spreadsheet differs from the value of the variable. */
function shownOtherwise({ saved, prepared }: BatchModel, row: number) {
  const written = saved?.prepared?.table;
  const values = prepared?.table.rows[row];
  if (written === undefined || values === undefined) return [];
  const cells = written.columns.flatMap((column, at) => {
    const shown = written.rows[row]?.[at] ?? '';
    return shown === values[at] ? [] : [{ column, shown }];
  });
  return cells.slice(0, MAX_SHOWN);
}

/** Returns a function that adds the values of a row to the template as a data set and selects that data set. */
function useRowSet(project: string, template: string) {
  const api = useApi();
  const { batch } = useStrings();
  const toasts = useToast();
  return (requested: string, values: ReadonlyMap<string, string>): void => {
    const add = async () => {
      const { record: json, etag } = await readEditingRecord(api, project, template);
      const record = parseEditingRecord(json);
      const id = crypto.randomUUID();
      const takenNames = new Set(record.dataSets.map((set) => set.name.toLowerCase()));
      let name = requested;
      for (let number = 2; takenNames.has(name.toLowerCase()); number += 1) name = `${requested} ${number}`;
      const added = addSet(record, { id, name });
      if (!added.ok) throw new Error(say(added.error));
      const filled = [...values].reduce(
        (current, [variable, value]) => setSample(current, { set: id, variable, value }),
        added.value,
      );
      await saveEditingRecord(api, { project, name: template, record: editingRecordJson(filled), etag });
      toasts.show({ message: batch.usedAsSet(name), tone: 'success' });
    };
    add().catch((error: unknown) =>
      toasts.show({ message: batch.didNotWork, detail: problemText(error), tone: 'danger' }),
    );
  };
}

export interface RowNoteProps {
  readonly model: BatchModel;
  readonly commands: BatchCommands;
  /** The index of the row, from 0. */
  readonly row: number;
  /** Shows a row or a cell, or opens the cell for editing. */
  readonly onShow: (row: number, column: number | null, isEdited?: boolean) => void;
  readonly status: RowStatus;
  readonly check: RowCheck | null;
}

/** The status of a row, with the commands that apply to it. */
function RowNote({ status, check, model, commands, row, onShow }: RowNoteProps) {
  const strings = useStrings();
  const { batch } = strings;
  const desktop = useDesktop();
  const problem = check?.problems.find(({ severity }) => severity === 'error') ?? check?.problems[0];
  const firstProblem = problem?.says ?? model.checks.common[0];
  const column = problem?.variable == null ? -1 : model.uses.indexOf(problem.variable);
  const edit = column >= 0 && (
    <Button size="sm" icon={Pencil} onClick={() => onShow(row, column, true)}>
      {batch.editIt}
    </Button>
  );
  const renderAgain = (
    <Button
      size="sm"
      icon={RotateCw}
      disabled={model.open.length > 0 || commands.isStarting}
      onClick={() => commands.renderRows([row])}
    >
      {batch.renderAgain}
    </Button>
  );
  const filmButtons = (of: BatchRow) => (
    <>
      <Button size="sm" icon={Play} onClick={() => commands.playFilm(of)}>
        {batch.playFilm}
      </Button>
      <Button size="sm" icon={Download} onClick={() => commands.saveFilms([of])}>
        {desktop === null ? batch.downloadFilm : batch.saveFilm}
      </Button>
    </>
  );
  switch (status.kind) {
    case 'failed':
      return (
        <Note
          tone="danger"
          icon={CircleX}
          title={batch.failedTitle}
          text={
            status.row.error === null ? batch.unknownReason : reasonText({ ...status.row, detail: status.row.error })
          }
        >
          {edit}
          <Button size="sm" icon={RotateCw} onClick={() => commands.retryRow(status.row)}>
            {batch.retry}
          </Button>
        </Note>
      );
    case 'invalid':
      return (
        <Note
          tone="danger"
          icon={CircleX}
          title={batch.invalidTitle}
          text={firstProblem === undefined ? '' : say(firstProblem, { atField: true })}
        >
          {edit}
        </Note>
      );
    case 'warning':
      return (
        <Note
          tone="warning"
          icon={TriangleAlert}
          title={batch.warningTitle}
          text={problem === undefined ? '' : say(problem.says, { atField: true })}
        >
          {edit}
        </Note>
      );
    case 'done':
      return (
        <Note tone="success" icon={CircleCheck} title={batch.doneTitle} text="">
          {filmButtons(status.row)}
          {renderAgain}
        </Note>
      );
    case 'outdated':
      return (
        <Note tone="warning" icon={RefreshCw} title={batch.states.outdated} text={outdatedWords(status.by, strings)}>
          {renderAgain}
          {filmButtons(status.row)}
        </Note>
      );
    case 'checking':
    case 'ready':
    case 'queued':
    case 'running':
    case 'cancelled':
      return null;
    default:
      return status satisfies never;
  }
}

interface NoteProps {
  readonly tone: 'danger' | 'warning' | 'success';
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Note({ tone, icon, title, text, children }: NoteProps) {
  return (
    <div className={styles.note} data-tone={tone}>
      <p className={styles.noteTitle}>
        <Icon icon={icon} size={14} />
        {title}
      </p>
      {text !== '' && <p className={styles.noteText}>{text}</p>}
      <div className={styles.noteButtons}>{children}</div>
    </div>
  );
}
