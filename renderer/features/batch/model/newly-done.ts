import type { BatchRow, RowStatus } from '#renderer/common/batches/row-status.ts';

/** Rows that are done now and went on before; `running` is brought up to date. */
export function newlyDone(statuses: readonly RowStatus[], running: Set<string>): readonly BatchRow[] {
  return statuses.flatMap((status) => {
    if (!('row' in status) || status.row.render === null) return [];
    const { render } = status.row;
    if (status.kind === 'queued' || status.kind === 'running') {
      running.add(render);
      return [];
    }
    return running.delete(render) && status.kind === 'done' ? [status.row] : [];
  });
}
