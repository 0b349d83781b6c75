const MEBIBYTE = 2 ** 20;
const GIBIBYTE = 2 ** 30;

/** The limits of the service. The answer to a request that exceeds a limit has the name of the limit. */
export const serviceLimits = {
  chunkBytes: GIBIBYTE,
  chunkCount: 100_000,
  templateBytes: 5 * MEBIBYTE,
  /** The maximum size of an asset in one body. Larger assets are sent in chunks. */
  assetBytes: 5 * GIBIBYTE,
  /** The size of a bundle. */
  bundleBytes: 64 * GIBIBYTE,
  bundle: {
    /** The number of assets, templates, movies, editing records, and batch tables. */
    entries: 50_000,
    /** The total size of templates, movies, editing records, and batch tables. */
    textBytes: 256 * MEBIBYTE,
    manifestBytes: 48 * MEBIBYTE,
    /** The maximum compression ratio of an entry after its first mebibyte. */
    ratio: 200,
  },
  design: {
    /** The size of a design bundle. */
    bundleBytes: 256 * MEBIBYTE,
    titleCharacters: 80,
    descriptionCharacters: 300,
    /** The length of the JSON with the values for a poster, which is part of the address of the poster. */
    valuesCharacters: 8192,
    /** The number of designs that users added. */
    own: 1000,
    /** The longer side of a poster, in pixels. */
    posterPixels: 640,
    /** The longer side of a preview video in pixels, and its frames per second. */
    previewPixels: 384,
    previewRate: 15,
  },
  formBytes: 6 * MEBIBYTE,
  jsonBytes: 6 * MEBIBYTE,
  /** The size of a file with a table. */
  tableBytes: 64 * MEBIBYTE,
  batchRows: 10_000,
  batchColumns: 1000,
  connections: 256,
  /** Connections of clients without credentials. For a new connection, the oldest idle one is closed. */
  anonymousConnections: 64,
  idleBodySeconds: 30,
  uploadDays: 7,
  /** The time after which a finished upload no longer repeats its answer. */
  finishedUploadHours: 24,
  openUploads: 1000,
  templateRevisions: 50,
  renderAttempts: 3,
  /** The days for which a film is stored after the end of its render. */
  filmDays: 30,
  /** The total size of films before the oldest ones are deleted early. */
  filmsBytes: 50 * GIBIBYTE,
  /** The days for which a deleted asset stays in the trash of its project. */
  trashDays: 30,
  /** The days for which the record of a render is stored. */
  renderDays: 90,
  /** Limits of films that links request. */
  filmLinks: {
    /** Queued and running films per project. */
    making: 20,
    /** Distinct sets of values per day for a link with `vary`. */
    valuesADay: 100,
    /** Distinct images of at most `previewWidth` pixels per day for a link with `vary`, which a form shows. */
    previewsADay: 2000,
    previewWidth: 480,
    /** Frames per film: half an hour at 60 frames per second. */
    frames: 108_000,
    /** Total characters of all values. */
    characters: 8192,
    /** Stored films per project. */
    stored: 1000,
    /** The days for which a film is stored after its last request. */
    storedDays: 90,
    /** The time before a failed film is tried again. */
    failureMinutes: 10,
    /** Connections of clients that use only a link. */
    connections: 128,
  },
  /** Limits of the photos that visitors add to a form. */
  formPhotos: {
    bytes: 12_000_000,
    pixels: 40_000_000,
    /** The longest side of a stored photo in pixels. Films rarely show a larger one. */
    side: 2560,
    hours: 24,
    /** Photos per day for a form. */
    aDay: 20,
    /** Stored photos of all forms in bytes. */
    storedBytes: 200_000_000,
  },
  mediaViews: {
    /** The latest time in a source, more than a hundred days. */
    seconds: 9_999_999,
    frameWidth: 1920,
    stripTiles: 120,
    tileWidth: 480,
    /** The maximum width of an image that browsers draw. */
    stripWidth: 16_384,
    peaksPerSecond: 200,
    peaks: 1_000_000,
    /** The length of the id that a caller gives to a measurement. */
    watchLetters: 100,
  },
} as const;
