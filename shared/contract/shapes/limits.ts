const MEBIBYTE = 2 ** 20;
const GIBIBYTE = 2 ** 30;

/** The limits of the service. If a request exceeds a limit, the answer contains the name of the limit. */
export const serviceLimits = {
  chunkBytes: GIBIBYTE,
  chunkCount: 100_000,
  templateBytes: 5 * MEBIBYTE,
  /** The maximum size of an asset in a single request. Larger assets are sent in chunks. */
  assetBytes: 5 * GIBIBYTE,
  /** The maximum size of a bundle. */
  bundleBytes: 64 * GIBIBYTE,
  bundle: {
    /** The maximum number of assets, templates, movies, editing records, and batch tables. */
    entries: 50_000,
    /** The maximum total size of templates, movies, editing records, and batch tables. */
    textBytes: 256 * MEBIBYTE,
    manifestBytes: 48 * MEBIBYTE,
    /** The maximum compression ratio of an entry after its first mebibyte. */
    ratio: 200,
  },
  design: {
    /** The maximum size of a design bundle. */
    bundleBytes: 256 * MEBIBYTE,
    titleCharacters: 80,
    descriptionCharacters: 300,
    /** The maximum length of the JSON with the values for a poster. The address of the poster contains this JSON. */
    valuesCharacters: 8192,
    /** The maximum number of designs that users added. */
    own: 1000,
    /** The longer side of a poster, in pixels. */
    posterPixels: 640,
    /** The longer side of a preview video in pixels, and its frames per second. */
    previewPixels: 384,
    previewRate: 15,
  },
  formBytes: 6 * MEBIBYTE,
  jsonBytes: 6 * MEBIBYTE,
  /** The maximum size of a table file. */
  tableBytes: 64 * MEBIBYTE,
  batchRows: 10_000,
  batchColumns: 1000,
  connections: 256,
  /** The maximum number of connections without credentials. A new connection closes the oldest idle one. */
  anonymousConnections: 64,
  idleBodySeconds: 30,
  uploadDays: 7,
  /** The number of hours during which repeating a finished upload returns the same answer. */
  finishedUploadHours: 24,
  openUploads: 1000,
  templateRevisions: 50,
  renderAttempts: 3,
  /** The number of days that a film is stored after its render ends. */
  filmDays: 30,
  /** The total size of films above which the oldest films are deleted early. */
  filmsBytes: 50 * GIBIBYTE,
  /** The number of days that a deleted asset stays in the trash of its project. */
  trashDays: 30,
  /** The number of days that the record of a render is stored. */
  renderDays: 90,
  /** The limits of films that are requested through links. */
  filmLinks: {
    /** The maximum number of queued and running films per project. */
    making: 20,
    /** The maximum number of distinct sets of values per day for a link with `vary`. */
    valuesADay: 100,
    /**
     * The maximum number of distinct preview images per day for a link with `vary`. Forms request these images, which
     * are at most `previewWidth` pixels wide.
     */
    previewsADay: 2000,
    previewWidth: 480,
    /** The maximum number of frames per film: half an hour at 60 frames per second. */
    frames: 108_000,
    /** The maximum total length of all values, in characters. */
    characters: 8192,
    /** The maximum number of stored films per project. */
    stored: 1000,
    /** The number of days that a film is stored after its last request. */
    storedDays: 90,
    /** The number of minutes before a failed film can be requested again. */
    failureMinutes: 10,
    /** The maximum number of connections of clients that use only a link. */
    connections: 128,
  },
  /** Limits of the photos that visitors add to a form. */
  formPhotos: {
    bytes: 12_000_000,
    pixels: 40_000_000,
    /** The longest side of a stored photo in pixels. Films rarely need larger photos. */
    side: 2560,
    hours: 24,
    /** The maximum number of photos per day for a form. */
    aDay: 20,
    /** The maximum total size of the photos of all forms, in bytes. */
    storedBytes: 200_000_000,
  },
  mediaViews: {
    /** The latest time in a source, in seconds: more than 100 days. */
    seconds: 9_999_999,
    frameWidth: 1920,
    stripTiles: 120,
    tileWidth: 480,
    /** The maximum width of an image that browsers draw. */
    stripWidth: 16_384,
    peaksPerSecond: 200,
    peaks: 1_000_000,
    /** The maximum length of the id that a caller gives to a measurement. */
    watchLetters: 100,
  },
} as const;
