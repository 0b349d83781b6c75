import type { BatchRow } from '#renderer/project/batch-rows.ts';

/** Returns a waiting row of a batch with the given fields. */
export function batchRow(given: Partial<BatchRow> = {}): BatchRow {
  return {
    index: 1,
    filename: 'film-1.mp4',
    state: 'queued',
    render: 'render-1',
    url: null,
    files: [],
    error: null,
    variables: {},
    ...given,
  };
}
