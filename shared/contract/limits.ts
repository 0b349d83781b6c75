const MEBIBYTE = 2 ** 20;
const GIBIBYTE = 2 ** 30;

/** What the service takes at most; over one of these a request is answered with the limit's name. */
export const serviceLimits = {
  chunkBytes: GIBIBYTE,
  chunkCount: 100_000,
  templateBytes: 5 * MEBIBYTE,
  /** Of an asset in one body; larger ones come in chunks. */
  assetBytes: 5 * GIBIBYTE,
  formBytes: 6 * MEBIBYTE,
  jsonBytes: 6 * MEBIBYTE,
  batchRows: 10_000,
  connections: 256,
  idleBodySeconds: 30,
  uploadDays: 7,
  /** How long a finished upload still answers as it did. */
  finishedUploadHours: 24,
  openUploads: 1000,
  templateRevisions: 50,
  renderAttempts: 3,
} as const;
