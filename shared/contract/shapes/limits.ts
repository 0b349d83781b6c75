const MEBIBYTE = 2 ** 20;
const GIBIBYTE = 2 ** 30;

/** What the service takes at most; over one of these a request is answered with the limit's name. */
export const serviceLimits = {
  chunkBytes: GIBIBYTE,
  chunkCount: 100_000,
  templateBytes: 5 * MEBIBYTE,
  /** Of an asset in one body; larger ones come in chunks. */
  assetBytes: 5 * GIBIBYTE,
  /** Of a whole project in one file. */
  bundleBytes: 64 * GIBIBYTE,
  bundle: {
    /** Assets, templates, movies and editing records together. */
    entries: 50_000,
    /** Of the templates, movies and editing records together. */
    textBytes: 256 * MEBIBYTE,
    manifestBytes: 48 * MEBIBYTE,
    /** How much larger than packed something may be, beyond its first mebibyte. */
    ratio: 200,
  },
  design: {
    /** Of a design in one file. */
    bundleBytes: 256 * MEBIBYTE,
    titleCharacters: 80,
    descriptionCharacters: 300,
    /** Of the JSON of values that a poster is rendered with; they are in the address. */
    valuesCharacters: 8192,
    /** That were put here. */
    own: 1000,
    /** Of the longer side of a poster. */
    posterPixels: 640,
    /** Of the longer side of a small film, and its frames a second. */
    previewPixels: 384,
    previewRate: 15,
  },
  formBytes: 6 * MEBIBYTE,
  jsonBytes: 6 * MEBIBYTE,
  batchRows: 10_000,
  connections: 256,
  /** Of clients that have not shown credentials; the oldest silent one makes room for a new one. */
  anonymousConnections: 64,
  idleBodySeconds: 30,
  uploadDays: 7,
  /** How long a finished upload still answers as it did. */
  finishedUploadHours: 24,
  openUploads: 1000,
  templateRevisions: 50,
  renderAttempts: 3,
  /** How long a rendered film is kept after its render ended. */
  filmDays: 30,
  /** What kept films may take up together before the oldest go earlier. */
  filmsBytes: 50 * GIBIBYTE,
  /** How long a deleted asset lies in the trash of its project. */
  trashDays: 30,
  /** How long it is remembered that there was a render. */
  renderDays: 90,
  /** Of films by their links. */
  filmLinks: {
    /** Of a project, that wait or are being made. */
    making: 20,
    /** Different sets of values that one link with `vary` is answered for in a day. */
    valuesADay: 100,
    /** Frames of a film: half an hour at 60 a second. */
    frames: 108_000,
    /** Characters of all values together. */
    characters: 8192,
    /** Films of a project that are kept. */
    kept: 1000,
    /** How long a film is kept that nobody asks for. */
    keptDays: 90,
    /** How long a film that failed is not tried again. */
    failureMinutes: 10,
    /** Connections of those who show nothing but a link. */
    connections: 128,
  },
  mediaViews: {
    /** Of a moment in a source: more than a hundred days. */
    seconds: 9_999_999,
    frameWidth: 1920,
    stripTiles: 120,
    tileWidth: 480,
    /** What browsers draw at once. */
    stripWidth: 16_384,
    peaksPerSecond: 200,
    peaks: 1_000_000,
    /** Of a word that the events of a measurement say again. */
    watchLetters: 100,
  },
} as const;
