import { ChevronDown, ChevronUp, Link, ListPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { LinkDialog } from '#renderer/common/links/link-dialog.tsx';
import { labelOf } from '#renderer/common/values/asked.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { ScrollArea } from '#renderer/ui/layout/scroll-area.tsx';
import { SidePanel } from '#renderer/ui/layout/side-panel.tsx';
import { rowValues } from '#shared/batch/row-values.ts';
import { overBrand } from '#shared/brand/brand-values.ts';
import { formatTimecode } from '#shared/editing/timecode.ts';
import { resolveTemplate } from '#shared/template/resolve/resolve.ts';
import { filmNames } from '../model/batch-start.ts';
import type { PreparedBatch } from '../model/prepared-batch.ts';
import { rowLabel } from '../model/row-label.ts';
import type { BatchCommands } from '../model/use-batch-commands.ts';
import type { BatchModel } from '../model/use-batch-model.ts';
import { useRowSet } from '../model/use-row-set.ts';
import { frameAtShare, SHOWN_SHARE } from '../sheet/sheet-layout.ts';
import { CheckList } from './check-list.tsx';
import { RowNote } from './row-note.tsx';
import styles from './row-panel.module.css';
import { RowPreview } from './row-preview.tsx';

export interface RowPanelProps {
  readonly model: BatchModel;
  readonly prepared: PreparedBatch;
  readonly commands: BatchCommands;
  /** From 0. */
  readonly row: number;
  /** Goes to a row, to a cell of it, or into that cell. */
  readonly onShow: (row: number, column: number | null, isEdited?: boolean) => void;
}

/** One row: what its film begins with, what is wrong with it; below, what is wrong with any. */
export function RowPanel(props: RowPanelProps) {
  const { model, prepared, row, onShow } = props;
  const { batch } = useStrings();
  const { template, uses, project, name, statuses, brand } = model;
  const [frame, setFrame] = useState<number | null>(null);
  const [linked, setLinked] = useState(false);
  const addSet = useRowSet(project, name);
  const cells = prepared.table.rows[row];
  const given = useMemo(() => rowValues(cells ?? [], uses, template?.variables ?? []).values, [cells, uses, template]);
  const values = useMemo(() => overBrand(given, Object.entries(brand)), [given, brand]);
  const movie = useMemo(() => {
    if (!template?.source) return null;
    return resolveTemplate(template.source.document, { values, missing: 'error' }).movie;
  }, [template, values]);
  const label = rowLabel(prepared.table, uses, template?.variables ?? [], row);
  const status = statuses[row];
  const total = model.checks.ofRows[row]?.totalFrames ?? null;
  const shownFrame =
    frame === null ? frameAtShare(SHOWN_SHARE, total ?? 1) : Math.min(frame, Math.max(0, (total ?? 1) - 1));
  const isSound = status !== undefined && status.kind !== 'invalid';
  const plan = filmNames(model, [row]);
  const sent = status !== undefined && 'row' in status ? status.row.filename : null;
  const fileName = sent ?? (plan?.ok === true ? plan.value.names[0] : undefined);
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
              movie !== null && template?.source && isSound
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
          <div className={styles.uses}>
            <Button
              size="sm"
              icon={ListPlus}
              disabled={given.size === 0}
              onClick={() => addSet(batch.setName(row + 1, label), given)}
            >
              {batch.useAsSet}
            </Button>
            <Button size="sm" icon={Link} disabled={!isSound} onClick={() => setLinked(true)}>
              {batch.copyLink}
            </Button>
          </div>
        </div>
        {linked && (
          <LinkDialog
            film={{
              ...{ project, movie: name, values: Object.fromEntries(given) },
              labels: new Map((template?.variables ?? []).map((each) => [each.name, labelOf(each)])),
              defaults: Object.fromEntries(
                (template?.variables ?? []).flatMap(({ name: each, default: fallback }) =>
                  fallback === null || given.has(each) ? [] : [[each, fallback]],
                ),
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
