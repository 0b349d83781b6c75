import {
  CircleCheck,
  CircleX,
  Download,
  type LucideIcon,
  Pencil,
  Play,
  RefreshCw,
  RotateCw,
  TriangleAlert,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { reasonText } from '#renderer/api/client/problem-words.ts';
import type { BatchRow, RowStatus } from '#renderer/common/batches/row-status.ts';
import { outdatedWords } from '#renderer/common/renders/outdated-by.ts';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { sayAtField } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import type { RowCheck } from '#shared/batch/check-row.ts';
import type { BatchCommands } from '../model/use-batch-commands.ts';
import type { BatchModel } from '../model/use-batch-model.ts';
import styles from './row-panel.module.css';

export interface RowNoteProps {
  readonly model: BatchModel;
  readonly commands: BatchCommands;
  /** From 0. */
  readonly row: number;
  /** Goes to a row, to a cell of it, or into that cell. */
  readonly onShow: (row: number, column: number | null, isEdited?: boolean) => void;
  readonly status: RowStatus;
  readonly check: RowCheck | null;
}

/** The state of a row and what can be done about it. */
export function RowNote({ status, check, model, commands, row, onShow }: RowNoteProps) {
  const strings = useStrings();
  const { batch } = strings;
  const desktop = useDesktop();
  const problem = check?.problems.find(({ severity }) => severity === 'error') ?? check?.problems[0];
  const shown = problem?.says ?? model.checks.common[0];
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
  const film = (of: BatchRow) => (
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
          text={shown === undefined ? '' : sayAtField(shown)}
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
          text={problem === undefined ? '' : sayAtField(problem.says)}
        >
          {edit}
        </Note>
      );
    case 'done':
      return (
        <Note tone="success" icon={CircleCheck} title={batch.doneTitle} text="">
          {film(status.row)}
          {renderAgain}
        </Note>
      );
    case 'outdated':
      return (
        <Note tone="warning" icon={RefreshCw} title={batch.states.outdated} text={outdatedWords(status.by, strings)}>
          {renderAgain}
          {film(status.row)}
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
