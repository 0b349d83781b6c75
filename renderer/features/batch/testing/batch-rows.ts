import type { BatchRow } from '#renderer/common/batches/row-status.ts';

/** A row of a batch that waits for its turn, with what a test gives in place of that. */
export function batchRow(given: Partial<BatchRow> = {}): BatchRow {
  return {
    index: 1,
    filename: 'film-1.mp4',
    state: 'queued',
    render: 'render-1',
    url: null,
    error: null,
    variables: {},
    ...given,
  };
}
