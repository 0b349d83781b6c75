// Made from the contract of the service by `npm run clients`. Do not edit.

/** Options of each call. `Header` has the names of the request headers that the call uses, in lower case. */
export interface CallOptions<Header extends string = never> {
  /** Cancels the request. */
  readonly signal?: AbortSignal | undefined;
  readonly headers?: { readonly [Name in Header]?: string } | undefined;
}

/** The input of a call without parameters and body. */
export type NoInput = Readonly<Record<string, never>>;

/** The body of a file or a chunk. A stream can be sent once. */
export type FileBody = string | Uint8Array<ArrayBuffer> | ArrayBuffer | Blob | ReadableStream<Uint8Array<ArrayBuffer>>;

export interface AcceptedRender {
  readonly id: string;
  readonly state: 'queued';
  readonly statusUrl: string;
  /** Warnings about unused fields of the request; absent without warnings */
  readonly issues?: readonly Issue[] | undefined;
}

export interface AgentCall {
  readonly id: number;
  /** ISO 8601, UTC */
  readonly at: string;
  readonly key: string;
  /** Name of the key, and the name of the program if it is known */
  readonly author: string;
  readonly tool: string;
  readonly project: string | null;
  readonly template: string | null;
  readonly label: string | null;
  readonly milliseconds: number;
  /** `done`, or the code of the failure */
  readonly outcome: string;
  /** Revision of the template before the call, for edits */
  readonly before: number | null;
  /** Revision of the template after the call, for edits */
  readonly revision: number | null;
}

export interface AgentKey {
  readonly id: string;
  /** Name of the program, shown beside its changes */
  readonly name: string;
  /** Permissions: `look` to read, `edit` to change, and `render` to render */
  readonly scopes: readonly AgentScope[];
  /** Uids or names of projects; null for all projects */
  readonly projects: readonly string[] | null;
  /** Whether edits and values can contain addresses of new hosts */
  readonly addresses: boolean;
  /** Whether the key belongs to a program on this machine, which needs no secret */
  readonly local: boolean;
  /** ISO 8601, UTC */
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

/** The permissions of a key. Each scope permits a set of tools. */
export type AgentScope = 'look' | 'edit' | 'render';

export interface AgentState {
  /** Whether programs on this machine can use the tools */
  readonly on: boolean;
  /** Whether programs with a key can use the tools at `/mcp` */
  readonly http: boolean;
  /** Whether the service currently refuses edits and renders of programs */
  readonly paused: boolean;
  /** Folder of the workspace, for the command that connects an assistant */
  readonly workspace: string;
  readonly keys: readonly AgentKey[];
  /** Name of the program that was last active in the past two minutes */
  readonly working: string | null;
}

export interface Asset {
  readonly name: string;
  readonly size: number;
  readonly contentType: string;
  readonly etag: string;
  /** ISO 8601, UTC */
  readonly createdAt: string;
  /** ISO 8601, UTC */
  readonly updatedAt: string;
  /** Null until the file has been inspected; files that are not media have the kind `other` */
  readonly media: {
    readonly kind: 'video' | 'audio' | 'image' | 'font' | 'captions' | 'other';
    readonly durationSeconds: number | null;
    /** End of the picture; null without a picture */
    readonly pictureSeconds: number | null;
    readonly width: number | null;
    readonly height: number | null;
    readonly frameRate: string | null;
    readonly videoCodec: string | null;
    readonly audioCodec: string | null;
    readonly hasAudio: boolean;
    readonly damage: {
      /** End of the readable part, in seconds of the source; `until` is the end of the complete source, null if unknown */
      readonly from: number;
      readonly until: number | null;
      /** Number of readable frames, null for sound; `lacking` is the number of missing frames, null if unknown */
      readonly there: number | null;
      readonly lacking: number | null;
      /** Present if the file contains another file after the first one; only the first file is read */
      readonly several?: true | undefined;
      /** Present if only the sound ends too early; `until` is then the end of the picture */
      readonly of?: 'sound' | undefined;
    } | null;
    /** Damaged ranges that are known so far, in seconds of the source; absent if there are none */
    readonly faults?: readonly {
      readonly from: number;
      readonly until: number;
      /** Present for a range at the start that has no sync frame; films start after this range */
      readonly skipped?: true | undefined;
    }[] | undefined;
    /** Family name of a font, if it has one */
    readonly fontFamily: string | null;
    /** Reason why films cannot use the asset, such as `is a text file, not a video`; null if they can */
    readonly reason: string | null;
    /** Code and values of `reason`, as in an issue; absent without a reason */
    readonly why?: {
      readonly reason: string;
      readonly values: Readonly<Record<string, unknown>>;
    } | undefined;
  } | null;
  /** Tags of the asset */
  readonly tags: readonly string[];
}

/** The author of a change: a person in an editor, a program that uses the HTTP interface, or an AI agent. */
export interface Author {
  readonly kind: 'person' | 'program' | 'agent';
  readonly name: string;
}

export interface Batch {
  readonly id: string;
  readonly project: string;
  /** Name of the movie; for a batch of several movies, the first one */
  readonly movie: string;
  /** Names of the movies, if the request has `movies`, `languages`, or `languageColumn`; absent for other batches */
  readonly movies?: readonly string[] | undefined;
  /** Languages of the films; null if the request has no `languages`, and absent if `movies` is absent */
  readonly languages?: readonly string[] | null | undefined;
  readonly format: string;
  readonly quality: string;
  /** Requested loudness; absent if the film has the loudness of the movie */
  readonly loudness?: string | undefined;
  /** Requested true peak; absent if the film has the true peak of the movie */
  readonly truepeak?: string | undefined;
  /** Requested maximum size in bytes; absent if there is no limit */
  readonly maxbytes?: number | undefined;
  readonly state: 'running' | 'paused' | 'ended';
  readonly counts: BatchCounts;
  /** ISO 8601, UTC */
  readonly createdAt: string;
  readonly statusUrl: string;
}

export interface BatchCounts {
  readonly total: number;
  readonly queued: number;
  readonly running: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly cancelled: number;
}

export interface BatchRow {
  /** Number of the film in the batch, from 1 */
  readonly index: number;
  readonly filename: string;
  readonly state: RenderState;
  readonly render: string | null;
  readonly url: string | null;
  /** Files of the package, without the film */
  readonly files: readonly FilmFile[];
  readonly error: string | null;
  readonly reason?: string | undefined;
  readonly values?: Readonly<Record<string, unknown>> | undefined;
  readonly variables: Readonly<Record<string, string>>;
  /** Number of the row from which the film was made; absent if the batch has no `movies` */
  readonly row?: number | undefined;
  readonly movie?: string | undefined;
  readonly language?: string | undefined;
  readonly frames?: number | null | undefined;
  readonly durationSeconds?: number | null | undefined;
  readonly bytes?: number | null | undefined;
  readonly sha256?: string | null | undefined;
}

/** The rows that a user prepares for a batch of films, with the settings of the films. Unknown fields are preserved. */
export interface BatchTable {
  /** Name of the file that the table was read from */
  readonly name?: string | null | undefined;
  /** Cells of the table; absent without a table */
  readonly table?: {
    readonly columns: readonly string[];
    readonly rows: readonly (readonly string[])[];
    readonly [name: string]: unknown;
  } | undefined;
  /** Variable for each column; null if the column is not used */
  readonly uses?: readonly (string | null)[] | undefined;
  /** Indexes of the rows that the batch leaves out, from 0 */
  readonly left?: readonly number[] | undefined;
  /** Batch and row of the last render of each row; `film` has the batch and row of the earlier film that the row still has */
  readonly links?: readonly ({
    readonly batch: string;
    readonly index: number;
    readonly film?: {
      readonly batch: string;
      readonly index: number;
    } | undefined;
  } | null)[] | undefined;
  /** Settings of the films */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  readonly [name: string]: unknown;
}

export interface Cluster {
  readonly name: string;
  /** `local`: snapshots in this workspace; `service`: another service with this interface */
  readonly kind: 'local' | 'service';
  /** Address of the other service; null for `local` */
  readonly url: string | null;
}

export interface CreatedProject {
  readonly 'Project-UID': string;
  readonly uid: string;
  readonly name: string;
  /** Template to open first, if the project was created from a design */
  readonly template?: string | undefined;
}

export interface DeletedAnswer {
  readonly deleted: readonly string[];
}

export interface Design {
  readonly name: string;
  /** Title in the requested language */
  readonly title: string;
  readonly description: string;
  readonly category: 'people' | 'shops' | 'news' | 'social' | 'events' | 'products';
  /** Whether the design is your own; false for built-in designs */
  readonly own: boolean;
  readonly licence: string | null;
  /** Changes whenever the design changes; use it as `v` in addresses of pictures */
  readonly version: string;
  /** At least one size; the first is the default */
  readonly sizes: readonly {
    readonly size: DesignSize;
    readonly width: number;
    readonly height: number;
    /** Duration in frames, with the defaults of the variables */
    readonly frames: number;
    readonly framerate: string;
    readonly seconds: number;
    /** Number of the poster frame */
    readonly posterFrame: number;
  }[];
  /** Variables of the design; all sizes have the same variables */
  readonly variables: readonly Variable[];
  readonly dataSets: readonly string[];
  readonly contents: {
    readonly scenes: number;
    readonly transitions: number;
    readonly texts: number;
    readonly keyframes: number;
    readonly sounds: number;
  };
}

export type DesignSize = '16:9' | '9:16' | '1:1';

/** The destination of a film in a request. The schema also accepts the vendor's spellings of the fields. */
export interface Destination {
  readonly type: 'object_store' | 's3';
  /** Name of stored keys, instead of the keys themselves */
  readonly credentials?: string | undefined;
  readonly access_key_id?: string | undefined;
  readonly aws_access_key_id?: string | undefined;
  readonly secret_access_key?: string | undefined;
  readonly aws_secret_access_key?: string | undefined;
  readonly bucket: string;
  readonly filename: string;
  readonly endpoint?: string | undefined;
  readonly region?: string | undefined;
}

/** The data that the editor stores with a template. Unknown fields are preserved. */
export interface EditingRecord {
  /** Sample values of variables, by name */
  readonly dataSets?: readonly {
    readonly id?: string | undefined;
    readonly name: string;
    readonly values: Readonly<Record<string, string>>;
    readonly [name: string]: unknown;
  }[] | undefined;
  /** Id of the data set whose values the editor shows */
  readonly chosen?: string | undefined;
  readonly markers?: readonly {
    readonly id: string;
    readonly frame: number;
    readonly name: string;
    readonly [name: string]: unknown;
  }[] | undefined;
  /** The last view of the editor */
  readonly view?: Readonly<Record<string, unknown>> | undefined;
  readonly [name: string]: unknown;
}

/** A hardware encoder. */
export interface Encoder {
  readonly name: string;
  readonly label: string;
  /** Formats that the encoder can encode */
  readonly formats: readonly string[];
  readonly available: boolean;
  /** Reason why the encoder is unavailable: FFmpeg was built without the encoder, or the test of the encoder failed; null if it is available */
  readonly reason: 'not-in-ffmpeg' | 'no-device' | null;
  /** Error message of FFmpeg; null if there is none */
  readonly detail: string | null;
}

/** The state of rendering, either in this service or by workers. */
export type Farm = {
  readonly kind: 'embedded';
  readonly renders: {
    readonly queued: number;
    readonly running: number;
  };
  readonly oldestSeconds: number | null;
} | {
  readonly kind: 'farm';
  readonly queue: {
    readonly state: 'reached';
    readonly address: string;
  } | {
    readonly state: 'away';
    readonly address: string;
    readonly reason: string;
    readonly why: {
      readonly message: string;
      readonly reason?: string | undefined;
      readonly values?: Readonly<Record<string, unknown>> | undefined;
    };
    /** ISO 8601, UTC */
    readonly since: string;
  };
  readonly store: {
    readonly state: 'reached';
    readonly address: string;
  } | {
    readonly state: 'away';
    readonly address: string;
    readonly reason: string;
    readonly why: {
      readonly message: string;
      readonly reason?: string | undefined;
      readonly values?: Readonly<Record<string, unknown>> | undefined;
    };
    /** ISO 8601, UTC */
    readonly since: string;
  };
  readonly renders: {
    readonly queued: number;
    readonly running: number;
  };
  /** Age of the oldest queued render; null if none is queued */
  readonly oldestSeconds: number | null;
  /** Numbers of unfinished films in the queue: `active` if a worker makes the film or a part of it, otherwise `waiting` */
  readonly orders: {
    readonly waiting: number;
    readonly active: number;
  };
  /** Number of files that are not in the store yet; null if the number is unknown */
  readonly uploadsWaiting: number | null;
  /** Versions that a worker must have to get jobs */
  readonly wanted: {
    readonly engine: number;
    readonly canvasKit: string;
    /** Version of the SVG renderer; empty for a worker of an older version */
    readonly svg: string;
  };
  /** Versions of the workers that get jobs; null without such workers */
  readonly maker: {
    readonly engine: number;
    readonly ffmpeg: string;
    readonly canvasKit: string;
    /** Version of the SVG renderer; empty for a worker of an older version */
    readonly svg: string;
  } | null;
  /** Reason why nothing is rendered; null if renders can run */
  readonly waitsFor: {
    readonly message: string;
    readonly reason?: string | undefined;
    readonly values?: Readonly<Record<string, unknown>> | undefined;
  } | null;
  /** Configuration errors that do not stop rendering */
  readonly faults: readonly {
    readonly message: string;
    readonly reason?: string | undefined;
    readonly values?: Readonly<Record<string, unknown>> | undefined;
  }[];
  /** Cores of the workers that get jobs */
  readonly cores: number;
  readonly framesPerSecond: number;
  readonly partsPerSecond: number;
  /** Totals of all current workers, each since its start */
  readonly made: {
    readonly films: number;
    readonly parts: number;
    readonly frames: number;
    readonly failures: number;
    /** Number of lookups of parts in the cache and the store; `found` is the number of hits */
    readonly lookedFor: number;
    readonly found: number;
    readonly bytesFetched: number;
    readonly bytesPut: number;
  };
  /** The first 1,000 workers, sorted by name */
  readonly workers: readonly FarmWorker[];
  readonly workersInAll: number;
};

export interface FarmCheck {
  readonly queue: {
    readonly ok: true;
  } | {
    readonly ok: false;
    readonly message: string;
    readonly reason?: string | undefined;
    readonly values?: Readonly<Record<string, unknown>> | undefined;
  };
  readonly store: {
    readonly ok: true;
  } | {
    readonly ok: false;
    readonly message: string;
    readonly reason?: string | undefined;
    readonly values?: Readonly<Record<string, unknown>> | undefined;
  };
}

/** The state of the farm for monitoring. */
export interface FarmHealth {
  readonly queue: 'reached' | 'away';
  readonly store: 'reached' | 'away';
  /** `able` and `draining` workers match this service; `other` ones have other versions */
  readonly workers: {
    readonly able: number;
    readonly draining: number;
    readonly other: number;
  };
  readonly waitsFor: {
    readonly message: string;
    readonly reason?: string | undefined;
    readonly values?: Readonly<Record<string, unknown>> | undefined;
  } | null;
}

export interface FarmSettings {
  /** Origin of the settings; null without a farm */
  readonly from: 'arguments' | 'environment' | 'settings' | null;
  /** Whether this interface can change the settings; false if they are start options of the service */
  readonly changeable: boolean;
  readonly farm: {
    /** `redis://` or `rediss://`, without user name and password */
    readonly queue: string;
    readonly username: string | null;
    readonly hasPassword: boolean;
    /** `s3://bucket/prefix`, or an absolute folder that all machines share */
    readonly store: string;
    /** Address of the object store; null for Amazon S3 and for a folder */
    readonly endpoint: string | null;
    readonly region: string | null;
    /** Whether keys for the object store are stored */
    readonly hasKeys: boolean;
  } | null;
  /** `at-next-start`: a change takes effect after a restart of the service */
  readonly takesEffect: 'in-effect' | 'at-next-start';
}

/** The settings to store. If a secret is omitted or empty, the stored secret is kept, but only while its address stays the same. Null removes the secret. */
export interface FarmSettingsInput {
  readonly queue: string;
  readonly username?: string | null | undefined;
  readonly password?: string | null | undefined;
  readonly store: string;
  readonly endpoint?: string | null | undefined;
  readonly region?: string | null | undefined;
  readonly accessKeyId?: string | null | undefined;
  readonly secretAccessKey?: string | null | undefined;
}

export interface FarmWorker {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly maker: {
    readonly engine: number;
    readonly ffmpeg: string;
    readonly canvasKit: string;
    /** Version of the SVG renderer; empty for a worker of an older version */
    readonly svg: string;
  };
  /** `other`: the worker has other versions and gets no jobs; `why` has the details */
  readonly state: 'working' | 'idle' | 'draining' | 'other';
  /** Reason why the worker gets no jobs; null if it gets jobs */
  readonly why: {
    readonly message: string;
    readonly reason?: string | undefined;
    readonly values?: Readonly<Record<string, unknown>> | undefined;
  } | null;
  /** Load from 0 to 1 */
  readonly load: number;
  readonly cores: number;
  readonly memoryBytes: number;
  /** ISO 8601, UTC */
  readonly startedAt: string;
  /** ISO 8601, UTC */
  readonly seenAt: string;
  readonly doing: readonly {
    /** Id of the current job */
    readonly order: string;
    /** A complete film, or parts of a film that several workers render */
    readonly kind: 'film' | 'parts';
    readonly render: string;
    /** Uid of the project; null if the render no longer exists */
    readonly project: string | null;
    /** Title of the render */
    readonly name: string | null;
    /** Number of frames that this worker has finished; `total` is the number of all frames of its job */
    readonly done: number;
    readonly total: number;
    /** Progress of the complete film, if several workers render its parts; null for other films, and until the number of frames is known */
    readonly film: {
      readonly done: number;
      readonly total: number;
    } | null;
    /** ISO 8601, UTC */
    readonly since: string;
  }[];
  readonly made: {
    readonly films: number;
    readonly parts: number;
    readonly frames: number;
    readonly failures: number;
    /** Number of lookups of parts in the cache and the store; `found` is the number of hits */
    readonly lookedFor: number;
    readonly found: number;
    readonly bytesFetched: number;
    readonly bytesPut: number;
  };
  readonly framesPerSecond: number;
  readonly partsPerSecond: number;
}

/** The FFmpeg program of the service, and how it was found. */
export interface FfmpegLocation {
  readonly path: string;
  readonly version: string;
  /** Build options of FFmpeg; empty if FFmpeg does not print them */
  readonly configuration: string;
  readonly origin: 'configured' | 'bundled' | 'system' | 'package';
}

/** A public address of a film, with its expiry time. */
export interface FilmAddress {
  readonly address: string;
  /** ISO 8601, UTC */
  readonly expiresAt: string;
}

/** A file that accompanies a film, in answers. */
export interface FilmFile {
  readonly name: string;
  readonly part: 'poster' | 'sheet' | 'captions' | 'chapters' | 'metadata' | 'cover' | 'checksums';
  /** Address of the file; null if it has expired */
  readonly url: string | null;
  readonly bytes: number;
  readonly sha256: string;
}

export interface FinishedRender {
  readonly id: string;
  readonly state: 'succeeded';
  readonly url: string;
  readonly format: string;
  readonly frames: number;
  readonly durationSeconds: number;
  readonly bytes: number;
  readonly sha256: string;
  /** Files of the package, without the film */
  readonly files: readonly FilmFile[];
  readonly issues: readonly Issue[];
}

/** A package of optional fonts. */
export interface FontPackage {
  readonly name: string;
  readonly title: string;
  readonly families: readonly string[];
  /** Number of downloaded bytes; 0 unless a download is running. `bytes` is the size of the package */
  readonly fetchedBytes: number;
  readonly bytes: number;
  readonly state: 'absent' | 'adding' | 'added';
  /** Reason why the last download failed; null if it did not fail */
  readonly failure: string | null;
  readonly fonts: readonly {
    readonly family: string;
    readonly sha256: string;
    readonly weights: {
      readonly least: number;
      readonly most: number;
    };
    readonly style: 'normal' | 'italic';
  }[];
}

export interface Format {
  readonly name: string;
  readonly label: string;
  readonly purpose: string;
  readonly reason?: string | undefined;
  readonly values?: Readonly<Record<string, unknown>> | undefined;
  readonly extension: string;
  readonly mimeType: string;
  readonly videoCodec: string | null;
  readonly audioCodec: string | null;
  /** Transparency of films: `kept` preserves it; with `threshold`, each pixel is either opaque or transparent; with `none`, the film is drawn over the matte color */
  readonly alpha: 'kept' | 'threshold' | 'none';
  readonly available: boolean;
  /** Whether `maxbytes` can limit the size of a film in this format */
  readonly sizable: boolean;
}

/** A range of frames of a film; `to` is exclusive. */
export interface FrameSpan {
  readonly from: number;
  readonly to: number;
}

/** The health of the service, for monitoring. */
export interface Health {
  readonly status: 'ok' | 'read-only' | 'degraded';
  readonly version: string;
  /** Region of the service; the value of `:region` in paths */
  readonly region: string;
  readonly ffmpeg: {
    readonly version: string;
    readonly knownBad: boolean;
  } | null;
  readonly disk: {
    readonly freeBytes: number;
    readonly totalBytes: number;
  };
  readonly queue: {
    readonly queued: number;
    readonly running: number;
  };
  /** State of the farm; null if the service renders itself */
  readonly farm: FarmHealth | null;
}

/** A problem of a template. */
export interface Issue {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** English sentence for `reason` and `values` */
  readonly message: string;
  readonly reason?: string | undefined;
  readonly values?: Readonly<Record<string, unknown>> | undefined;
  readonly line: number | null;
  readonly column: number | null;
  readonly path: string;
  /** Name of the cell in the spreadsheet, such as `Sheet1!C7` */
  readonly cell?: string | undefined;
  /** The list items of the repeated element that has the problem, outermost list first; `index` starts at 1 */
  readonly items?: readonly {
    readonly list: string;
    readonly index: number;
  }[] | undefined;
}

export interface Loudness {
  /** Integrated loudness; null if everything is below −70 LUFS, such as silence */
  readonly integratedLufs: number | null;
  /** Highest true peak; null for silence */
  readonly truePeakDbtp: number | null;
  /** Loudness range */
  readonly rangeLu: number;
  readonly durationSeconds: number;
  /** Gain that the setting `loudness` causes; null for films without the setting. The other values are measured after the gain */
  readonly normalization: {
    /** Factor of the amplitude */
    readonly gain: number;
    /** Integrated loudness before the gain; null for silence */
    readonly integratedLufs: number | null;
    /** Highest true peak before the gain; null for silence */
    readonly truePeakDbtp: number | null;
  } | null;
}

export interface MediaFacts {
  /** Strong ETag; for an asset, the ETag of the asset */
  readonly etag: string;
  readonly size: number;
  /** FFmpeg’s name of the container, such as `mov`, `matroska`, or `wav`; `captions` for a captions file */
  readonly container: string;
  readonly contentType: string;
  /** Duration; all times in seconds count from the start of the first stream */
  readonly durationSeconds: number;
  readonly video: {
    readonly codec: string;
    readonly profile: string | null;
    /** A whole number or a fraction such as `30000/1001`; null if unknown */
    readonly frameRate: string | null;
    readonly variableRate: boolean;
    /** Number of frames; null if unknown */
    readonly frames: number | null;
    readonly startSeconds: number;
    readonly endSeconds: number;
    readonly codedWidth: number;
    readonly codedHeight: number;
    /** Width in square pixels, after rotation */
    readonly displayWidth: number;
    readonly displayHeight: number;
    /** Pixel aspect ratio, such as `64:45` */
    readonly sampleAspect: string;
    /** Clockwise rotation in degrees that a player applies */
    readonly rotation: number;
    readonly pixelFormat: string;
    readonly bitDepth: number;
    readonly hasAlpha: boolean;
    readonly hdr: boolean;
    readonly matrix: 'bt709' | 'bt601' | 'bt2020' | 'smpte240m' | 'fcc' | 'rgb';
    readonly range: 'limited' | 'full';
    readonly transfer: 'sdr' | 'pq' | 'hlg';
    /** First field of an interlaced picture; null for a progressive one */
    readonly fieldOrder: 'top' | 'bottom' | null;
    /** Periods of more than a second without a picture */
    readonly gaps: readonly {
      readonly from: number;
      readonly until: number;
    }[];
  } | null;
  readonly audio: {
    readonly codec: string;
    readonly sampleRate: number;
    readonly channels: number;
    /** FFmpeg’s name of the channel layout, such as `5.1(side)`; null if the file does not specify it */
    readonly channelLayout: string | null;
    readonly startSeconds: number;
    readonly endSeconds: number;
    /** Samples that the encoder added at the start; players skip them. `padding` counts the samples at the end. */
    readonly priming: number;
    readonly padding: number;
    /** Periods without sound data in the container */
    readonly gaps: readonly {
      readonly from: number;
      readonly until: number;
    }[];
  } | null;
  /** Numbers of further tracks, which films do not use; absent if there are none */
  readonly otherTracks?: {
    readonly video: number;
    readonly audio: number;
  } | undefined;
  readonly damage: {
    /** End of the readable part, in seconds of the source; `until` is the end of the complete source, null if unknown */
    readonly from: number;
    readonly until: number | null;
    /** Number of readable frames, null for sound; `lacking` is the number of missing frames, null if unknown */
    readonly there: number | null;
    readonly lacking: number | null;
    /** Present if the file contains another file after the first one; only the first file is read */
    readonly several?: true | undefined;
    /** Present if only the sound ends too early; `until` is then the end of the picture */
    readonly of?: 'sound' | undefined;
  } | null;
  /** Damaged ranges that are known so far, in seconds of the source; absent if there are none */
  readonly faults?: readonly {
    readonly from: number;
    readonly until: number;
    /** Present for a range at the start that has no sync frame; films start after this range */
    readonly skipped?: true | undefined;
  }[] | undefined;
  /** Places where the format of a stream changes or the clock jumps; such a source is played from a converted copy */
  readonly changes: readonly {
    readonly of: 'picture' | 'sound' | 'clock';
    readonly seconds: number;
  }[];
  /** Whether browsers based on Chromium can decode the source */
  readonly playable: boolean;
  /** Whether a browser shows different pictures from the engine; then a player needs the proxy */
  readonly needsProxy: boolean;
  readonly proxyReasons: readonly ('container' | 'video-codec' | 'audio-codec' | 'pixel-format' | 'hdr' | 'color' | 'interlaced' | 'changes' | 'transform')[];
}

export interface MediaProxy {
  readonly state: 'queued' | 'working' | 'ready' | 'failed';
  /** Progress from 0 to 1 */
  readonly progress: number;
  /** ETag of the proxy; null until it is ready */
  readonly etag: string | null;
  readonly error: {
    readonly code: string;
    readonly detail: string;
    readonly reason?: string | undefined;
    readonly values?: Readonly<Record<string, unknown>> | undefined;
  } | null;
}

export interface MissingAsset {
  readonly name: string;
  /** Templates that use the asset */
  readonly templates: readonly string[];
}

export interface MovieEntry {
  readonly name: string;
  /** ISO 8601, UTC */
  readonly updatedAt: string;
  readonly durationFrames: number | null;
  readonly variables: number;
}

/** The fields of a new key with their defaults. */
export interface NewAgentKey {
  /** Name of the program, shown beside its changes */
  readonly name: string;
  /** Permissions: `look` to read, `edit` to change, and `render` to render */
  readonly scopes?: readonly AgentScope[] | undefined;
  /** Uids or names of projects; null for all projects */
  readonly projects?: readonly string[] | null | undefined;
  /** Whether edits and values can contain addresses of new hosts */
  readonly addresses?: boolean | undefined;
}

/** A film whose template, brand, or assets changed after its render. */
export interface OutdatedFilm {
  readonly project: string;
  readonly render: string;
  readonly batch: string | null;
  /** Parts that changed after the film was rendered */
  readonly by: readonly ('template' | 'brand' | 'assets')[];
  /** Id of a newer render of the same film that has not failed; null if there is none */
  readonly newer: string | null;
}

/** The requested files. An absent part is not created. */
export interface PackageRequest {
  /** Picture of the film at the time in the attribute `poster` of the movie */
  readonly poster?: 'jpg' | 'png' | 'webp' | undefined;
  /** Contact sheet: pictures of the film at regular intervals, in one JPEG */
  readonly sheet?: {
    readonly columns?: number | undefined;
    readonly rows?: number | undefined;
    /** Width of each picture in pixels */
    readonly width?: number | undefined;
  } | undefined;
  /** Files with the captions, one for each language */
  readonly captions?: readonly ('srt' | 'vtt')[] | undefined;
  /** Subtitle track with the soft captions */
  readonly subtitles?: true | undefined;
  readonly chapters?: true | undefined;
  /** Metadata and cover of the film */
  readonly metadata?: true | undefined;
  /** File with the SHA-256 digests of the film and its files */
  readonly checksums?: true | undefined;
}

export interface Project {
  readonly uid: string;
  readonly name: string;
  /** ISO 8601, UTC */
  readonly createdAt: string;
  /** ISO 8601, UTC */
  readonly updatedAt: string;
  /** Time when the project was last opened in an editor; null if it was never opened */
  readonly openedAt: string | null;
  readonly counts: {
    readonly assets: number;
    readonly movies: number;
    readonly templates: number;
  };
  readonly bytes: number;
  /** Last publication to each cluster, newest first */
  readonly published: readonly {
    readonly cluster: string;
    readonly version: number;
    /** ISO 8601, UTC */
    readonly publishedAt: string;
  }[];
}

export interface Publication {
  readonly 'Published-UID': string;
  readonly cluster: string;
  readonly version: number;
  /** ISO 8601, UTC */
  readonly publishedAt: string;
}

export interface PublishedProject {
  readonly uid: string;
  readonly project: string;
  readonly name: string;
  readonly version: number;
  /** ISO 8601, UTC */
  readonly publishedAt: string;
  readonly assets: readonly string[];
  readonly movies: readonly string[];
  readonly templates: readonly string[];
}

export interface ReceivedChunk {
  readonly chunk_id: number;
  readonly size: number;
  readonly sha256: string;
}

export interface Render {
  readonly id: string;
  readonly project: string;
  /** Title from the request */
  readonly name: string | null;
  /** Name of the template or movie */
  readonly template: string | null;
  readonly state: RenderState;
  readonly format: string;
  readonly quality: string;
  /** `software`, or the requested hardware encoder */
  readonly encoder: string;
  /** Requested loudness; absent if the film has the loudness of the movie */
  readonly loudness?: string | undefined;
  /** Requested true peak; absent if the film has the true peak of the movie */
  readonly truepeak?: string | undefined;
  /** Requested maximum size in bytes; absent if there is no limit */
  readonly maxbytes?: number | undefined;
  /** Requested frames; null for the complete film */
  readonly range: FrameSpan | null;
  /** Number of finished frames; `total` is the number of all frames */
  readonly done: number;
  readonly total: number;
  readonly fps: number | null;
  readonly etaSeconds: number | null;
  /** Numbers of all scenes and of cached scenes; null until the service has checked the cache */
  readonly scenes: SceneCounts | null;
  /** Whether the render is queued and was moved to the front of the queue */
  readonly next: boolean;
  readonly attempt: number;
  readonly error: RenderError | null;
  readonly url: string | null;
  /** Object store to which the film is uploaded; null without a destination */
  readonly destination: {
    readonly bucket: string;
    readonly filename: string;
  } | null;
  readonly frames: number | null;
  readonly durationSeconds: number | null;
  readonly bytes: number | null;
  readonly sha256: string | null;
  /** Files of the package, without the film */
  readonly files: readonly FilmFile[];
  readonly warnings: readonly Issue[];
  /** ISO 8601, UTC */
  readonly createdAt: string;
  readonly endedAt: string | null;
  readonly batch: string | null;
  /** Origin of the render: a request, a batch, a link, or a request of an assistant */
  readonly origin: 'request' | 'batch' | 'link' | 'agent';
  /** Author in the request; null if the request has no author */
  readonly author: Author | null;
  /** Values of the first 20 variables of the request, each shortened to 100 characters */
  readonly values: readonly {
    readonly name: string;
    readonly value: string;
  }[];
}

export interface RenderError {
  readonly code: string;
  readonly detail: string;
  readonly reason?: string | undefined;
  readonly values?: Readonly<Record<string, unknown>> | undefined;
  readonly issues?: readonly Issue[] | undefined;
  readonly log?: readonly string[] | undefined;
}

export type RenderState = 'queued' | 'fetching' | 'rendering' | 'uploading' | 'succeeded' | 'failed' | 'cancelled';

/** A header for requests to the address of a table. The value is secret and never part of an answer. */
export interface RequestHeader {
  readonly name: string;
  /** Secret value of the header. Default: the stored value. */
  readonly value?: string | undefined;
}

export interface RestoredAsset {
  readonly name: string;
  readonly size: number;
  readonly contentType: string;
  readonly etag: string;
  /** ISO 8601, UTC */
  readonly createdAt: string;
  /** ISO 8601, UTC */
  readonly updatedAt: string;
  /** Null until the file has been inspected; files that are not media have the kind `other` */
  readonly media: {
    readonly kind: 'video' | 'audio' | 'image' | 'font' | 'captions' | 'other';
    readonly durationSeconds: number | null;
    /** End of the picture; null without a picture */
    readonly pictureSeconds: number | null;
    readonly width: number | null;
    readonly height: number | null;
    readonly frameRate: string | null;
    readonly videoCodec: string | null;
    readonly audioCodec: string | null;
    readonly hasAudio: boolean;
    readonly damage: {
      /** End of the readable part, in seconds of the source; `until` is the end of the complete source, null if unknown */
      readonly from: number;
      readonly until: number | null;
      /** Number of readable frames, null for sound; `lacking` is the number of missing frames, null if unknown */
      readonly there: number | null;
      readonly lacking: number | null;
      /** Present if the file contains another file after the first one; only the first file is read */
      readonly several?: true | undefined;
      /** Present if only the sound ends too early; `until` is then the end of the picture */
      readonly of?: 'sound' | undefined;
    } | null;
    /** Damaged ranges that are known so far, in seconds of the source; absent if there are none */
    readonly faults?: readonly {
      readonly from: number;
      readonly until: number;
      /** Present for a range at the start that has no sync frame; films start after this range */
      readonly skipped?: true | undefined;
    }[] | undefined;
    /** Family name of a font, if it has one */
    readonly fontFamily: string | null;
    /** Reason why films cannot use the asset, such as `is a text file, not a video`; null if they can */
    readonly reason: string | null;
    /** Code and values of `reason`, as in an issue; absent without a reason */
    readonly why?: {
      readonly reason: string;
      readonly values: Readonly<Record<string, unknown>>;
    } | undefined;
  } | null;
  /** Tags of the asset */
  readonly tags: readonly string[];
  readonly 'Resource-Name': string;
  /** Name before the deletion; it differs from `name` if another asset has this name */
  readonly formerName: string;
}

export interface Revision {
  /** Author of the change; null if the author is unknown */
  readonly author?: Author | null | undefined;
  /** Description of the change; null if there is none */
  readonly label?: string | null | undefined;
  readonly revision: number;
  /** ISO 8601, UTC */
  readonly savedAt: string;
  readonly size: number;
  readonly etag: string;
  /** Number of errors */
  readonly errors?: number | undefined;
}

export interface SampleProject {
  readonly 'Project-UID': string;
  readonly uid: string;
  readonly name: string;
  readonly template: string;
}

export interface SavedMovie {
  readonly name: string;
  readonly variables: readonly Variable[];
  readonly issues: readonly Issue[];
}

export interface SavedTemplate {
  readonly name: string;
  readonly movie: string;
  /** Whether the movie was exported. If the template has errors, the movie still has the content of the newest revision without errors. */
  readonly exported?: boolean | undefined;
  readonly revision: number;
  /** Whether the changes of a newer revision were merged into the text. If so, download the template again. */
  readonly merged?: boolean | undefined;
  readonly variables: readonly Variable[];
  readonly issues: readonly Issue[];
}

/** The total number of scenes of a film, and the number of scenes that came from the cache. */
export interface SceneCounts {
  readonly total: number;
  readonly cached: number;
}

/** An area of the workspace on disk. */
export interface StorageArea {
  readonly name: 'media' | 'trash' | 'films' | 'links' | 'segments' | 'views' | 'sources' | 'uploads' | 'database';
  readonly bytes: number;
  readonly files: number;
  /** Size limit; null without a limit */
  readonly limitBytes: number | null;
  /** Whether the area can be emptied, because the service can make its files again */
  readonly canEmpty: boolean;
}

/** Size limits of caches and films, in bytes. */
export interface StorageLimits {
  readonly segments: number;
  readonly views: number;
  readonly sources: number;
  readonly films: number;
  /** Limit of the films that links requested */
  readonly links: number;
}

export interface StoredAsset {
  readonly name: string;
  readonly size: number;
  readonly contentType: string;
  readonly etag: string;
  /** ISO 8601, UTC */
  readonly createdAt: string;
  /** ISO 8601, UTC */
  readonly updatedAt: string;
  /** Null until the file has been inspected; files that are not media have the kind `other` */
  readonly media: {
    readonly kind: 'video' | 'audio' | 'image' | 'font' | 'captions' | 'other';
    readonly durationSeconds: number | null;
    /** End of the picture; null without a picture */
    readonly pictureSeconds: number | null;
    readonly width: number | null;
    readonly height: number | null;
    readonly frameRate: string | null;
    readonly videoCodec: string | null;
    readonly audioCodec: string | null;
    readonly hasAudio: boolean;
    readonly damage: {
      /** End of the readable part, in seconds of the source; `until` is the end of the complete source, null if unknown */
      readonly from: number;
      readonly until: number | null;
      /** Number of readable frames, null for sound; `lacking` is the number of missing frames, null if unknown */
      readonly there: number | null;
      readonly lacking: number | null;
      /** Present if the file contains another file after the first one; only the first file is read */
      readonly several?: true | undefined;
      /** Present if only the sound ends too early; `until` is then the end of the picture */
      readonly of?: 'sound' | undefined;
    } | null;
    /** Damaged ranges that are known so far, in seconds of the source; absent if there are none */
    readonly faults?: readonly {
      readonly from: number;
      readonly until: number;
      /** Present for a range at the start that has no sync frame; films start after this range */
      readonly skipped?: true | undefined;
    }[] | undefined;
    /** Family name of a font, if it has one */
    readonly fontFamily: string | null;
    /** Reason why films cannot use the asset, such as `is a text file, not a video`; null if they can */
    readonly reason: string | null;
    /** Code and values of `reason`, as in an issue; absent without a reason */
    readonly why?: {
      readonly reason: string;
      readonly values: Readonly<Record<string, unknown>>;
    } | undefined;
  } | null;
  /** Tags of the asset */
  readonly tags: readonly string[];
  readonly 'Resource-Name': string;
}

/** A stored brand as the service returns it. */
export interface StoredBrand {
  readonly brand: {
    readonly colours?: readonly {
      readonly name: string;
      readonly value: string;
      readonly role?: 'accent' | 'panel' | 'highlight' | 'on_dark' | 'on_light' | undefined;
    }[] | undefined;
    readonly fonts?: {
      readonly titles?: {
        /** A family, or the file of a font among the project’s assets */
        readonly font: string;
        readonly weight?: number | undefined;
      } | undefined;
      readonly text?: {
        /** A family, or the file of a font among the project’s assets */
        readonly font: string;
        readonly weight?: number | undefined;
      } | undefined;
      readonly numbers?: {
        /** A family, or the file of a font among the project’s assets */
        readonly font: string;
        readonly weight?: number | undefined;
      } | undefined;
    } | undefined;
    /** Templates show the first logo */
    readonly logos?: readonly {
      readonly name: string;
      readonly asset: string;
      /** Background of the text: the name of one of the colors, or #rrggbb */
      readonly on?: string | undefined;
    }[] | undefined;
    readonly music?: {
      readonly asset: string;
      /** Factor of the amplitude */
      readonly volume?: number | undefined;
    } | undefined;
    readonly motion?: {
      /** Easing as in templates, such as `ease-out` */
      readonly easing?: string | undefined;
      readonly transition?: {
        readonly type: string;
        readonly direction?: string | undefined;
        readonly duration?: string | undefined;
      } | undefined;
    } | undefined;
    readonly check?: {
      /** Platforms of the project */
      readonly platforms?: readonly {
        /** Name of the platform */
        readonly name: string;
        /** Covered margins: shares of the height (top, bottom) and of the width (left, right) */
        readonly margins: {
          readonly top: number;
          readonly bottom: number;
          readonly left: number;
          readonly right: number;
        };
      }[] | undefined;
      /** Codes of checks that are switched off, such as `text/tiny` */
      readonly off?: readonly string[] | undefined;
    } | undefined;
  };
  /** Values of template variables that come from the brand, by variable name */
  readonly values: Readonly<Record<string, string>>;
  /** Assets that the brand refers to but the project does not have; no variable gets them as its value */
  readonly missing: readonly string[];
}

export interface TagList {
  readonly tags: readonly string[];
}

export interface TemplateEntry {
  readonly name: string;
  /** ISO 8601, UTC */
  readonly updatedAt: string;
  readonly revision: number;
  /** Duration of the newest revision without errors, in frames */
  readonly durationFrames: number | null;
  /** Number of errors in the newest revision. Films are rendered from the newest revision without errors. */
  readonly errors?: number | undefined;
}

/** An asset in the trash, with its facts from the time of its deletion. */
export interface TrashedAsset {
  readonly name: string;
  readonly size: number;
  readonly contentType: string;
  readonly etag: string;
  /** ISO 8601, UTC */
  readonly createdAt: string;
  /** ISO 8601, UTC */
  readonly updatedAt: string;
  /** Null until the file has been inspected; files that are not media have the kind `other` */
  readonly media: {
    readonly kind: 'video' | 'audio' | 'image' | 'font' | 'captions' | 'other';
    readonly durationSeconds: number | null;
    /** End of the picture; null without a picture */
    readonly pictureSeconds: number | null;
    readonly width: number | null;
    readonly height: number | null;
    readonly frameRate: string | null;
    readonly videoCodec: string | null;
    readonly audioCodec: string | null;
    readonly hasAudio: boolean;
    readonly damage: {
      /** End of the readable part, in seconds of the source; `until` is the end of the complete source, null if unknown */
      readonly from: number;
      readonly until: number | null;
      /** Number of readable frames, null for sound; `lacking` is the number of missing frames, null if unknown */
      readonly there: number | null;
      readonly lacking: number | null;
      /** Present if the file contains another file after the first one; only the first file is read */
      readonly several?: true | undefined;
      /** Present if only the sound ends too early; `until` is then the end of the picture */
      readonly of?: 'sound' | undefined;
    } | null;
    /** Damaged ranges that are known so far, in seconds of the source; absent if there are none */
    readonly faults?: readonly {
      readonly from: number;
      readonly until: number;
      /** Present for a range at the start that has no sync frame; films start after this range */
      readonly skipped?: true | undefined;
    }[] | undefined;
    /** Family name of a font, if it has one */
    readonly fontFamily: string | null;
    /** Reason why films cannot use the asset, such as `is a text file, not a video`; null if they can */
    readonly reason: string | null;
    /** Code and values of `reason`, as in an issue; absent without a reason */
    readonly why?: {
      readonly reason: string;
      readonly values: Readonly<Record<string, unknown>>;
    } | undefined;
  } | null;
  /** Tags of the asset */
  readonly tags: readonly string[];
  /** Id in the trash; the names of deleted assets can be equal, but the ids differ */
  readonly id: string;
  /** ISO 8601, UTC */
  readonly deletedAt: string;
  /** Time when the asset is deleted permanently */
  readonly expiresAt: string;
}

export interface Upload {
  readonly id: string;
  readonly upload_id: string;
  readonly name: string;
  readonly chunk_count: number;
  readonly chunk_size: number;
  readonly received: readonly ReceivedChunk[];
  /** ISO 8601, UTC */
  readonly expires_at: string;
}

export interface UploadState {
  readonly id: string;
  readonly upload_id: string;
  readonly name: string;
  readonly chunk_count: number;
  readonly chunk_size: number;
  readonly received: readonly ReceivedChunk[];
  /** ISO 8601, UTC */
  readonly expires_at: string;
  readonly missing: readonly number[];
  readonly bytes_received: number;
}

/** The templates and files that a project got from a design. */
export interface UsedDesign {
  /** Name of the template to open first, and of its movie */
  readonly movie: string;
  readonly templates: readonly {
    readonly size: DesignSize;
    readonly name: string;
  }[];
  /** Files that the templates use; `as` is the name in the project */
  readonly assets: readonly {
    readonly name: string;
    readonly as: string;
  }[];
}

export interface Variable {
  readonly name: string;
  readonly type: 'media' | 'color' | 'time' | 'number' | 'boolean' | 'text';
  readonly defaultvalue: string | null;
  readonly options: string;
  readonly offset: number | null;
  readonly numframes: number | null;
  readonly choices?: readonly string[] | undefined;
  readonly declaration?: {
    readonly type: 'text' | 'number' | 'color' | 'boolean' | 'time' | 'video' | 'image' | 'sound' | 'font' | 'choice' | 'list' | null;
    readonly label: string | null;
    readonly help: string | null;
    readonly group: string | null;
    readonly required: boolean;
    readonly min: number | null;
    readonly max: number | null;
    readonly step: number | null;
    readonly maxlength: number | null;
    readonly multiline: boolean;
    readonly choices: readonly {
      readonly value: string;
      readonly label: string | null;
    }[];
  } | undefined;
  /** Value from the brand of the project, which applies if the request has no value */
  readonly brand?: string | undefined;
  /** Declaration of the items; only for lists */
  readonly list?: {
    /** Type of the items of a list without fields */
    readonly of: 'text' | 'number' | 'color' | 'boolean' | 'time' | 'video' | 'image' | 'sound' | 'font' | 'choice';
    readonly min: number | null;
    readonly max: number | null;
    /** Number of items in the default value */
    readonly items: number;
    readonly fields: readonly {
      readonly type: 'text' | 'number' | 'color' | 'boolean' | 'time' | 'video' | 'image' | 'sound' | 'font' | 'choice' | 'list' | null;
      readonly label: string | null;
      readonly help: string | null;
      readonly required: boolean;
      readonly min: number | null;
      readonly max: number | null;
      readonly step: number | null;
      readonly maxlength: number | null;
      readonly multiline: boolean;
      readonly choices: readonly {
        readonly value: string;
        readonly label: string | null;
      }[];
      readonly name: string;
      readonly default: string | null;
      /** Declaration of the items of a list in an item; only for fields of type `list` */
      readonly list?: {
        /** Type of the items of a list without fields */
        readonly of: 'text' | 'number' | 'color' | 'boolean' | 'time' | 'video' | 'image' | 'sound' | 'font' | 'choice';
        readonly fields: readonly {
          readonly type: 'text' | 'number' | 'color' | 'boolean' | 'time' | 'video' | 'image' | 'sound' | 'font' | 'choice' | 'list' | null;
          readonly label: string | null;
          readonly help: string | null;
          readonly required: boolean;
          readonly min: number | null;
          readonly max: number | null;
          readonly step: number | null;
          readonly maxlength: number | null;
          readonly multiline: boolean;
          readonly choices: readonly {
            readonly value: string;
            readonly label: string | null;
          }[];
          readonly name: string;
          readonly default: string | null;
          readonly list?: {
            /** Type of the items of a list without fields */
            readonly of: 'text' | 'number' | 'color' | 'boolean' | 'time' | 'video' | 'image' | 'sound' | 'font' | 'choice';
            readonly fields: readonly {
              readonly type: 'text' | 'number' | 'color' | 'boolean' | 'time' | 'video' | 'image' | 'sound' | 'font' | 'choice' | 'list' | null;
              readonly label: string | null;
              readonly help: string | null;
              readonly required: boolean;
              readonly min: number | null;
              readonly max: number | null;
              readonly step: number | null;
              readonly maxlength: number | null;
              readonly multiline: boolean;
              readonly choices: readonly {
                readonly value: string;
                readonly label: string | null;
              }[];
              readonly name: string;
              readonly default: string | null;
            }[];
          } | undefined;
        }[];
      } | undefined;
      readonly uses: readonly {
        readonly path: string;
        readonly attribute: string;
        readonly line: number | null;
        readonly scene: number | null;
      }[];
    }[];
  } | undefined;
  readonly uses: readonly {
    readonly path: string;
    readonly attribute: string;
    readonly line: number | null;
    readonly scene: number | null;
  }[];
}

export interface Waveform {
  readonly perSecond: number;
  readonly peaks: readonly number[];
  /** One level for each peak */
  readonly levels: readonly number[];
}

/** All projects, sorted by name */
export interface ListProjectsAnswer {
  readonly Projects: readonly (readonly [string, string])[];
  readonly projects: readonly Project[];
}

/** The projects with missing assets */
export interface ListMissingAnswer {
  readonly projects: readonly {
    readonly uid: string;
    readonly assets: readonly MissingAsset[];
  }[];
}

export interface CreateProjectInput {
  readonly name: string;
  /** Name of the design to start from. */
  readonly design?: string | undefined;
  /** Aspect ratio such as `9:16`, or `all`. Default: the first size of the design. */
  readonly size?: DesignSize | 'all' | undefined;
  /** Language of the names and texts of the design. Default: `en`. */
  readonly language?: 'en' | 'de' | undefined;
}

/** The new project */
export type CreateProjectAnswer = CreatedProject;

export interface RenameProjectInput {
  readonly project: string;
  readonly body: {
    readonly name: string;
  };
}

/** The renamed project */
export type RenameProjectAnswer = Project;

export interface OpenProjectInput {
  readonly project: string;
}

/** The project */
export type OpenProjectAnswer = Project;

export interface DuplicateProjectInput {
  readonly project: string;
  readonly body: {
    readonly name: string;
  };
}

/** The new project */
export type DuplicateProjectAnswer = Project;

export interface DeleteProjectInput {
  readonly project: string;
}

/** The deleted project */
export type DeleteProjectAnswer = DeletedAnswer;

export interface CreateSampleInput {
  /** Language of names and texts. Default: `en`. */
  readonly language?: 'en' | 'de' | undefined;
}

/** The new project and the template to open first */
export type CreateSampleAnswer = SampleProject;

export interface ReadBundleInput {
  readonly project: string;
}

export interface CreateFromBundleInput {
  readonly name?: string | undefined;
  readonly body: FileBody;
}

/** The new project */
export interface CreateFromBundleAnswer {
  readonly uid: string;
  readonly name: string;
  /** ISO 8601, UTC */
  readonly createdAt: string;
  /** ISO 8601, UTC */
  readonly updatedAt: string;
  /** Time when the project was last opened in an editor; null if it was never opened */
  readonly openedAt: string | null;
  readonly counts: {
    readonly assets: number;
    readonly movies: number;
    readonly templates: number;
  };
  readonly bytes: number;
  /** Last publication to each cluster, newest first */
  readonly published: readonly {
    readonly cluster: string;
    readonly version: number;
    /** ISO 8601, UTC */
    readonly publishedAt: string;
  }[];
  /** Imported live tables, which are paused */
  readonly liveTables: readonly {
    readonly id: string;
    readonly name: string;
    /** Part of the table that the bundle does not contain, such as a secret header */
    readonly problem: Issue | null;
  }[];
}

export interface ListDesignsInput {
  /** Language of titles and descriptions. Default: `en`. */
  readonly language?: 'en' | 'de' | undefined;
}

/** Designs */
export interface ListDesignsAnswer {
  readonly designs: readonly Design[];
}

export interface ReadDesignInput {
  readonly design: string;
}

export interface ReadDesignPosterInput {
  readonly design: string;
  /** Aspect ratio such as `9:16`. Default: the first size of the design. */
  readonly size?: DesignSize | undefined;
  /** JSON object: values of variables. Omitted variables have their defaults. */
  readonly values?: string | undefined;
  /** Uid of the project whose brand is applied. `values` take precedence over the brand. */
  readonly project?: string | undefined;
  /** Language of the default texts. Default: `en`. */
  readonly language?: 'en' | 'de' | undefined;
  /** Version of the design. If the version is current, clients can cache the answer permanently. */
  readonly v?: string | undefined;
}

export interface ReadDesignPreviewInput {
  readonly design: string;
  /** Aspect ratio such as `9:16`. Default: the first size of the design. */
  readonly size?: DesignSize | undefined;
  /** Language of the default texts. Default: `en`. */
  readonly language?: 'en' | 'de' | undefined;
  /** Version of the design. If the version is current, clients can cache the answer permanently. */
  readonly v?: string | undefined;
}

export interface ReadDesignTemplateInput {
  readonly design: string;
  /** Aspect ratio such as `9:16`. Default: the first size of the design. */
  readonly size?: DesignSize | undefined;
  /** Version of the design. If the version is current, clients can cache the answer permanently. */
  readonly v?: string | undefined;
}

export interface UseDesignInput {
  readonly design: string;
  /** Default: the region of the client. */
  readonly region?: string | undefined;
  readonly project: string;
  readonly body?: {
    /** Aspect ratio such as `9:16`, or `all`. Default: the first size of the design. */
    readonly size?: DesignSize | 'all' | undefined;
    /** Name of the template. Default: the title of the design. */
    readonly name?: string | undefined;
    /** Language of the template’s name, its texts, and its layer names. Default: `en`. */
    readonly language?: 'en' | 'de' | undefined;
  };
}

/** The added templates, and the files that they use */
export type UseDesignAnswer = UsedDesign;

export interface CreateDesignInput {
  readonly design: string;
  /** `true`: replace an existing design of your own with this name. */
  readonly replace?: boolean | undefined;
  readonly body: FileBody;
}

/** The new design */
export type CreateDesignAnswer = Design;

export interface SaveDesignInput {
  readonly design: string;
  /** Default: the region of the client. */
  readonly region?: string | undefined;
  readonly project: string;
  /** `true`: replace an existing design of your own with this name. */
  readonly replace?: boolean | undefined;
  readonly body: {
    /** Names of templates, each with a different aspect ratio. */
    readonly templates: readonly string[];
    readonly title: string;
    /** Description of the design. Default: the title. */
    readonly description?: string | undefined;
    readonly category: 'people' | 'shops' | 'news' | 'social' | 'events' | 'products';
    /** Number of the poster frame. Default: a frame near the middle. */
    readonly posterFrame?: number | undefined;
  };
}

/** The new design */
export type SaveDesignAnswer = Design;

export interface DeleteDesignInput {
  readonly design: string;
}

/** The name of the deleted design */
export type DeleteDesignAnswer = DeletedAnswer;

export interface ListAssetsInput {
  readonly project: string;
  readonly prefix?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** A page of assets. `cursor` requests the next page; null on the last page. */
export interface ListAssetsAnswer {
  readonly assets: readonly Asset[];
  readonly cursor: string | null;
}

export interface ReadAssetInput {
  readonly project: string;
  readonly name: string;
}

export interface CreateAssetInput {
  readonly project: string;
  readonly name: string;
  readonly body: FileBody;
}

/** The asset */
export type CreateAssetAnswer = StoredAsset;

export interface ReplaceAssetInput {
  readonly project: string;
  readonly name: string;
  readonly body: FileBody;
}

/** The replaced asset */
export type ReplaceAssetAnswer = StoredAsset;

export interface RenameAssetInput {
  readonly project: string;
  readonly name: string;
  readonly body: {
    readonly name: string;
  };
}

/** The asset under its new name */
export type RenameAssetAnswer = StoredAsset;

export interface CopyAssetInput {
  readonly project: string;
  readonly name: string;
  readonly body: {
    /** Uid of the target project */
    readonly to: string;
  };
}

/** The asset in the other project */
export type CopyAssetAnswer = StoredAsset;

export interface TagAssetInput {
  readonly project: string;
  readonly name: string;
  readonly body: TagList;
}

/** The asset */
export type TagAssetAnswer = StoredAsset;

export interface DeleteAssetInput {
  readonly project: string;
  readonly name: string;
}

/** The names of the deleted items */
export type DeleteAssetAnswer = DeletedAnswer;

export interface ListTrashInput {
  readonly project: string;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** A page of the trash. `cursor` requests the next page; null on the last page. */
export interface ListTrashAnswer {
  readonly assets: readonly TrashedAsset[];
  readonly cursor: string | null;
  readonly count: number;
  readonly bytes: number;
}

export interface RestoreAssetInput {
  readonly project: string;
  readonly id: string;
}

/** The asset and its former name */
export type RestoreAssetAnswer = RestoredAsset;

export interface DeleteTrashedInput {
  readonly project: string;
  readonly id: string;
}

/** The names of the deleted items */
export type DeleteTrashedAnswer = DeletedAnswer;

export interface EmptyTrashInput {
  readonly project: string;
}

/** The number of deleted assets */
export interface EmptyTrashAnswer {
  readonly count: number;
}

export interface ReadBrandInput {
  readonly project: string;
}

/** The brand, and the values of variables that come from the brand */
export type ReadBrandAnswer = StoredBrand;

export interface SaveBrandInput {
  readonly project: string;
  readonly body?: {
    readonly colours?: readonly {
      readonly name: string;
      readonly value: string;
      readonly role?: 'accent' | 'panel' | 'highlight' | 'on_dark' | 'on_light' | undefined;
    }[] | undefined;
    readonly fonts?: {
      readonly titles?: {
        /** A family, or the file of a font among the project’s assets */
        readonly font: string;
        readonly weight?: number | undefined;
      } | undefined;
      readonly text?: {
        /** A family, or the file of a font among the project’s assets */
        readonly font: string;
        readonly weight?: number | undefined;
      } | undefined;
      readonly numbers?: {
        /** A family, or the file of a font among the project’s assets */
        readonly font: string;
        readonly weight?: number | undefined;
      } | undefined;
    } | undefined;
    /** Templates show the first logo */
    readonly logos?: readonly {
      readonly name: string;
      readonly asset: string;
      /** Background of the text: the name of one of the colors, or #rrggbb */
      readonly on?: string | undefined;
    }[] | undefined;
    readonly music?: {
      readonly asset: string;
      /** Factor of the amplitude */
      readonly volume?: number | undefined;
    } | undefined;
    readonly motion?: {
      /** Easing as in templates, such as `ease-out` */
      readonly easing?: string | undefined;
      readonly transition?: {
        readonly type: string;
        readonly direction?: string | undefined;
        readonly duration?: string | undefined;
      } | undefined;
    } | undefined;
    readonly check?: {
      /** Platforms of the project */
      readonly platforms?: readonly {
        /** Name of the platform */
        readonly name: string;
        /** Covered margins: shares of the height (top, bottom) and of the width (left, right) */
        readonly margins: {
          readonly top: number;
          readonly bottom: number;
          readonly left: number;
          readonly right: number;
        };
      }[] | undefined;
      /** Codes of checks that are switched off, such as `text/tiny` */
      readonly off?: readonly string[] | undefined;
    } | undefined;
  };
}

/** The brand, and the values of variables that come from the brand */
export type SaveBrandAnswer = StoredBrand;

export interface StartUploadInput {
  readonly project: string;
  readonly chunk_count: number;
  readonly chunk_size: number;
  readonly name: string;
}

/** The open upload */
export type StartUploadAnswer = Upload;

export interface ListUploadsInput {
  readonly project: string;
}

/** Open uploads */
export interface ListUploadsAnswer {
  readonly uploads: readonly UploadState[];
}

export interface ReadUploadInput {
  readonly project: string;
  readonly upload: string;
}

/** The upload */
export type ReadUploadAnswer = UploadState;

export interface WriteChunkInput {
  readonly project: string;
  readonly upload: string;
  readonly chunk_id: number;
  readonly body: FileBody;
}

/** The stored chunk */
export type WriteChunkAnswer = ReceivedChunk;

export interface FinishUploadInput {
  readonly project: string;
  readonly upload: string;
}

/** The asset */
export type FinishUploadAnswer = StoredAsset;

export interface AbandonUploadInput {
  readonly project: string;
  readonly upload: string;
}

/** The id of the deleted upload */
export type AbandonUploadAnswer = DeletedAnswer;

export interface ListMoviesInput {
  readonly project: string;
}

/** The names and details of the movies */
export interface ListMoviesAnswer {
  readonly SDLS: readonly string[];
  readonly movies: readonly MovieEntry[];
}

export interface ReadMovieInput {
  readonly project: string;
  readonly movie: string;
}

/** The movie */
export type ReadMovieAnswer = Readonly<Record<string, unknown>>;

export interface CreateMovieInput {
  readonly project: string;
  readonly movie: string;
  readonly body: string | object;
}

/** The saved movie */
export type CreateMovieAnswer = SavedMovie;

export interface ReplaceMovieInput {
  readonly project: string;
  readonly movie: string;
  readonly body: string | object;
}

/** The saved movie */
export type ReplaceMovieAnswer = SavedMovie;

export interface DeleteMoviesInput {
  readonly project: string;
  readonly name?: string | readonly string[] | undefined;
}

/** The names of the deleted movies */
export type DeleteMoviesAnswer = DeletedAnswer;

export interface DeleteMovieInput {
  readonly project: string;
  readonly movie: string;
}

/** The name of the deleted movie */
export type DeleteMovieAnswer = DeletedAnswer;

export interface ListVariablesInput {
  readonly project: string;
  readonly movie: string;
}

/** Variables */
export interface ListVariablesAnswer {
  readonly variables: readonly Variable[];
}

/** JSON Schema, draft 2020-12 */
export type ReadMovieSchemaAnswer = Readonly<Record<string, unknown>>;

export interface ListTemplatesInput {
  readonly project: string;
}

/** Templates */
export interface ListTemplatesAnswer {
  readonly templates: readonly TemplateEntry[];
}

export interface SaveTemplateInput {
  /** Default: the region of the client. */
  readonly region?: string | undefined;
  readonly project: string;
  readonly name: string;
  /** `refuse` (the default) rejects a template with errors. `keep` saves the template as a revision, even if it is not XML. The movie then still has the content of the newest revision without errors. */
  readonly errors?: 'refuse' | 'keep' | undefined;
  /** `true`: if `If-Match` names an older revision, the changes of the newer revisions are merged into the text. If the text and a newer revision changed the same place, the answer is `template/precondition`. */
  readonly merge?: boolean | undefined;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** A new revision */
export type SaveTemplateAnswer = SavedTemplate;

export interface ReadTemplateInput {
  /** Default: the region of the client. */
  readonly region?: string | undefined;
  readonly project: string;
  readonly name: string;
  readonly revision?: number | undefined;
}

export interface DeleteTemplateInput {
  /** Default: the region of the client. */
  readonly region?: string | undefined;
  readonly project: string;
  readonly name: string;
}

/** The name of the deleted template */
export type DeleteTemplateAnswer = DeletedAnswer;

export interface ListRevisionsInput {
  /** Default: the region of the client. */
  readonly region?: string | undefined;
  readonly project: string;
  readonly name: string;
}

/** Revisions */
export interface ListRevisionsAnswer {
  readonly revisions: readonly Revision[];
}

export interface ReadEditingInput {
  readonly project: string;
  readonly name: string;
}

/** The editing record */
export type ReadEditingAnswer = EditingRecord;

export interface SaveEditingInput {
  readonly project: string;
  readonly name: string;
  readonly body: EditingRecord;
}

/** The editing record */
export type SaveEditingAnswer = EditingRecord;

export interface ReadBatchTableInput {
  readonly project: string;
  readonly name: string;
}

/** The batch table */
export type ReadBatchTableAnswer = BatchTable;

export interface SaveBatchTableInput {
  readonly project: string;
  readonly name: string;
  readonly body: BatchTable;
}

/** The batch table */
export type SaveBatchTableAnswer = BatchTable;

export interface ReadMediaFrameInput {
  readonly project: string;
  /** Name of an asset of the project. */
  readonly src?: string | undefined;
  /** Address of a remote source, instead of `src`. */
  readonly url?: string | undefined;
  /** ETag of the asset or of its facts, with or without quotes. If the ETag is current, clients can cache the answer permanently. */
  readonly v?: string | undefined;
  /** Time in seconds from the start of the source. Default: 0. */
  readonly at?: number | undefined;
  /** Width in pixels. Default: 640. */
  readonly width?: number | undefined;
}

export interface ReadMediaPosterInput {
  readonly project: string;
  /** Name of an asset of the project. */
  readonly src?: string | undefined;
  /** Address of a remote source, instead of `src`. */
  readonly url?: string | undefined;
  /** ETag of the asset or of its facts, with or without quotes. If the ETag is current, clients can cache the answer permanently. */
  readonly v?: string | undefined;
  /** Width in pixels. Default: 640. */
  readonly width?: number | undefined;
}

export interface ReadMediaStripInput {
  readonly project: string;
  /** Name of an asset of the project. */
  readonly src?: string | undefined;
  /** Address of a remote source, instead of `src`. */
  readonly url?: string | undefined;
  /** ETag of the asset or of its facts, with or without quotes. If the ETag is current, clients can cache the answer permanently. */
  readonly v?: string | undefined;
  readonly count: number;
  /** Maximum width of one tile in pixels. Default: 120. Tiles are narrower if all tiles together would exceed 16,384 pixels. */
  readonly width?: number | undefined;
  /** Start of the range in seconds. Default: 0. */
  readonly from?: number | undefined;
  /** End of the range in seconds. Default: the end of the picture. */
  readonly to?: number | undefined;
  /** `true` or `false`. Default: `false`. */
  readonly exact?: boolean | undefined;
}

export interface ReadMediaWaveformInput {
  readonly project: string;
  /** Name of an asset of the project. */
  readonly src?: string | undefined;
  /** Address of a remote source, instead of `src`. */
  readonly url?: string | undefined;
  /** ETag of the asset or of its facts, with or without quotes. If the ETag is current, clients can cache the answer permanently. */
  readonly v?: string | undefined;
  /** Peaks per second. Default: 50. */
  readonly perSecond?: number | undefined;
}

/** Peaks */
export type ReadMediaWaveformAnswer = Waveform;

export interface ReadMediaFactsInput {
  readonly project: string;
  /** Name of an asset of the project. */
  readonly src?: string | undefined;
  /** Address of a remote source, instead of `src`. */
  readonly url?: string | undefined;
  /** ETag of the asset or of its facts, with or without quotes. If the ETag is current, clients can cache the answer permanently. */
  readonly v?: string | undefined;
  /** `false`: do not deinterlace an interlaced source, like a video with `deinterlace="false"`. */
  readonly deinterlace?: boolean | undefined;
}

/** Facts */
export type ReadMediaFactsAnswer = MediaFacts;

export interface ReadMediaOriginalInput {
  readonly project: string;
  /** Name of an asset of the project. */
  readonly src?: string | undefined;
  /** Address of a remote source, instead of `src`. */
  readonly url?: string | undefined;
  /** ETag of the asset or of its facts, with or without quotes. If the ETag is current, clients can cache the answer permanently. */
  readonly v?: string | undefined;
}

export interface ReadMediaImageInput {
  readonly project: string;
  /** Name of an asset of the project. */
  readonly src?: string | undefined;
  /** Address of a remote source, instead of `src`. */
  readonly url?: string | undefined;
}

export interface StartMediaProxyInput {
  readonly project: string;
  /** Name of an asset of the project. */
  readonly src?: string | undefined;
  /** Address of a remote source, instead of `src`. */
  readonly url?: string | undefined;
  /** ETag of the asset or of its facts, with or without quotes. If the ETag is current, clients can cache the answer permanently. */
  readonly v?: string | undefined;
  /** `false`: do not deinterlace an interlaced source, like a video with `deinterlace="false"`. */
  readonly deinterlace?: boolean | undefined;
  /** `true`: try again after a failure. */
  readonly retry?: boolean | undefined;
}

/** The state and progress of the proxy */
export type StartMediaProxyAnswer = MediaProxy;

export interface ReadMediaProxyInput {
  readonly project: string;
  /** Name of an asset of the project. */
  readonly src?: string | undefined;
  /** Address of a remote source, instead of `src`. */
  readonly url?: string | undefined;
  /** ETag of the asset or of its facts, with or without quotes. If the ETag is current, clients can cache the answer permanently. */
  readonly v?: string | undefined;
  /** `false`: do not deinterlace an interlaced source, like a video with `deinterlace="false"`. */
  readonly deinterlace?: boolean | undefined;
}

export interface ReadFilmPosterInput {
  readonly project: string;
  readonly movie: string;
  /** Position in the film, from 0 to 1. Default: a representative frame. */
  readonly at?: number | undefined;
  /** Maximum width in pixels. Default: 320. The picture is never wider than the film. */
  readonly width?: number | undefined;
  /** `jpeg` (default), `png`, `webp`, or `avif`. */
  readonly format?: 'png' | 'jpeg' | 'webp' | 'avif' | undefined;
  /** Any text, which the service ignores. Change the text to bypass a cache when the film changes. */
  readonly v?: string | undefined;
}

export interface RenderFrameInput {
  /** Default: the region of the client. */
  readonly region?: string | undefined;
  readonly project: string;
  readonly body?: {
    /** The XML movie template. */
    readonly template?: string | undefined;
    /** Name of a saved movie, instead of `template`. */
    readonly movie?: string | undefined;
    /** JSON object with the values of variables. */
    readonly variables?: string | undefined;
    /** Language of the film. Default: the language of the movie. */
    readonly language?: string | undefined;
    /** Frame number, from 0. Default: 0. */
    readonly frame?: string | undefined;
    /** Width in pixels, at most the width of the film. Default: the width of the film. */
    readonly width?: string | undefined;
    /** `png` (default), `jpeg`, `webp`, or `avif`. */
    readonly format?: 'png' | 'jpeg' | 'webp' | 'avif' | undefined;
  };
}

export interface MeasureLoudnessInput {
  /** Default: the region of the client. */
  readonly region?: string | undefined;
  readonly project: string;
  readonly body?: {
    /** The XML movie template. */
    readonly template?: string | undefined;
    /** Name of a saved movie, instead of `template`. */
    readonly movie?: string | undefined;
    /** JSON object with the values of variables. */
    readonly variables?: string | undefined;
    /** Language of the film. Default: the language of the movie. */
    readonly language?: string | undefined;
    /** Loudness of the film in LUFS, from −40 to −5, or `none`. Default: the loudness of the movie. */
    readonly loudness?: string | undefined;
    /** Highest true peak in dBTP, from −9 to 0. Default: the true peak of the movie. */
    readonly truepeak?: string | undefined;
    /** An id that you choose. `loudness.progress` events with this id report the progress. */
    readonly watch?: string | undefined;
  };
}

/** Loudness */
export type MeasureLoudnessAnswer = Loudness;

export interface CheckFilmInput {
  /** Default: the region of the client. */
  readonly region?: string | undefined;
  readonly project: string;
  readonly body?: {
    /** The XML movie template. */
    readonly template?: string | undefined;
    /** Name of a saved movie, instead of `template`. */
    readonly movie?: string | undefined;
    /** JSON object with the values of variables. */
    readonly variables?: string | undefined;
    /** Language of the film. Default: the language of the movie. */
    readonly language?: string | undefined;
    /** Loudness of the film in LUFS, from −40 to −5, or `none`. Default: the loudness of the movie. */
    readonly loudness?: string | undefined;
    /** Highest true peak in dBTP, from −9 to 0. Default: the true peak of the movie. */
    readonly truepeak?: string | undefined;
    /** Platforms whose safe zones and limits the check applies, separated by commas, such as `shorts,reels`. */
    readonly platforms?: string | undefined;
    /** Extent of the check: `quick` checks the geometry of the layers; `full` also checks the pictures and the sound */
    readonly level?: 'quick' | 'full' | undefined;
    /** Codes of the checks to run, instead of all checks, separated by commas, such as `text/tiny`. */
    readonly only?: string | undefined;
    /** Codes of the checks to skip, separated by commas, such as `text/tiny`. */
    readonly skip?: string | undefined;
    /** Codes of the findings to fix, separated by commas, or `all`. The service tries each fix on a copy, and writes it into the field `fix` of the finding. Not available with `rows`. */
    readonly fixes?: string | undefined;
    /** JSON list of at most 1,000 objects with the values of variables. Each object describes one film. */
    readonly rows?: string | undefined;
    /** An id that you choose. `check.progress` events with this id report the progress. */
    readonly watch?: string | undefined;
    /** `true`: return the id of the check immediately. `GET /v1/checks` returns the progress and the report. */
    readonly async?: 'true' | 'false' | undefined;
  };
}

/** The report */
export type CheckFilmAnswer = {
  /** Version of the checks */
  readonly checks: string;
  /** Extent of the check: `quick` checks the geometry of the layers; `full` also checks the pictures and the sound */
  readonly level: 'quick' | 'full';
  /** Result: `failed` if there is an error, `warned` if there are only warnings, and `passed` otherwise */
  readonly verdict: 'passed' | 'warned' | 'failed';
  readonly platforms: readonly string[];
  readonly milliseconds: number;
  readonly film: {
    readonly frames: number;
    readonly seconds: number;
    readonly width: number;
    readonly height: number;
    readonly rate: string;
    /** SHA-256 of the checked template and values */
    readonly digest: string;
  };
  readonly findings: readonly {
    /** Code of the check, such as `text/too-short` */
    readonly code: string;
    /** Severity of the finding; a notice does not change the verdict */
    readonly severity: 'error' | 'warning' | 'notice';
    readonly message: string;
    /** Code of the message */
    readonly reason: string;
    /** Values in the message */
    readonly values: Readonly<Record<string, unknown>>;
    /** Path of the element; empty for the whole film */
    readonly at: string;
    readonly node: string | null;
    readonly line: number | null;
    readonly column: number | null;
    /** Start of the finding, in seconds of the film */
    readonly from: number;
    /** End of the finding, in seconds of the film */
    readonly to: number;
    /** First frame of the finding, and the frame after its last frame */
    readonly frames: readonly number[];
    /** Left, top, right, and bottom edge in pixels of the film; null for the complete frame */
    readonly box: readonly number[] | null;
    /** Basis of the finding: `G` for geometry, `P` for pictures, `S` for sound, or `F` for the file */
    readonly source: 'G' | 'P' | 'S' | 'F';
    /** Variable that sets the text or the source; null if there is none */
    readonly variable: string | null;
    /** Change that removes the finding without a new one; present only with `fixes`, if a change was found */
    readonly fix?: {
      /** Name of the change */
      readonly message: string;
      /** Code of the name */
      readonly reason: string;
      readonly values: Readonly<Record<string, unknown>>;
      readonly commands: readonly {
        readonly do: 'set';
        /** Paths of the elements */
        readonly at: readonly string[];
        /** New attributes; null removes one */
        readonly attributes: Readonly<Record<string, string | null>>;
      }[];
    } | undefined;
  }[];
  /** Number of further findings, which the report omits */
  readonly more: number;
  readonly ran: readonly string[];
  readonly skipped: readonly {
    readonly code: string;
    readonly why: 'level' | 'size' | 'platform' | 'file';
  }[];
  /** Numbers of findings that the template disables with `unchecked`, by check code */
  readonly unchecked: readonly {
    readonly code: string;
    readonly count: number;
  }[];
} | {
  /** Version of the checks */
  readonly checks: string;
  /** Extent of the check: `quick` checks the geometry of the layers; `full` also checks the pictures and the sound */
  readonly level: 'quick' | 'full';
  /** Result: `failed` if there is an error, `warned` if there are only warnings, and `passed` otherwise */
  readonly verdict: 'passed' | 'warned' | 'failed';
  readonly platforms: readonly string[];
  readonly milliseconds: number;
  readonly rows: readonly {
    /** Number of the row, from 1 */
    readonly index: number;
    /** Result: `failed` if there is an error, `warned` if there are only warnings, and `passed` otherwise */
    readonly verdict: 'passed' | 'warned' | 'failed';
    /** Reason why the film cannot be rendered; null if it can be rendered */
    readonly error: string | null;
  }[];
  readonly findings: readonly {
    /** Code of the check, such as `text/too-short` */
    readonly code: string;
    /** Severity of the finding; a notice does not change the verdict */
    readonly severity: 'error' | 'warning' | 'notice';
    readonly message: string;
    /** Code of the message */
    readonly reason: string;
    /** Values in the message */
    readonly values: Readonly<Record<string, unknown>>;
    /** Path of the element; empty for the whole film */
    readonly at: string;
    readonly node: string | null;
    readonly line: number | null;
    readonly column: number | null;
    /** Start of the finding, in seconds of the film */
    readonly from: number;
    /** End of the finding, in seconds of the film */
    readonly to: number;
    /** First frame of the finding, and the frame after its last frame */
    readonly frames: readonly number[];
    /** Left, top, right, and bottom edge in pixels of the film; null for the complete frame */
    readonly box: readonly number[] | null;
    /** Basis of the finding: `G` for geometry, `P` for pictures, `S` for sound, or `F` for the file */
    readonly source: 'G' | 'P' | 'S' | 'F';
    /** Variable that sets the text or the source; null if there is none */
    readonly variable: string | null;
    /** Change that removes the finding without a new one; present only with `fixes`, if a change was found */
    readonly fix?: {
      /** Name of the change */
      readonly message: string;
      /** Code of the name */
      readonly reason: string;
      readonly values: Readonly<Record<string, unknown>>;
      readonly commands: readonly {
        readonly do: 'set';
        /** Paths of the elements */
        readonly at: readonly string[];
        /** New attributes; null removes one */
        readonly attributes: Readonly<Record<string, string | null>>;
      }[];
    } | undefined;
    readonly rows: readonly number[];
  }[];
  readonly more: number;
} | {
  readonly id: string;
  /** Number of checked films; `total` is the number of all films */
  readonly done: number;
  readonly total: number;
  /** Progress of the check, from 0 to 1 */
  readonly share: number;
  readonly state: 'running';
};

export interface ReadCheckInput {
  readonly project: string;
  readonly check: string;
}

/** The check */
export interface ReadCheckAnswer {
  readonly id: string;
  /** Number of checked films; `total` is the number of all films */
  readonly done: number;
  readonly total: number;
  /** Progress of the check, from 0 to 1 */
  readonly share: number;
  readonly state: 'running' | 'done' | 'failed';
  /** Report; null while the check runs, and if the check failed */
  readonly report: {
    /** Version of the checks */
    readonly checks: string;
    /** Extent of the check: `quick` checks the geometry of the layers; `full` also checks the pictures and the sound */
    readonly level: 'quick' | 'full';
    /** Result: `failed` if there is an error, `warned` if there are only warnings, and `passed` otherwise */
    readonly verdict: 'passed' | 'warned' | 'failed';
    readonly platforms: readonly string[];
    readonly milliseconds: number;
    readonly film: {
      readonly frames: number;
      readonly seconds: number;
      readonly width: number;
      readonly height: number;
      readonly rate: string;
      /** SHA-256 of the checked template and values */
      readonly digest: string;
    };
    readonly findings: readonly {
      /** Code of the check, such as `text/too-short` */
      readonly code: string;
      /** Severity of the finding; a notice does not change the verdict */
      readonly severity: 'error' | 'warning' | 'notice';
      readonly message: string;
      /** Code of the message */
      readonly reason: string;
      /** Values in the message */
      readonly values: Readonly<Record<string, unknown>>;
      /** Path of the element; empty for the whole film */
      readonly at: string;
      readonly node: string | null;
      readonly line: number | null;
      readonly column: number | null;
      /** Start of the finding, in seconds of the film */
      readonly from: number;
      /** End of the finding, in seconds of the film */
      readonly to: number;
      /** First frame of the finding, and the frame after its last frame */
      readonly frames: readonly number[];
      /** Left, top, right, and bottom edge in pixels of the film; null for the complete frame */
      readonly box: readonly number[] | null;
      /** Basis of the finding: `G` for geometry, `P` for pictures, `S` for sound, or `F` for the file */
      readonly source: 'G' | 'P' | 'S' | 'F';
      /** Variable that sets the text or the source; null if there is none */
      readonly variable: string | null;
      /** Change that removes the finding without a new one; present only with `fixes`, if a change was found */
      readonly fix?: {
        /** Name of the change */
        readonly message: string;
        /** Code of the name */
        readonly reason: string;
        readonly values: Readonly<Record<string, unknown>>;
        readonly commands: readonly {
          readonly do: 'set';
          /** Paths of the elements */
          readonly at: readonly string[];
          /** New attributes; null removes one */
          readonly attributes: Readonly<Record<string, string | null>>;
        }[];
      } | undefined;
    }[];
    /** Number of further findings, which the report omits */
    readonly more: number;
    readonly ran: readonly string[];
    readonly skipped: readonly {
      readonly code: string;
      readonly why: 'level' | 'size' | 'platform' | 'file';
    }[];
    /** Numbers of findings that the template disables with `unchecked`, by check code */
    readonly unchecked: readonly {
      readonly code: string;
      readonly count: number;
    }[];
  } | {
    /** Version of the checks */
    readonly checks: string;
    /** Extent of the check: `quick` checks the geometry of the layers; `full` also checks the pictures and the sound */
    readonly level: 'quick' | 'full';
    /** Result: `failed` if there is an error, `warned` if there are only warnings, and `passed` otherwise */
    readonly verdict: 'passed' | 'warned' | 'failed';
    readonly platforms: readonly string[];
    readonly milliseconds: number;
    readonly rows: readonly {
      /** Number of the row, from 1 */
      readonly index: number;
      /** Result: `failed` if there is an error, `warned` if there are only warnings, and `passed` otherwise */
      readonly verdict: 'passed' | 'warned' | 'failed';
      /** Reason why the film cannot be rendered; null if it can be rendered */
      readonly error: string | null;
    }[];
    readonly findings: readonly {
      /** Code of the check, such as `text/too-short` */
      readonly code: string;
      /** Severity of the finding; a notice does not change the verdict */
      readonly severity: 'error' | 'warning' | 'notice';
      readonly message: string;
      /** Code of the message */
      readonly reason: string;
      /** Values in the message */
      readonly values: Readonly<Record<string, unknown>>;
      /** Path of the element; empty for the whole film */
      readonly at: string;
      readonly node: string | null;
      readonly line: number | null;
      readonly column: number | null;
      /** Start of the finding, in seconds of the film */
      readonly from: number;
      /** End of the finding, in seconds of the film */
      readonly to: number;
      /** First frame of the finding, and the frame after its last frame */
      readonly frames: readonly number[];
      /** Left, top, right, and bottom edge in pixels of the film; null for the complete frame */
      readonly box: readonly number[] | null;
      /** Basis of the finding: `G` for geometry, `P` for pictures, `S` for sound, or `F` for the file */
      readonly source: 'G' | 'P' | 'S' | 'F';
      /** Variable that sets the text or the source; null if there is none */
      readonly variable: string | null;
      /** Change that removes the finding without a new one; present only with `fixes`, if a change was found */
      readonly fix?: {
        /** Name of the change */
        readonly message: string;
        /** Code of the name */
        readonly reason: string;
        readonly values: Readonly<Record<string, unknown>>;
        readonly commands: readonly {
          readonly do: 'set';
          /** Paths of the elements */
          readonly at: readonly string[];
          /** New attributes; null removes one */
          readonly attributes: Readonly<Record<string, string | null>>;
        }[];
      } | undefined;
      readonly rows: readonly number[];
    }[];
    readonly more: number;
  } | null;
  /** Reason of the failure; null if the check has not failed */
  readonly error: string | null;
}

export interface CancelCheckInput {
  readonly project: string;
  readonly check: string;
}

/** The stopped check */
export interface CancelCheckAnswer {
  readonly id: string;
}

export interface StartRenderInput {
  /** Default: the region of the client. */
  readonly region?: string | undefined;
  readonly project: string;
  readonly body?: {
    /** The XML movie template. */
    readonly template?: string | undefined;
    /** Name of a saved movie, instead of `template`. */
    readonly movie?: string | undefined;
    /** Name of the template in the project. Lists of renders show this name. */
    readonly template_name?: string | undefined;
    /** `Published-UID` of the snapshot that contains the movie. */
    readonly published?: string | undefined;
    readonly format?: string | undefined;
    readonly quality?: string | undefined;
    /** Hardware encoder, by its name in `GET /v1/encoders`. Default: `software`. */
    readonly encoder?: string | undefined;
    /** JSON object with the values of variables. */
    readonly variables?: string | undefined;
    /** Language of the film, such as `de`. Default: the language of the movie. */
    readonly language?: string | undefined;
    /** Loudness of the film in LUFS, from −40 to −5, or `none`. Default: the loudness of the movie. */
    readonly loudness?: string | undefined;
    /** Highest true peak in dBTP, from −9 to 0. Default: the true peak of the movie. */
    readonly truepeak?: string | undefined;
    /** Maximum size of the film, such as `8MB`, `8MiB`, or a number of bytes; only for formats with `sizable`. Default: no limit. */
    readonly maxbytes?: string | undefined;
    /** JSON object: the parts of the package of the film, such as `{"poster": "jpg", "chapters": true}`. */
    readonly package?: string | undefined;
    /** JSON object `{"from": …, "to": …}`: the range of frames to render; `to` is exclusive. Default: the complete film. */
    readonly range?: string | undefined;
    /** JSON object: the object store to which the service uploads the film. */
    readonly destination?: string | undefined;
    /** Check the film before it is rendered: `quick` checks the layers, and `full` also checks the pictures and the sound. If the check refuses the film, the answer is `check/failed` with the findings. */
    readonly check?: 'quick' | 'full' | undefined;
    /** Lowest severity of findings for which the check refuses the film; only with `check`. Default: `error`. */
    readonly failOn?: 'error' | 'warning' | 'never' | undefined;
    /** Platforms whose limits the check applies, such as `shorts,reels`; only with `check`. */
    readonly platforms?: string | undefined;
    readonly async?: string | undefined;
    /** `true`: the render continues if the caller disconnects. */
    readonly detach?: string | undefined;
    readonly onsuccess?: string | undefined;
    readonly onerror?: string | undefined;
    /** Title in lists of renders, such as a file name. */
    readonly name?: string | undefined;
  };
}

/** The finished film */
export type StartRenderAnswer = FinishedRender | AcceptedRender;

export interface ListRendersInput {
  readonly project: string;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** A page of renders */
export interface ListRendersAnswer {
  readonly renders: readonly Render[];
  readonly cursor: string | null;
}

export interface ListAllRendersInput {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  /** `false`: leave out the films of batches. */
  readonly batches?: boolean | undefined;
}

/** A page of renders */
export interface ListAllRendersAnswer {
  readonly renders: readonly Render[];
  readonly cursor: string | null;
}

export interface ForgetRendersInput {
  readonly project: string;
  readonly id?: string | readonly string[] | undefined;
}

/** The ids of the deleted renders. Renders of batches are not deleted. */
export type ForgetRendersAnswer = DeletedAnswer;

export interface ReadRenderFrameInput {
  readonly project: string;
  readonly render: string;
  /** Maximum width in pixels. Default: 160. */
  readonly width?: number | undefined;
}

export interface ReadRenderInput {
  readonly project: string;
  readonly render: string;
}

/** The render with its values */
export interface ReadRenderAnswer {
  readonly id: string;
  readonly project: string;
  /** Title from the request */
  readonly name: string | null;
  /** Name of the template or movie */
  readonly template: string | null;
  readonly state: RenderState;
  readonly format: string;
  readonly quality: string;
  /** `software`, or the requested hardware encoder */
  readonly encoder: string;
  /** Requested loudness; absent if the film has the loudness of the movie */
  readonly loudness?: string | undefined;
  /** Requested true peak; absent if the film has the true peak of the movie */
  readonly truepeak?: string | undefined;
  /** Requested maximum size in bytes; absent if there is no limit */
  readonly maxbytes?: number | undefined;
  /** Requested frames; null for the complete film */
  readonly range: FrameSpan | null;
  /** Number of finished frames; `total` is the number of all frames */
  readonly done: number;
  readonly total: number;
  readonly fps: number | null;
  readonly etaSeconds: number | null;
  /** Numbers of all scenes and of cached scenes; null until the service has checked the cache */
  readonly scenes: SceneCounts | null;
  /** Whether the render is queued and was moved to the front of the queue */
  readonly next: boolean;
  readonly attempt: number;
  readonly error: RenderError | null;
  readonly url: string | null;
  /** Object store to which the film is uploaded; null without a destination */
  readonly destination: {
    readonly bucket: string;
    readonly filename: string;
  } | null;
  readonly frames: number | null;
  readonly durationSeconds: number | null;
  readonly bytes: number | null;
  readonly sha256: string | null;
  /** Files of the package, without the film */
  readonly files: readonly FilmFile[];
  readonly warnings: readonly Issue[];
  /** ISO 8601, UTC */
  readonly createdAt: string;
  readonly endedAt: string | null;
  readonly batch: string | null;
  /** Origin of the render: a request, a batch, a link, or a request of an assistant */
  readonly origin: 'request' | 'batch' | 'link' | 'agent';
  /** Author in the request; null if the request has no author */
  readonly author: Author | null;
  /** Values of the first 20 variables of the request, each shortened to 100 characters */
  readonly values: readonly {
    readonly name: string;
    readonly value: string;
  }[];
  readonly variables: Readonly<Record<string, string>>;
}

export interface CancelRenderInput {
  readonly project: string;
  readonly render: string;
}

/** The render */
export type CancelRenderAnswer = Render;

export interface RenderNextInput {
  readonly project: string;
  readonly render: string;
}

/** The render */
export type RenderNextAnswer = Render;

export interface RetryRenderInput {
  readonly project: string;
  readonly render: string;
}

/** The queued render */
export type RetryRenderAnswer = AcceptedRender;

export interface RenderAgainInput {
  readonly project: string;
  readonly render: string;
}

/** The new render */
export type RenderAgainAnswer = AcceptedRender;

export interface ListOutdatedInput {
  /** Uid of a project. Default: all projects. */
  readonly project?: string | undefined;
}

/** Films */
export interface ListOutdatedAnswer {
  readonly films: readonly OutdatedFilm[];
}

export interface ReadFilmInput {
  readonly project: string;
  readonly render: string;
}

export interface ReadFilmFileInput {
  readonly project: string;
  readonly render: string;
  readonly file: string;
}

export interface ReadFilmAddressInput {
  readonly project: string;
  readonly render: string;
}

/** The address */
export type ReadFilmAddressAnswer = FilmAddress;

/** Formats */
export interface ListFormatsAnswer {
  readonly formats: readonly Format[];
}

/** The encoders and their FFmpeg program; `ffmpeg` is null if no FFmpeg was found */
export interface ListEncodersAnswer {
  readonly ffmpeg: FfmpegLocation | null;
  readonly encoders: readonly Encoder[];
}

export interface ReadLinkedFilmInput {
  readonly project: string;
  readonly film: string;
  /** Signature of the link. Without a signature, the call needs credentials. */
  readonly sig?: string | readonly string[] | undefined;
  /** Time when the signature expires, in seconds since 1970. */
  readonly expires?: string | readonly string[] | undefined;
  /** Names of the parameters that the signature does not cover, separated by commas. Anyone with the link can change their values. */
  readonly vary?: string | readonly string[] | undefined;
  /** Quality of a film: `draft`, `standard`, or `high`. */
  readonly quality?: string | readonly string[] | undefined;
  /** Frame number, or a time such as `1.5s`; only for images. */
  readonly frame?: string | readonly string[] | undefined;
  /** Maximum width in pixels; only for images. */
  readonly width?: string | readonly string[] | undefined;
  readonly [variable: string]: string | readonly string[] | undefined;
}

export interface ReadFilmStreamInput {
  readonly project: string;
  readonly film: string;
  readonly part: string;
  /** Signature of the link. Without a signature, the call needs credentials. */
  readonly sig?: string | readonly string[] | undefined;
  /** Time when the signature expires, in seconds since 1970. */
  readonly expires?: string | readonly string[] | undefined;
  /** Names of the parameters that the signature does not cover, separated by commas. Anyone with the link can change their values. */
  readonly vary?: string | readonly string[] | undefined;
  /** Quality of a film: `draft`, `standard`, or `high`. */
  readonly quality?: string | readonly string[] | undefined;
  /** Frame number, or a time such as `1.5s`; only for images. */
  readonly frame?: string | readonly string[] | undefined;
  /** Maximum width in pixels; only for images. */
  readonly width?: string | readonly string[] | undefined;
  readonly [variable: string]: string | readonly string[] | undefined;
}

export interface ReadFilmPageInput {
  readonly project: string;
  readonly film: string;
  /** Signature of the link. Without a signature, the call needs credentials. */
  readonly sig?: string | readonly string[] | undefined;
  /** Time when the signature expires, in seconds since 1970. */
  readonly expires?: string | readonly string[] | undefined;
  /** Names of the parameters that the signature does not cover, separated by commas. Anyone with the link can change their values. */
  readonly vary?: string | readonly string[] | undefined;
  /** Quality of a film: `draft`, `standard`, or `high`. */
  readonly quality?: string | readonly string[] | undefined;
  /** Title of the page. Default: the name of the movie. */
  readonly title?: string | readonly string[] | undefined;
  /** `0` removes the download from the page. */
  readonly download?: string | readonly string[] | undefined;
  /** `1` allows search engines to list the page. */
  readonly index?: string | readonly string[] | undefined;
  /** Language of the page, `en` or `de`. Default: the language of the browser. */
  readonly lang?: string | readonly string[] | undefined;
  /** Origins of the pages that can embed the page, separated by commas, such as `https://shop.example`. */
  readonly embed?: string | readonly string[] | undefined;
  /** Name of an image variable. Visitors can add a photo as its value. */
  readonly upload?: string | readonly string[] | undefined;
  /** `1`: the form leads to a page that plays the film during rendering. */
  readonly 'film.stream'?: string | readonly string[] | undefined;
  readonly [variable: string]: string | readonly string[] | undefined;
}

export interface ReadFormPageInput {
  readonly project: string;
  readonly movie: string;
  /** Signature of the link. Without a signature, the call needs credentials. */
  readonly sig?: string | readonly string[] | undefined;
  /** Time when the signature expires, in seconds since 1970. */
  readonly expires?: string | readonly string[] | undefined;
  /** Names of the parameters that the signature does not cover, separated by commas. Anyone with the link can change their values. */
  readonly vary?: string | readonly string[] | undefined;
  /** Quality of a film: `draft`, `standard`, or `high`. */
  readonly quality?: string | readonly string[] | undefined;
  /** Title of the page. Default: the name of the movie. */
  readonly title?: string | readonly string[] | undefined;
  /** `0` removes the download from the page. */
  readonly download?: string | readonly string[] | undefined;
  /** `1` allows search engines to list the page. */
  readonly index?: string | readonly string[] | undefined;
  /** Language of the page, `en` or `de`. Default: the language of the browser. */
  readonly lang?: string | readonly string[] | undefined;
  /** Origins of the pages that can embed the page, separated by commas, such as `https://shop.example`. */
  readonly embed?: string | readonly string[] | undefined;
  /** Name of an image variable. Visitors can add a photo as its value. */
  readonly upload?: string | readonly string[] | undefined;
  /** `1`: the form leads to a page that plays the film during rendering. */
  readonly 'film.stream'?: string | readonly string[] | undefined;
  readonly [variable: string]: string | readonly string[] | undefined;
}

export interface AddFormPhotoInput {
  readonly project: string;
  readonly movie: string;
  /** Signature of the link. Without a signature, the call needs credentials. */
  readonly sig?: string | readonly string[] | undefined;
  /** Time when the signature expires, in seconds since 1970. */
  readonly expires?: string | readonly string[] | undefined;
  /** Names of the parameters that the signature does not cover, separated by commas. Anyone with the link can change their values. */
  readonly vary?: string | readonly string[] | undefined;
  /** Quality of a film: `draft`, `standard`, or `high`. */
  readonly quality?: string | readonly string[] | undefined;
  /** Title of the page. Default: the name of the movie. */
  readonly title?: string | readonly string[] | undefined;
  /** `0` removes the download from the page. */
  readonly download?: string | readonly string[] | undefined;
  /** `1` allows search engines to list the page. */
  readonly index?: string | readonly string[] | undefined;
  /** Language of the page, `en` or `de`. Default: the language of the browser. */
  readonly lang?: string | readonly string[] | undefined;
  /** Origins of the pages that can embed the page, separated by commas, such as `https://shop.example`. */
  readonly embed?: string | readonly string[] | undefined;
  /** Name of an image variable. Visitors can add a photo as its value. */
  readonly upload?: string | readonly string[] | undefined;
  /** `1`: the form leads to a page that plays the film during rendering. */
  readonly 'film.stream'?: string | readonly string[] | undefined;
  readonly body: FileBody;
}

export interface ReadOembedInput {
  /** Address of the page of a film, with its signature. */
  readonly url: string;
  /** Format of the answer; only `json`. */
  readonly format?: string | undefined;
  readonly maxwidth?: number | undefined;
  readonly maxheight?: number | undefined;
}

/** The description */
export interface ReadOembedAnswer {
  readonly version: '1.0';
  readonly type: 'video';
  readonly title: string;
  readonly provider_name: string;
  readonly html: string;
  readonly width: number;
  readonly height: number;
  readonly thumbnail_url: string;
  readonly thumbnail_width: number;
  readonly thumbnail_height: number;
}

/** The address; null while there is none */
export interface ReadLinkAddressAnswer {
  readonly address: string | null;
}

export interface SetLinkAddressInput {
  readonly body: {
    readonly address: string | null;
  };
}

/** The address */
export interface SetLinkAddressAnswer {
  readonly address: string | null;
}

export interface CreateLinkInput {
  readonly body: {
    readonly project: string;
    readonly movie: string;
    /** Format of the film or image. A form with `m3u8` leads to a page that plays the film during rendering. Default: `mp4`. */
    readonly format?: 'mp4' | 'm3u8' | 'webm' | 'gif' | 'apng' | 'webp' | 'jpg' | 'png' | 'avif' | 'vtt' | undefined;
    readonly values?: Readonly<Record<string, string | number | boolean | readonly unknown[] | Readonly<Record<string, unknown>>>> | undefined;
    /** Variables that anyone with the link can change. */
    readonly vary?: readonly string[] | undefined;
    readonly quality?: string | undefined;
    /** Language of the film, such as `de`. */
    readonly language?: string | undefined;
    /** Loudness of the film in LUFS, from −40 to −5, or `none`. Default: the loudness of the movie. */
    readonly loudness?: string | number | undefined;
    /** Highest true peak in dBTP, from −9 to 0. Default: the true peak of the movie. */
    readonly truepeak?: string | number | undefined;
    readonly frame?: string | number | undefined;
    readonly width?: number | undefined;
    /** Target of the link: the film, the page of the film, or the form of the movie. Default: `film`. */
    readonly target?: 'film' | 'page' | 'form' | undefined;
    /** Title of a page or a form. */
    readonly title?: string | undefined;
    /** Whether a page offers a download. Default: true. */
    readonly download?: boolean | undefined;
    /** Whether search engines can list a page or a form. Default: false. */
    readonly index?: boolean | undefined;
    /** Language of a page or a form. Default: the language of the browser. */
    readonly lang?: 'en' | 'de' | undefined;
    /** Origins of the pages that can embed a page or a form. */
    readonly embed?: readonly string[] | undefined;
    /** Name of an image variable. Visitors can add a photo as its value. */
    readonly upload?: string | undefined;
    /** Time when the link expires, in seconds since 1970, in the future. Default: the link never expires. */
    readonly expires?: number | undefined;
  };
}

/** The link */
export interface CreateLinkAnswer {
  readonly url: string;
  readonly path: string;
  readonly public: string | null;
  readonly expires: number | null;
}

export interface StartBatchInput {
  /** Default: the region of the client. */
  readonly region?: string | undefined;
  readonly project: string;
  readonly body: {
    /** Name of the saved movie from which all films are rendered. */
    readonly movie?: string | undefined;
    /** Names of saved movies, instead of `movie`. Each row becomes one film of each movie. */
    readonly movies?: readonly string[] | undefined;
    /** Languages, such as `de`. Each row becomes one film in each language. */
    readonly languages?: readonly string[] | undefined;
    /** Column of `rows` that contains the language of the row’s films, instead of `languages`. */
    readonly languageColumn?: string | undefined;
    readonly published?: string | undefined;
    readonly format?: string | undefined;
    readonly quality?: string | undefined;
    readonly encoder?: string | undefined;
    /** Loudness of the film in LUFS, from −40 to −5, or `none`. Default: the loudness of the movie. */
    readonly loudness?: string | number | undefined;
    /** Highest true peak in dBTP, from −9 to 0. Default: the true peak of the movie. */
    readonly truepeak?: string | number | undefined;
    /** Maximum size of the film, such as `8MB`, `8MiB`, or a number of bytes; only for formats with `sizable`. Default: no limit. */
    readonly maxbytes?: string | number | undefined;
    readonly rows: readonly Readonly<Record<string, string | number | boolean | readonly unknown[] | Readonly<Record<string, unknown>>>>[];
    /** Tables with the items of list variables, by the name of the variable. */
    readonly lists?: Readonly<Record<string, {
      readonly rows: readonly Readonly<Record<string, string | number | boolean>>[];
      /** Column of this table that contains the key. */
      readonly key: string;
      /** Column of the batch’s `rows` that contains the key. */
      readonly of: string;
    }>> | undefined;
    readonly filename: string;
    readonly destination?: Destination | undefined;
    /** Parts of the package of each film */
    readonly package?: PackageRequest | undefined;
    /** Check each film before it is rendered: `quick` checks the layers, and `full` also checks the pictures and the sound. A film that the check refuses fails with `check/failed`. */
    readonly check?: 'quick' | 'full' | undefined;
    /** Lowest severity of findings for which the check refuses a film; only with `check`. Default: `error`. */
    readonly failOn?: 'error' | 'warning' | 'never' | undefined;
    /** Platforms whose limits the check applies, such as `shorts`; only with `check`. */
    readonly platforms?: readonly string[] | undefined;
    readonly onsuccess?: string | undefined;
    readonly onerror?: string | undefined;
  };
}

/** The batch, with warnings about unused values */
export interface StartBatchAnswer {
  readonly id: string;
  readonly project: string;
  /** Name of the movie; for a batch of several movies, the first one */
  readonly movie: string;
  /** Names of the movies, if the request has `movies`, `languages`, or `languageColumn`; absent for other batches */
  readonly movies?: readonly string[] | undefined;
  /** Languages of the films; null if the request has no `languages`, and absent if `movies` is absent */
  readonly languages?: readonly string[] | null | undefined;
  readonly format: string;
  readonly quality: string;
  /** Requested loudness; absent if the film has the loudness of the movie */
  readonly loudness?: string | undefined;
  /** Requested true peak; absent if the film has the true peak of the movie */
  readonly truepeak?: string | undefined;
  /** Requested maximum size in bytes; absent if there is no limit */
  readonly maxbytes?: number | undefined;
  readonly state: 'running' | 'paused' | 'ended';
  readonly counts: BatchCounts;
  /** ISO 8601, UTC */
  readonly createdAt: string;
  readonly statusUrl: string;
  readonly issues: readonly Issue[];
}

export interface ListAllBatchesInput {
  /** Default: 20. */
  readonly limit?: number | undefined;
}

/** Batches */
export interface ListAllBatchesAnswer {
  readonly batches: readonly Batch[];
}

export interface ListBatchesInput {
  readonly project: string;
}

/** Batches */
export interface ListBatchesAnswer {
  readonly batches: readonly Batch[];
}

export interface ReadBatchInput {
  readonly project: string;
  readonly batch: string;
}

/** The batch */
export interface ReadBatchAnswer {
  readonly id: string;
  readonly project: string;
  /** Name of the movie; for a batch of several movies, the first one */
  readonly movie: string;
  /** Names of the movies, if the request has `movies`, `languages`, or `languageColumn`; absent for other batches */
  readonly movies?: readonly string[] | undefined;
  /** Languages of the films; null if the request has no `languages`, and absent if `movies` is absent */
  readonly languages?: readonly string[] | null | undefined;
  readonly format: string;
  readonly quality: string;
  /** Requested loudness; absent if the film has the loudness of the movie */
  readonly loudness?: string | undefined;
  /** Requested true peak; absent if the film has the true peak of the movie */
  readonly truepeak?: string | undefined;
  /** Requested maximum size in bytes; absent if there is no limit */
  readonly maxbytes?: number | undefined;
  readonly state: 'running' | 'paused' | 'ended';
  readonly counts: BatchCounts;
  /** ISO 8601, UTC */
  readonly createdAt: string;
  readonly statusUrl: string;
  readonly rows: readonly BatchRow[];
}

export interface CancelBatchInput {
  readonly project: string;
  readonly batch: string;
}

/** The batch */
export type CancelBatchAnswer = Batch;

export interface PauseBatchInput {
  readonly project: string;
  readonly batch: string;
}

/** The batch */
export type PauseBatchAnswer = Batch;

export interface ResumeBatchInput {
  readonly project: string;
  readonly batch: string;
}

/** The batch */
export type ResumeBatchAnswer = Batch;

export interface RetryBatchInput {
  readonly project: string;
  readonly batch: string;
}

/** The batch */
export type RetryBatchAnswer = Batch;

export interface AgainBatchInput {
  readonly project: string;
  readonly batch: string;
  /** Row numbers such as `1-40,45`. Default: the rows whose films are out of date. */
  readonly rows?: string | undefined;
}

/** The new batch */
export type AgainBatchAnswer = Batch;

export interface ReadFilmsInput {
  readonly project: string;
  /** Id of a batch, optionally with a colon and row numbers, such as `ID:1-40,45`. The parameter can be repeated. */
  readonly of: string | readonly string[];
  /** Name of the ZIP file. */
  readonly name?: string | undefined;
}

export interface ReadManifestInput {
  readonly project: string;
  readonly batch: string;
}

/** Rows */
export interface ReadManifestAnswer {
  readonly rows: readonly BatchRow[];
}

export interface ReadTableInput {
  /** Part of the workbook to read: the name of a sheet, `#Table:NAME`, or `#Name:NAME`. Default: the first visible sheet. */
  readonly sheet?: string | undefined;
  /** Row with the names of the columns: `first`, `none`, or the number of the row. */
  readonly header?: 'first' | 'none' | number | undefined;
  /** `true` also reads hidden rows. */
  readonly hidden?: boolean | undefined;
  /** `true` fills all cells of a merged range with the value of its first cell. */
  readonly merged?: boolean | undefined;
  /** Language in which numbers and dates are shown. Default: `en`. */
  readonly language?: string | undefined;
  /** Encoding of a text file. Default: detected. */
  readonly encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | undefined;
  /** Delimiter of a text file. Default: detected. */
  readonly delimiter?: 'comma' | 'semicolon' | 'bar' | 'tab' | undefined;
  /** Number of rows in the answer. Default: 20. */
  readonly rows?: number | undefined;
  /** `true` allows 100,000 rows in the answer, for tables with the items of lists. */
  readonly list?: boolean | undefined;
  readonly body: FileBody;
}

/** The table */
export interface ReadTableAnswer {
  readonly kind: 'sheet' | 'text' | 'json';
  /** Sheets, tables, and names of the workbook; empty for other files */
  readonly sheets: readonly {
    readonly id: string;
    readonly kind: 'sheet' | 'table' | 'name';
    readonly hidden: boolean;
  }[];
  /** The sheet, table, or name that was read */
  readonly sheet: string | null;
  readonly encoding: string | null;
  readonly delimiter: 'comma' | 'semicolon' | 'bar' | 'tab' | null;
  /** Number of the row with the names of the columns; null if there is none */
  readonly headerLine: number | null;
  readonly columns: readonly string[];
  /** Number of all rows of the table */
  readonly count: number;
  /** Cells of each row, as the texts that a spreadsheet displays */
  readonly rows: readonly (readonly string[])[];
  /** For each row, the stored values of cells whose displayed texts differ from the values, by column index; null for a row without such cells */
  readonly typed: readonly (Readonly<Record<string, string>> | null)[];
  /** Line of each row in the sheet; empty for other files */
  readonly lines: readonly number[];
  /** Places of the cells in the spreadsheet, which form names such as `Sheet1!C7`; null for JSON */
  readonly places: {
    /** Sheet; null if the workbook has only one, and for text files */
    readonly sheet: string | null;
    /** Number of each column, from 1 */
    readonly columns: readonly number[];
    /** Number of each row, from 1 */
    readonly rows: readonly number[];
  } | null;
  readonly ragged: readonly {
    readonly line: number;
    readonly cells: number;
    readonly expected: number;
  }[];
  readonly blankLines: readonly {
    readonly from: number;
    readonly to: number;
  }[];
  readonly repeated: readonly {
    readonly column: string;
    readonly row: number;
    readonly rows: number;
  }[];
  readonly repeatedColumns: readonly {
    readonly name: string;
    readonly written: string;
    readonly number: number;
    readonly first: number;
  }[];
  readonly otherMembers: readonly string[];
  /** Parts of the file that were left out or could not be read as a spreadsheet displays them */
  readonly notes: readonly Issue[];
}

export interface ListLiveTablesInput {
  readonly project: string;
}

/** Live tables */
export interface ListLiveTablesAnswer {
  readonly tables: readonly {
    readonly id: string;
    readonly project: string;
    readonly etag: string;
    readonly state: 'watching' | 'paused' | 'guarded' | 'unreadable';
    readonly settings: {
      readonly name: string;
      readonly source: {
        readonly kind: 'asset';
        /** Name of an asset of the project */
        readonly name: string;
      } | {
        readonly kind: 'file';
        /** Path of a file, relative to the folder in the start option `--tables FOLDER`; with `grant`, its name */
        readonly name: string;
        /** Id of a file that a user chose in the desktop app, which permits the service to watch the file */
        readonly grant?: string | undefined;
      } | {
        readonly kind: 'address';
        /** `https` address of a table, such as a published Google Sheet */
        readonly url: string;
        readonly header?: {
          readonly name: string;
        } | undefined;
        /** Seconds between requests. Default: 60. */
        readonly every?: number | undefined;
      };
      readonly form?: {
        readonly sheet?: string | undefined;
        readonly header?: 'first' | 'none' | number | undefined;
        readonly hidden?: boolean | undefined;
        readonly merged?: boolean | undefined;
        readonly language?: string | undefined;
        readonly encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | undefined;
        readonly delimiter?: 'comma' | 'semicolon' | 'bar' | 'tab' | undefined;
      } | undefined;
      /** Column whose values identify the rows. Default: a column with a name such as `id` or `sku`. Null identifies a row by its cells in all used columns. */
      readonly key?: string | null | undefined;
      /** Variable for each column; null if the column is not used. Default: the variable with the name of the column. */
      readonly columns?: Readonly<Record<string, string | null>> | undefined;
      /** Name of the saved movie from which all films are rendered */
      readonly movie: string;
      /** Format of the films. Default: `mp4`. */
      readonly format?: string | undefined;
      /** Quality of the films. Default: `standard`. */
      readonly quality?: string | undefined;
      /** Pattern of the file names. Default: the key, or `${index}` without a key column. */
      readonly filename?: string | undefined;
      /** `quick`: check each film before it is rendered. */
      readonly check?: 'quick' | undefined;
      /** Lowest severity of findings for which the check refuses a film; only with `check`. Default: `error`. */
      readonly failOn?: 'error' | 'warning' | 'never' | undefined;
      /** Action for the films of removed rows: `keep` does not delete them, and `trash` deletes them after 30 days. Default: `keep`. */
      readonly removed?: 'keep' | 'trash' | undefined;
      /** `false`: apply readings that remove or change many rows without waiting for a decision. Default: `true`. */
      readonly guard?: boolean | undefined;
    };
    /** Column whose values now identify the rows; null if the cells of all used columns identify them */
    readonly keyColumn: string | null;
    /** Places of the columns in the spreadsheet, which form names such as `Sheet1!C7` with the lines of rows; null for JSON, and before the first reading */
    readonly places: {
      /** Sheet; null if the workbook has only one, and for text files */
      readonly sheet: string | null;
      /** Number of each used column, from 1 */
      readonly columns: Readonly<Record<string, number>>;
    } | null;
    /** Reason why the table cannot be read; null if it can be read */
    readonly problem: Issue | null;
    /** Problems of rows with an empty or a repeated key */
    readonly rowProblems: readonly Issue[];
    /** Parts of the file that the last reading left out or could not read as a spreadsheet displays them */
    readonly notes: readonly Issue[];
    /** Reason why a reading is held back; null if no reading is held back */
    readonly guard: {
      readonly kind: 'removed' | 'changed' | 'columns';
      /** Number of removed or changed rows, or of missing columns */
      readonly count: number;
      /** Number of rows before the reading */
      readonly of: number;
      /** Missing columns */
      readonly columns: readonly string[];
      readonly message: string;
      readonly reason?: string | undefined;
      readonly values?: Readonly<Record<string, unknown>> | undefined;
    } | null;
    readonly counts: {
      readonly rows: number;
      readonly current: number;
      readonly waiting: number;
      readonly rendering: number;
      readonly failed: number;
      readonly removed: number;
    };
    readonly lastReading: {
      readonly number: number;
      /** ISO 8601, UTC */
      readonly at: string;
      readonly rows: number;
      readonly added: number;
      readonly changed: number;
      readonly removed: number;
      /** Number of films of this reading that are ready */
      readonly made: number;
      readonly failed: number;
      /** Reason why the reading was held back; null if the reading was applied */
      readonly guard: {
        readonly kind: 'removed' | 'changed' | 'columns';
        /** Number of removed or changed rows, or of missing columns */
        readonly count: number;
        /** Number of rows before the reading */
        readonly of: number;
        /** Missing columns */
        readonly columns: readonly string[];
        readonly message: string;
        readonly reason?: string | undefined;
        readonly values?: Readonly<Record<string, unknown>> | undefined;
      } | null;
    } | null;
    /** Time of the next request of an address; null for files and assets */
    readonly nextReadingAt: string | null;
    /** ISO 8601, UTC */
    readonly createdAt: string;
  }[];
}

export interface PreviewLiveTableInput {
  readonly project: string;
  readonly body: {
    readonly source: {
      readonly kind: 'asset';
      /** Name of an asset of the project */
      readonly name: string;
    } | {
      readonly kind: 'file';
      /** Path of a file, relative to the folder in the start option `--tables FOLDER`; with `grant`, its name */
      readonly name: string;
      /** Id of a file that a user chose in the desktop app, which permits the service to watch the file */
      readonly grant?: string | undefined;
    } | {
      readonly kind: 'address';
      /** `https` address of a table, such as a published Google Sheet */
      readonly url: string;
      readonly header?: RequestHeader | undefined;
      /** Seconds between requests. Default: 60. */
      readonly every?: number | undefined;
    };
    readonly form?: {
      readonly sheet?: string | undefined;
      readonly header?: 'first' | 'none' | number | undefined;
      readonly hidden?: boolean | undefined;
      readonly merged?: boolean | undefined;
      readonly language?: string | undefined;
      readonly encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | undefined;
      readonly delimiter?: 'comma' | 'semicolon' | 'bar' | 'tab' | undefined;
    } | undefined;
    /** Id of a live table with the same address, whose stored header value the request to the address uses */
    readonly table?: string | undefined;
  };
}

/** The table */
export interface PreviewLiveTableAnswer {
  readonly kind: 'sheet' | 'text' | 'json';
  /** Sheets, tables, and names of the workbook; empty for other files */
  readonly sheets: readonly {
    readonly id: string;
    readonly kind: 'sheet' | 'table' | 'name';
    readonly hidden: boolean;
  }[];
  /** The sheet, table, or name that was read */
  readonly sheet: string | null;
  readonly encoding: string | null;
  readonly delimiter: 'comma' | 'semicolon' | 'bar' | 'tab' | null;
  /** Number of the row with the names of the columns; null if there is none */
  readonly headerLine: number | null;
  readonly columns: readonly string[];
  /** Number of all rows of the table */
  readonly count: number;
  /** Cells of each row, as the texts that a spreadsheet displays */
  readonly rows: readonly (readonly string[])[];
  /** For each row, the stored values of cells whose displayed texts differ from the values, by column index; null for a row without such cells */
  readonly typed: readonly (Readonly<Record<string, string>> | null)[];
  /** Line of each row in the sheet; empty for other files */
  readonly lines: readonly number[];
  /** Places of the cells in the spreadsheet, which form names such as `Sheet1!C7`; null for JSON */
  readonly places: {
    /** Sheet; null if the workbook has only one, and for text files */
    readonly sheet: string | null;
    /** Number of each column, from 1 */
    readonly columns: readonly number[];
    /** Number of each row, from 1 */
    readonly rows: readonly number[];
  } | null;
  readonly ragged: readonly {
    readonly line: number;
    readonly cells: number;
    readonly expected: number;
  }[];
  readonly blankLines: readonly {
    readonly from: number;
    readonly to: number;
  }[];
  readonly repeated: readonly {
    readonly column: string;
    readonly row: number;
    readonly rows: number;
  }[];
  readonly repeatedColumns: readonly {
    readonly name: string;
    readonly written: string;
    readonly number: number;
    readonly first: number;
  }[];
  readonly otherMembers: readonly string[];
  /** Parts of the file that were left out or could not be read as a spreadsheet displays them */
  readonly notes: readonly Issue[];
}

export interface CreateLiveTableInput {
  readonly project: string;
  /** `true`: watch the table immediately. Default: `false`. */
  readonly start?: boolean | undefined;
  readonly body: {
    readonly name: string;
    readonly source: {
      readonly kind: 'asset';
      /** Name of an asset of the project */
      readonly name: string;
    } | {
      readonly kind: 'file';
      /** Path of a file, relative to the folder in the start option `--tables FOLDER`; with `grant`, its name */
      readonly name: string;
      /** Id of a file that a user chose in the desktop app, which permits the service to watch the file */
      readonly grant?: string | undefined;
    } | {
      readonly kind: 'address';
      /** `https` address of a table, such as a published Google Sheet */
      readonly url: string;
      readonly header?: RequestHeader | undefined;
      /** Seconds between requests. Default: 60. */
      readonly every?: number | undefined;
    };
    readonly form?: {
      readonly sheet?: string | undefined;
      readonly header?: 'first' | 'none' | number | undefined;
      readonly hidden?: boolean | undefined;
      readonly merged?: boolean | undefined;
      readonly language?: string | undefined;
      readonly encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | undefined;
      readonly delimiter?: 'comma' | 'semicolon' | 'bar' | 'tab' | undefined;
    } | undefined;
    /** Column whose values identify the rows. Default: a column with a name such as `id` or `sku`. Null identifies a row by its cells in all used columns. */
    readonly key?: string | null | undefined;
    /** Variable for each column; null if the column is not used. Default: the variable with the name of the column. */
    readonly columns?: Readonly<Record<string, string | null>> | undefined;
    /** Name of the saved movie from which all films are rendered */
    readonly movie: string;
    /** Format of the films. Default: `mp4`. */
    readonly format?: string | undefined;
    /** Quality of the films. Default: `standard`. */
    readonly quality?: string | undefined;
    /** Pattern of the file names. Default: the key, or `${index}` without a key column. */
    readonly filename?: string | undefined;
    /** `quick`: check each film before it is rendered. */
    readonly check?: 'quick' | undefined;
    /** Lowest severity of findings for which the check refuses a film; only with `check`. Default: `error`. */
    readonly failOn?: 'error' | 'warning' | 'never' | undefined;
    /** Action for the films of removed rows: `keep` does not delete them, and `trash` deletes them after 30 days. Default: `keep`. */
    readonly removed?: 'keep' | 'trash' | undefined;
    /** `false`: apply readings that remove or change many rows without waiting for a decision. Default: `true`. */
    readonly guard?: boolean | undefined;
    /** `true`: watch the table immediately. Default: `false`. */
    readonly start?: boolean | undefined;
  };
}

/** The live table */
export interface CreateLiveTableAnswer {
  readonly id: string;
  readonly project: string;
  readonly etag: string;
  readonly state: 'watching' | 'paused' | 'guarded' | 'unreadable';
  readonly settings: {
    readonly name: string;
    readonly source: {
      readonly kind: 'asset';
      /** Name of an asset of the project */
      readonly name: string;
    } | {
      readonly kind: 'file';
      /** Path of a file, relative to the folder in the start option `--tables FOLDER`; with `grant`, its name */
      readonly name: string;
      /** Id of a file that a user chose in the desktop app, which permits the service to watch the file */
      readonly grant?: string | undefined;
    } | {
      readonly kind: 'address';
      /** `https` address of a table, such as a published Google Sheet */
      readonly url: string;
      readonly header?: {
        readonly name: string;
      } | undefined;
      /** Seconds between requests. Default: 60. */
      readonly every?: number | undefined;
    };
    readonly form?: {
      readonly sheet?: string | undefined;
      readonly header?: 'first' | 'none' | number | undefined;
      readonly hidden?: boolean | undefined;
      readonly merged?: boolean | undefined;
      readonly language?: string | undefined;
      readonly encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | undefined;
      readonly delimiter?: 'comma' | 'semicolon' | 'bar' | 'tab' | undefined;
    } | undefined;
    /** Column whose values identify the rows. Default: a column with a name such as `id` or `sku`. Null identifies a row by its cells in all used columns. */
    readonly key?: string | null | undefined;
    /** Variable for each column; null if the column is not used. Default: the variable with the name of the column. */
    readonly columns?: Readonly<Record<string, string | null>> | undefined;
    /** Name of the saved movie from which all films are rendered */
    readonly movie: string;
    /** Format of the films. Default: `mp4`. */
    readonly format?: string | undefined;
    /** Quality of the films. Default: `standard`. */
    readonly quality?: string | undefined;
    /** Pattern of the file names. Default: the key, or `${index}` without a key column. */
    readonly filename?: string | undefined;
    /** `quick`: check each film before it is rendered. */
    readonly check?: 'quick' | undefined;
    /** Lowest severity of findings for which the check refuses a film; only with `check`. Default: `error`. */
    readonly failOn?: 'error' | 'warning' | 'never' | undefined;
    /** Action for the films of removed rows: `keep` does not delete them, and `trash` deletes them after 30 days. Default: `keep`. */
    readonly removed?: 'keep' | 'trash' | undefined;
    /** `false`: apply readings that remove or change many rows without waiting for a decision. Default: `true`. */
    readonly guard?: boolean | undefined;
  };
  /** Column whose values now identify the rows; null if the cells of all used columns identify them */
  readonly keyColumn: string | null;
  /** Places of the columns in the spreadsheet, which form names such as `Sheet1!C7` with the lines of rows; null for JSON, and before the first reading */
  readonly places: {
    /** Sheet; null if the workbook has only one, and for text files */
    readonly sheet: string | null;
    /** Number of each used column, from 1 */
    readonly columns: Readonly<Record<string, number>>;
  } | null;
  /** Reason why the table cannot be read; null if it can be read */
  readonly problem: Issue | null;
  /** Problems of rows with an empty or a repeated key */
  readonly rowProblems: readonly Issue[];
  /** Parts of the file that the last reading left out or could not read as a spreadsheet displays them */
  readonly notes: readonly Issue[];
  /** Reason why a reading is held back; null if no reading is held back */
  readonly guard: {
    readonly kind: 'removed' | 'changed' | 'columns';
    /** Number of removed or changed rows, or of missing columns */
    readonly count: number;
    /** Number of rows before the reading */
    readonly of: number;
    /** Missing columns */
    readonly columns: readonly string[];
    readonly message: string;
    readonly reason?: string | undefined;
    readonly values?: Readonly<Record<string, unknown>> | undefined;
  } | null;
  readonly counts: {
    readonly rows: number;
    readonly current: number;
    readonly waiting: number;
    readonly rendering: number;
    readonly failed: number;
    readonly removed: number;
  };
  readonly lastReading: {
    readonly number: number;
    /** ISO 8601, UTC */
    readonly at: string;
    readonly rows: number;
    readonly added: number;
    readonly changed: number;
    readonly removed: number;
    /** Number of films of this reading that are ready */
    readonly made: number;
    readonly failed: number;
    /** Reason why the reading was held back; null if the reading was applied */
    readonly guard: {
      readonly kind: 'removed' | 'changed' | 'columns';
      /** Number of removed or changed rows, or of missing columns */
      readonly count: number;
      /** Number of rows before the reading */
      readonly of: number;
      /** Missing columns */
      readonly columns: readonly string[];
      readonly message: string;
      readonly reason?: string | undefined;
      readonly values?: Readonly<Record<string, unknown>> | undefined;
    } | null;
  } | null;
  /** Time of the next request of an address; null for files and assets */
  readonly nextReadingAt: string | null;
  /** ISO 8601, UTC */
  readonly createdAt: string;
}

export interface ReadLiveTableInput {
  readonly project: string;
  readonly table: string;
}

/** The live table with its last 100 readings, newest first */
export interface ReadLiveTableAnswer {
  readonly id: string;
  readonly project: string;
  readonly etag: string;
  readonly state: 'watching' | 'paused' | 'guarded' | 'unreadable';
  readonly settings: {
    readonly name: string;
    readonly source: {
      readonly kind: 'asset';
      /** Name of an asset of the project */
      readonly name: string;
    } | {
      readonly kind: 'file';
      /** Path of a file, relative to the folder in the start option `--tables FOLDER`; with `grant`, its name */
      readonly name: string;
      /** Id of a file that a user chose in the desktop app, which permits the service to watch the file */
      readonly grant?: string | undefined;
    } | {
      readonly kind: 'address';
      /** `https` address of a table, such as a published Google Sheet */
      readonly url: string;
      readonly header?: {
        readonly name: string;
      } | undefined;
      /** Seconds between requests. Default: 60. */
      readonly every?: number | undefined;
    };
    readonly form?: {
      readonly sheet?: string | undefined;
      readonly header?: 'first' | 'none' | number | undefined;
      readonly hidden?: boolean | undefined;
      readonly merged?: boolean | undefined;
      readonly language?: string | undefined;
      readonly encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | undefined;
      readonly delimiter?: 'comma' | 'semicolon' | 'bar' | 'tab' | undefined;
    } | undefined;
    /** Column whose values identify the rows. Default: a column with a name such as `id` or `sku`. Null identifies a row by its cells in all used columns. */
    readonly key?: string | null | undefined;
    /** Variable for each column; null if the column is not used. Default: the variable with the name of the column. */
    readonly columns?: Readonly<Record<string, string | null>> | undefined;
    /** Name of the saved movie from which all films are rendered */
    readonly movie: string;
    /** Format of the films. Default: `mp4`. */
    readonly format?: string | undefined;
    /** Quality of the films. Default: `standard`. */
    readonly quality?: string | undefined;
    /** Pattern of the file names. Default: the key, or `${index}` without a key column. */
    readonly filename?: string | undefined;
    /** `quick`: check each film before it is rendered. */
    readonly check?: 'quick' | undefined;
    /** Lowest severity of findings for which the check refuses a film; only with `check`. Default: `error`. */
    readonly failOn?: 'error' | 'warning' | 'never' | undefined;
    /** Action for the films of removed rows: `keep` does not delete them, and `trash` deletes them after 30 days. Default: `keep`. */
    readonly removed?: 'keep' | 'trash' | undefined;
    /** `false`: apply readings that remove or change many rows without waiting for a decision. Default: `true`. */
    readonly guard?: boolean | undefined;
  };
  /** Column whose values now identify the rows; null if the cells of all used columns identify them */
  readonly keyColumn: string | null;
  /** Places of the columns in the spreadsheet, which form names such as `Sheet1!C7` with the lines of rows; null for JSON, and before the first reading */
  readonly places: {
    /** Sheet; null if the workbook has only one, and for text files */
    readonly sheet: string | null;
    /** Number of each used column, from 1 */
    readonly columns: Readonly<Record<string, number>>;
  } | null;
  /** Reason why the table cannot be read; null if it can be read */
  readonly problem: Issue | null;
  /** Problems of rows with an empty or a repeated key */
  readonly rowProblems: readonly Issue[];
  /** Parts of the file that the last reading left out or could not read as a spreadsheet displays them */
  readonly notes: readonly Issue[];
  /** Reason why a reading is held back; null if no reading is held back */
  readonly guard: {
    readonly kind: 'removed' | 'changed' | 'columns';
    /** Number of removed or changed rows, or of missing columns */
    readonly count: number;
    /** Number of rows before the reading */
    readonly of: number;
    /** Missing columns */
    readonly columns: readonly string[];
    readonly message: string;
    readonly reason?: string | undefined;
    readonly values?: Readonly<Record<string, unknown>> | undefined;
  } | null;
  readonly counts: {
    readonly rows: number;
    readonly current: number;
    readonly waiting: number;
    readonly rendering: number;
    readonly failed: number;
    readonly removed: number;
  };
  readonly lastReading: {
    readonly number: number;
    /** ISO 8601, UTC */
    readonly at: string;
    readonly rows: number;
    readonly added: number;
    readonly changed: number;
    readonly removed: number;
    /** Number of films of this reading that are ready */
    readonly made: number;
    readonly failed: number;
    /** Reason why the reading was held back; null if the reading was applied */
    readonly guard: {
      readonly kind: 'removed' | 'changed' | 'columns';
      /** Number of removed or changed rows, or of missing columns */
      readonly count: number;
      /** Number of rows before the reading */
      readonly of: number;
      /** Missing columns */
      readonly columns: readonly string[];
      readonly message: string;
      readonly reason?: string | undefined;
      readonly values?: Readonly<Record<string, unknown>> | undefined;
    } | null;
  } | null;
  /** Time of the next request of an address; null for files and assets */
  readonly nextReadingAt: string | null;
  /** ISO 8601, UTC */
  readonly createdAt: string;
  readonly readings: readonly {
    readonly number: number;
    /** ISO 8601, UTC */
    readonly at: string;
    readonly rows: number;
    readonly added: number;
    readonly changed: number;
    readonly removed: number;
    /** Number of films of this reading that are ready */
    readonly made: number;
    readonly failed: number;
    /** Reason why the reading was held back; null if the reading was applied */
    readonly guard: {
      readonly kind: 'removed' | 'changed' | 'columns';
      /** Number of removed or changed rows, or of missing columns */
      readonly count: number;
      /** Number of rows before the reading */
      readonly of: number;
      /** Missing columns */
      readonly columns: readonly string[];
      readonly message: string;
      readonly reason?: string | undefined;
      readonly values?: Readonly<Record<string, unknown>> | undefined;
    } | null;
  }[];
}

export interface ListLiveRowsInput {
  readonly project: string;
  readonly table: string;
  /** State of the listed rows. Default: all states. */
  readonly state?: 'current' | 'waiting' | 'rendering' | 'failed' | 'removed' | undefined;
  /** Maximum number of rows in the answer. Default: 100. */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** A page of rows */
export interface ListLiveRowsAnswer {
  readonly rows: readonly {
    readonly key: string;
    /** Line of the row in the file; null for a removed row */
    readonly line: number | null;
    readonly state: 'current' | 'waiting' | 'rendering' | 'failed' | 'removed';
    readonly filename: string | null;
    /** Id of the last render of the row; null if there is none */
    readonly render: string | null;
    /** Address of the newest finished film, also while a newer film is being rendered; null if there is none */
    readonly url: string | null;
    readonly error: string | null;
    readonly reason?: string | undefined;
    readonly values?: Readonly<Record<string, unknown>> | undefined;
    /** Number of the reading that last changed the row */
    readonly changedIn: number;
    /** Texts of the cells in the used columns, by column name */
    readonly cells: Readonly<Record<string, string>>;
    /** Changed columns that the finished film does not show yet */
    readonly changedColumns: readonly string[];
    /** ISO 8601, UTC */
    readonly seenAt: string;
  }[];
  readonly cursor: string | null;
}

export interface ChangeLiveTableInput {
  readonly project: string;
  readonly table: string;
  readonly body: {
    readonly name: string;
    readonly source: {
      readonly kind: 'asset';
      /** Name of an asset of the project */
      readonly name: string;
    } | {
      readonly kind: 'file';
      /** Path of a file, relative to the folder in the start option `--tables FOLDER`; with `grant`, its name */
      readonly name: string;
      /** Id of a file that a user chose in the desktop app, which permits the service to watch the file */
      readonly grant?: string | undefined;
    } | {
      readonly kind: 'address';
      /** `https` address of a table, such as a published Google Sheet */
      readonly url: string;
      readonly header?: RequestHeader | undefined;
      /** Seconds between requests. Default: 60. */
      readonly every?: number | undefined;
    };
    readonly form?: {
      readonly sheet?: string | undefined;
      readonly header?: 'first' | 'none' | number | undefined;
      readonly hidden?: boolean | undefined;
      readonly merged?: boolean | undefined;
      readonly language?: string | undefined;
      readonly encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | undefined;
      readonly delimiter?: 'comma' | 'semicolon' | 'bar' | 'tab' | undefined;
    } | undefined;
    /** Column whose values identify the rows. Default: a column with a name such as `id` or `sku`. Null identifies a row by its cells in all used columns. */
    readonly key?: string | null | undefined;
    /** Variable for each column; null if the column is not used. Default: the variable with the name of the column. */
    readonly columns?: Readonly<Record<string, string | null>> | undefined;
    /** Name of the saved movie from which all films are rendered */
    readonly movie: string;
    /** Format of the films. Default: `mp4`. */
    readonly format?: string | undefined;
    /** Quality of the films. Default: `standard`. */
    readonly quality?: string | undefined;
    /** Pattern of the file names. Default: the key, or `${index}` without a key column. */
    readonly filename?: string | undefined;
    /** `quick`: check each film before it is rendered. */
    readonly check?: 'quick' | undefined;
    /** Lowest severity of findings for which the check refuses a film; only with `check`. Default: `error`. */
    readonly failOn?: 'error' | 'warning' | 'never' | undefined;
    /** Action for the films of removed rows: `keep` does not delete them, and `trash` deletes them after 30 days. Default: `keep`. */
    readonly removed?: 'keep' | 'trash' | undefined;
    /** `false`: apply readings that remove or change many rows without waiting for a decision. Default: `true`. */
    readonly guard?: boolean | undefined;
  };
}

/** The live table */
export interface ChangeLiveTableAnswer {
  readonly id: string;
  readonly project: string;
  readonly etag: string;
  readonly state: 'watching' | 'paused' | 'guarded' | 'unreadable';
  readonly settings: {
    readonly name: string;
    readonly source: {
      readonly kind: 'asset';
      /** Name of an asset of the project */
      readonly name: string;
    } | {
      readonly kind: 'file';
      /** Path of a file, relative to the folder in the start option `--tables FOLDER`; with `grant`, its name */
      readonly name: string;
      /** Id of a file that a user chose in the desktop app, which permits the service to watch the file */
      readonly grant?: string | undefined;
    } | {
      readonly kind: 'address';
      /** `https` address of a table, such as a published Google Sheet */
      readonly url: string;
      readonly header?: {
        readonly name: string;
      } | undefined;
      /** Seconds between requests. Default: 60. */
      readonly every?: number | undefined;
    };
    readonly form?: {
      readonly sheet?: string | undefined;
      readonly header?: 'first' | 'none' | number | undefined;
      readonly hidden?: boolean | undefined;
      readonly merged?: boolean | undefined;
      readonly language?: string | undefined;
      readonly encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | undefined;
      readonly delimiter?: 'comma' | 'semicolon' | 'bar' | 'tab' | undefined;
    } | undefined;
    /** Column whose values identify the rows. Default: a column with a name such as `id` or `sku`. Null identifies a row by its cells in all used columns. */
    readonly key?: string | null | undefined;
    /** Variable for each column; null if the column is not used. Default: the variable with the name of the column. */
    readonly columns?: Readonly<Record<string, string | null>> | undefined;
    /** Name of the saved movie from which all films are rendered */
    readonly movie: string;
    /** Format of the films. Default: `mp4`. */
    readonly format?: string | undefined;
    /** Quality of the films. Default: `standard`. */
    readonly quality?: string | undefined;
    /** Pattern of the file names. Default: the key, or `${index}` without a key column. */
    readonly filename?: string | undefined;
    /** `quick`: check each film before it is rendered. */
    readonly check?: 'quick' | undefined;
    /** Lowest severity of findings for which the check refuses a film; only with `check`. Default: `error`. */
    readonly failOn?: 'error' | 'warning' | 'never' | undefined;
    /** Action for the films of removed rows: `keep` does not delete them, and `trash` deletes them after 30 days. Default: `keep`. */
    readonly removed?: 'keep' | 'trash' | undefined;
    /** `false`: apply readings that remove or change many rows without waiting for a decision. Default: `true`. */
    readonly guard?: boolean | undefined;
  };
  /** Column whose values now identify the rows; null if the cells of all used columns identify them */
  readonly keyColumn: string | null;
  /** Places of the columns in the spreadsheet, which form names such as `Sheet1!C7` with the lines of rows; null for JSON, and before the first reading */
  readonly places: {
    /** Sheet; null if the workbook has only one, and for text files */
    readonly sheet: string | null;
    /** Number of each used column, from 1 */
    readonly columns: Readonly<Record<string, number>>;
  } | null;
  /** Reason why the table cannot be read; null if it can be read */
  readonly problem: Issue | null;
  /** Problems of rows with an empty or a repeated key */
  readonly rowProblems: readonly Issue[];
  /** Parts of the file that the last reading left out or could not read as a spreadsheet displays them */
  readonly notes: readonly Issue[];
  /** Reason why a reading is held back; null if no reading is held back */
  readonly guard: {
    readonly kind: 'removed' | 'changed' | 'columns';
    /** Number of removed or changed rows, or of missing columns */
    readonly count: number;
    /** Number of rows before the reading */
    readonly of: number;
    /** Missing columns */
    readonly columns: readonly string[];
    readonly message: string;
    readonly reason?: string | undefined;
    readonly values?: Readonly<Record<string, unknown>> | undefined;
  } | null;
  readonly counts: {
    readonly rows: number;
    readonly current: number;
    readonly waiting: number;
    readonly rendering: number;
    readonly failed: number;
    readonly removed: number;
  };
  readonly lastReading: {
    readonly number: number;
    /** ISO 8601, UTC */
    readonly at: string;
    readonly rows: number;
    readonly added: number;
    readonly changed: number;
    readonly removed: number;
    /** Number of films of this reading that are ready */
    readonly made: number;
    readonly failed: number;
    /** Reason why the reading was held back; null if the reading was applied */
    readonly guard: {
      readonly kind: 'removed' | 'changed' | 'columns';
      /** Number of removed or changed rows, or of missing columns */
      readonly count: number;
      /** Number of rows before the reading */
      readonly of: number;
      /** Missing columns */
      readonly columns: readonly string[];
      readonly message: string;
      readonly reason?: string | undefined;
      readonly values?: Readonly<Record<string, unknown>> | undefined;
    } | null;
  } | null;
  /** Time of the next request of an address; null for files and assets */
  readonly nextReadingAt: string | null;
  /** ISO 8601, UTC */
  readonly createdAt: string;
}

export interface ReadLiveTableNowInput {
  readonly project: string;
  readonly table: string;
  /** `true`: do not render or remove films. Default: `false`. */
  readonly dry?: boolean | undefined;
}

/** The changes since the previous reading */
export interface ReadLiveTableNowAnswer {
  /** Whether the reading was applied; false with `dry`, and if a guard holds the reading back */
  readonly applied: boolean;
  readonly rows: number;
  /** Keys of the added rows, at most 1,000 */
  readonly added: readonly string[];
  /** Keys of the changed rows, at most 1,000 */
  readonly changed: readonly string[];
  /** Keys of the removed rows, at most 1,000 */
  readonly removed: readonly string[];
  /** Number of unchanged rows */
  readonly same: number;
  readonly guard: {
    readonly kind: 'removed' | 'changed' | 'columns';
    /** Number of removed or changed rows, or of missing columns */
    readonly count: number;
    /** Number of rows before the reading */
    readonly of: number;
    /** Missing columns */
    readonly columns: readonly string[];
    readonly message: string;
    readonly reason?: string | undefined;
    readonly values?: Readonly<Record<string, unknown>> | undefined;
  } | null;
  readonly problems: readonly Issue[];
}

export interface PauseLiveTableInput {
  readonly project: string;
  readonly table: string;
}

/** The live table */
export interface PauseLiveTableAnswer {
  readonly id: string;
  readonly project: string;
  readonly etag: string;
  readonly state: 'watching' | 'paused' | 'guarded' | 'unreadable';
  readonly settings: {
    readonly name: string;
    readonly source: {
      readonly kind: 'asset';
      /** Name of an asset of the project */
      readonly name: string;
    } | {
      readonly kind: 'file';
      /** Path of a file, relative to the folder in the start option `--tables FOLDER`; with `grant`, its name */
      readonly name: string;
      /** Id of a file that a user chose in the desktop app, which permits the service to watch the file */
      readonly grant?: string | undefined;
    } | {
      readonly kind: 'address';
      /** `https` address of a table, such as a published Google Sheet */
      readonly url: string;
      readonly header?: {
        readonly name: string;
      } | undefined;
      /** Seconds between requests. Default: 60. */
      readonly every?: number | undefined;
    };
    readonly form?: {
      readonly sheet?: string | undefined;
      readonly header?: 'first' | 'none' | number | undefined;
      readonly hidden?: boolean | undefined;
      readonly merged?: boolean | undefined;
      readonly language?: string | undefined;
      readonly encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | undefined;
      readonly delimiter?: 'comma' | 'semicolon' | 'bar' | 'tab' | undefined;
    } | undefined;
    /** Column whose values identify the rows. Default: a column with a name such as `id` or `sku`. Null identifies a row by its cells in all used columns. */
    readonly key?: string | null | undefined;
    /** Variable for each column; null if the column is not used. Default: the variable with the name of the column. */
    readonly columns?: Readonly<Record<string, string | null>> | undefined;
    /** Name of the saved movie from which all films are rendered */
    readonly movie: string;
    /** Format of the films. Default: `mp4`. */
    readonly format?: string | undefined;
    /** Quality of the films. Default: `standard`. */
    readonly quality?: string | undefined;
    /** Pattern of the file names. Default: the key, or `${index}` without a key column. */
    readonly filename?: string | undefined;
    /** `quick`: check each film before it is rendered. */
    readonly check?: 'quick' | undefined;
    /** Lowest severity of findings for which the check refuses a film; only with `check`. Default: `error`. */
    readonly failOn?: 'error' | 'warning' | 'never' | undefined;
    /** Action for the films of removed rows: `keep` does not delete them, and `trash` deletes them after 30 days. Default: `keep`. */
    readonly removed?: 'keep' | 'trash' | undefined;
    /** `false`: apply readings that remove or change many rows without waiting for a decision. Default: `true`. */
    readonly guard?: boolean | undefined;
  };
  /** Column whose values now identify the rows; null if the cells of all used columns identify them */
  readonly keyColumn: string | null;
  /** Places of the columns in the spreadsheet, which form names such as `Sheet1!C7` with the lines of rows; null for JSON, and before the first reading */
  readonly places: {
    /** Sheet; null if the workbook has only one, and for text files */
    readonly sheet: string | null;
    /** Number of each used column, from 1 */
    readonly columns: Readonly<Record<string, number>>;
  } | null;
  /** Reason why the table cannot be read; null if it can be read */
  readonly problem: Issue | null;
  /** Problems of rows with an empty or a repeated key */
  readonly rowProblems: readonly Issue[];
  /** Parts of the file that the last reading left out or could not read as a spreadsheet displays them */
  readonly notes: readonly Issue[];
  /** Reason why a reading is held back; null if no reading is held back */
  readonly guard: {
    readonly kind: 'removed' | 'changed' | 'columns';
    /** Number of removed or changed rows, or of missing columns */
    readonly count: number;
    /** Number of rows before the reading */
    readonly of: number;
    /** Missing columns */
    readonly columns: readonly string[];
    readonly message: string;
    readonly reason?: string | undefined;
    readonly values?: Readonly<Record<string, unknown>> | undefined;
  } | null;
  readonly counts: {
    readonly rows: number;
    readonly current: number;
    readonly waiting: number;
    readonly rendering: number;
    readonly failed: number;
    readonly removed: number;
  };
  readonly lastReading: {
    readonly number: number;
    /** ISO 8601, UTC */
    readonly at: string;
    readonly rows: number;
    readonly added: number;
    readonly changed: number;
    readonly removed: number;
    /** Number of films of this reading that are ready */
    readonly made: number;
    readonly failed: number;
    /** Reason why the reading was held back; null if the reading was applied */
    readonly guard: {
      readonly kind: 'removed' | 'changed' | 'columns';
      /** Number of removed or changed rows, or of missing columns */
      readonly count: number;
      /** Number of rows before the reading */
      readonly of: number;
      /** Missing columns */
      readonly columns: readonly string[];
      readonly message: string;
      readonly reason?: string | undefined;
      readonly values?: Readonly<Record<string, unknown>> | undefined;
    } | null;
  } | null;
  /** Time of the next request of an address; null for files and assets */
  readonly nextReadingAt: string | null;
  /** ISO 8601, UTC */
  readonly createdAt: string;
}

export interface ResumeLiveTableInput {
  readonly project: string;
  readonly table: string;
}

/** The live table */
export interface ResumeLiveTableAnswer {
  readonly id: string;
  readonly project: string;
  readonly etag: string;
  readonly state: 'watching' | 'paused' | 'guarded' | 'unreadable';
  readonly settings: {
    readonly name: string;
    readonly source: {
      readonly kind: 'asset';
      /** Name of an asset of the project */
      readonly name: string;
    } | {
      readonly kind: 'file';
      /** Path of a file, relative to the folder in the start option `--tables FOLDER`; with `grant`, its name */
      readonly name: string;
      /** Id of a file that a user chose in the desktop app, which permits the service to watch the file */
      readonly grant?: string | undefined;
    } | {
      readonly kind: 'address';
      /** `https` address of a table, such as a published Google Sheet */
      readonly url: string;
      readonly header?: {
        readonly name: string;
      } | undefined;
      /** Seconds between requests. Default: 60. */
      readonly every?: number | undefined;
    };
    readonly form?: {
      readonly sheet?: string | undefined;
      readonly header?: 'first' | 'none' | number | undefined;
      readonly hidden?: boolean | undefined;
      readonly merged?: boolean | undefined;
      readonly language?: string | undefined;
      readonly encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | undefined;
      readonly delimiter?: 'comma' | 'semicolon' | 'bar' | 'tab' | undefined;
    } | undefined;
    /** Column whose values identify the rows. Default: a column with a name such as `id` or `sku`. Null identifies a row by its cells in all used columns. */
    readonly key?: string | null | undefined;
    /** Variable for each column; null if the column is not used. Default: the variable with the name of the column. */
    readonly columns?: Readonly<Record<string, string | null>> | undefined;
    /** Name of the saved movie from which all films are rendered */
    readonly movie: string;
    /** Format of the films. Default: `mp4`. */
    readonly format?: string | undefined;
    /** Quality of the films. Default: `standard`. */
    readonly quality?: string | undefined;
    /** Pattern of the file names. Default: the key, or `${index}` without a key column. */
    readonly filename?: string | undefined;
    /** `quick`: check each film before it is rendered. */
    readonly check?: 'quick' | undefined;
    /** Lowest severity of findings for which the check refuses a film; only with `check`. Default: `error`. */
    readonly failOn?: 'error' | 'warning' | 'never' | undefined;
    /** Action for the films of removed rows: `keep` does not delete them, and `trash` deletes them after 30 days. Default: `keep`. */
    readonly removed?: 'keep' | 'trash' | undefined;
    /** `false`: apply readings that remove or change many rows without waiting for a decision. Default: `true`. */
    readonly guard?: boolean | undefined;
  };
  /** Column whose values now identify the rows; null if the cells of all used columns identify them */
  readonly keyColumn: string | null;
  /** Places of the columns in the spreadsheet, which form names such as `Sheet1!C7` with the lines of rows; null for JSON, and before the first reading */
  readonly places: {
    /** Sheet; null if the workbook has only one, and for text files */
    readonly sheet: string | null;
    /** Number of each used column, from 1 */
    readonly columns: Readonly<Record<string, number>>;
  } | null;
  /** Reason why the table cannot be read; null if it can be read */
  readonly problem: Issue | null;
  /** Problems of rows with an empty or a repeated key */
  readonly rowProblems: readonly Issue[];
  /** Parts of the file that the last reading left out or could not read as a spreadsheet displays them */
  readonly notes: readonly Issue[];
  /** Reason why a reading is held back; null if no reading is held back */
  readonly guard: {
    readonly kind: 'removed' | 'changed' | 'columns';
    /** Number of removed or changed rows, or of missing columns */
    readonly count: number;
    /** Number of rows before the reading */
    readonly of: number;
    /** Missing columns */
    readonly columns: readonly string[];
    readonly message: string;
    readonly reason?: string | undefined;
    readonly values?: Readonly<Record<string, unknown>> | undefined;
  } | null;
  readonly counts: {
    readonly rows: number;
    readonly current: number;
    readonly waiting: number;
    readonly rendering: number;
    readonly failed: number;
    readonly removed: number;
  };
  readonly lastReading: {
    readonly number: number;
    /** ISO 8601, UTC */
    readonly at: string;
    readonly rows: number;
    readonly added: number;
    readonly changed: number;
    readonly removed: number;
    /** Number of films of this reading that are ready */
    readonly made: number;
    readonly failed: number;
    /** Reason why the reading was held back; null if the reading was applied */
    readonly guard: {
      readonly kind: 'removed' | 'changed' | 'columns';
      /** Number of removed or changed rows, or of missing columns */
      readonly count: number;
      /** Number of rows before the reading */
      readonly of: number;
      /** Missing columns */
      readonly columns: readonly string[];
      readonly message: string;
      readonly reason?: string | undefined;
      readonly values?: Readonly<Record<string, unknown>> | undefined;
    } | null;
  } | null;
  /** Time of the next request of an address; null for files and assets */
  readonly nextReadingAt: string | null;
  /** ISO 8601, UTC */
  readonly createdAt: string;
}

export interface ApplyLiveTableInput {
  readonly project: string;
  readonly table: string;
}

/** The live table */
export interface ApplyLiveTableAnswer {
  readonly id: string;
  readonly project: string;
  readonly etag: string;
  readonly state: 'watching' | 'paused' | 'guarded' | 'unreadable';
  readonly settings: {
    readonly name: string;
    readonly source: {
      readonly kind: 'asset';
      /** Name of an asset of the project */
      readonly name: string;
    } | {
      readonly kind: 'file';
      /** Path of a file, relative to the folder in the start option `--tables FOLDER`; with `grant`, its name */
      readonly name: string;
      /** Id of a file that a user chose in the desktop app, which permits the service to watch the file */
      readonly grant?: string | undefined;
    } | {
      readonly kind: 'address';
      /** `https` address of a table, such as a published Google Sheet */
      readonly url: string;
      readonly header?: {
        readonly name: string;
      } | undefined;
      /** Seconds between requests. Default: 60. */
      readonly every?: number | undefined;
    };
    readonly form?: {
      readonly sheet?: string | undefined;
      readonly header?: 'first' | 'none' | number | undefined;
      readonly hidden?: boolean | undefined;
      readonly merged?: boolean | undefined;
      readonly language?: string | undefined;
      readonly encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | undefined;
      readonly delimiter?: 'comma' | 'semicolon' | 'bar' | 'tab' | undefined;
    } | undefined;
    /** Column whose values identify the rows. Default: a column with a name such as `id` or `sku`. Null identifies a row by its cells in all used columns. */
    readonly key?: string | null | undefined;
    /** Variable for each column; null if the column is not used. Default: the variable with the name of the column. */
    readonly columns?: Readonly<Record<string, string | null>> | undefined;
    /** Name of the saved movie from which all films are rendered */
    readonly movie: string;
    /** Format of the films. Default: `mp4`. */
    readonly format?: string | undefined;
    /** Quality of the films. Default: `standard`. */
    readonly quality?: string | undefined;
    /** Pattern of the file names. Default: the key, or `${index}` without a key column. */
    readonly filename?: string | undefined;
    /** `quick`: check each film before it is rendered. */
    readonly check?: 'quick' | undefined;
    /** Lowest severity of findings for which the check refuses a film; only with `check`. Default: `error`. */
    readonly failOn?: 'error' | 'warning' | 'never' | undefined;
    /** Action for the films of removed rows: `keep` does not delete them, and `trash` deletes them after 30 days. Default: `keep`. */
    readonly removed?: 'keep' | 'trash' | undefined;
    /** `false`: apply readings that remove or change many rows without waiting for a decision. Default: `true`. */
    readonly guard?: boolean | undefined;
  };
  /** Column whose values now identify the rows; null if the cells of all used columns identify them */
  readonly keyColumn: string | null;
  /** Places of the columns in the spreadsheet, which form names such as `Sheet1!C7` with the lines of rows; null for JSON, and before the first reading */
  readonly places: {
    /** Sheet; null if the workbook has only one, and for text files */
    readonly sheet: string | null;
    /** Number of each used column, from 1 */
    readonly columns: Readonly<Record<string, number>>;
  } | null;
  /** Reason why the table cannot be read; null if it can be read */
  readonly problem: Issue | null;
  /** Problems of rows with an empty or a repeated key */
  readonly rowProblems: readonly Issue[];
  /** Parts of the file that the last reading left out or could not read as a spreadsheet displays them */
  readonly notes: readonly Issue[];
  /** Reason why a reading is held back; null if no reading is held back */
  readonly guard: {
    readonly kind: 'removed' | 'changed' | 'columns';
    /** Number of removed or changed rows, or of missing columns */
    readonly count: number;
    /** Number of rows before the reading */
    readonly of: number;
    /** Missing columns */
    readonly columns: readonly string[];
    readonly message: string;
    readonly reason?: string | undefined;
    readonly values?: Readonly<Record<string, unknown>> | undefined;
  } | null;
  readonly counts: {
    readonly rows: number;
    readonly current: number;
    readonly waiting: number;
    readonly rendering: number;
    readonly failed: number;
    readonly removed: number;
  };
  readonly lastReading: {
    readonly number: number;
    /** ISO 8601, UTC */
    readonly at: string;
    readonly rows: number;
    readonly added: number;
    readonly changed: number;
    readonly removed: number;
    /** Number of films of this reading that are ready */
    readonly made: number;
    readonly failed: number;
    /** Reason why the reading was held back; null if the reading was applied */
    readonly guard: {
      readonly kind: 'removed' | 'changed' | 'columns';
      /** Number of removed or changed rows, or of missing columns */
      readonly count: number;
      /** Number of rows before the reading */
      readonly of: number;
      /** Missing columns */
      readonly columns: readonly string[];
      readonly message: string;
      readonly reason?: string | undefined;
      readonly values?: Readonly<Record<string, unknown>> | undefined;
    } | null;
  } | null;
  /** Time of the next request of an address; null for files and assets */
  readonly nextReadingAt: string | null;
  /** ISO 8601, UTC */
  readonly createdAt: string;
}

export interface DeleteLiveTableInput {
  readonly project: string;
  readonly table: string;
}

/** The id of the deleted table */
export type DeleteLiveTableAnswer = DeletedAnswer;

/** Font packages */
export interface ListFontsAnswer {
  readonly packages: readonly FontPackage[];
}

export interface AddFontsInput {
  readonly package: string;
}

/** The current state of the package */
export type AddFontsAnswer = FontPackage;

export interface RemoveFontsInput {
  readonly package: string;
}

/** The current state of the package */
export type RemoveFontsAnswer = FontPackage;

export interface ReadFontInput {
  readonly package: string;
  readonly sha256: string;
}

/** The settings and keys */
export type ReadAgentsAnswer = AgentState;

export interface ChangeAgentsInput {
  readonly body?: {
    /** Whether programs on this machine can use the tools */
    readonly on?: boolean | undefined;
    /** Whether programs with a key can use the tools at `/mcp` */
    readonly http?: boolean | undefined;
    /** Whether the service currently refuses edits and renders of programs */
    readonly paused?: boolean | undefined;
  };
}

/** The settings and keys */
export type ChangeAgentsAnswer = AgentState;

export interface CreateAgentKeyInput {
  readonly body: NewAgentKey;
}

/** The key */
export interface CreateAgentKeyAnswer {
  readonly id: string;
  /** Name of the program, shown beside its changes */
  readonly name: string;
  /** Permissions: `look` to read, `edit` to change, and `render` to render */
  readonly scopes: readonly AgentScope[];
  /** Uids or names of projects; null for all projects */
  readonly projects: readonly string[] | null;
  /** Whether edits and values can contain addresses of new hosts */
  readonly addresses: boolean;
  /** Whether the key belongs to a program on this machine, which needs no secret */
  readonly local: boolean;
  /** ISO 8601, UTC */
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
  /** Secret of the key, for the header `Authorization: Bearer` */
  readonly secret: string;
}

export interface RevokeAgentKeyInput {
  readonly key: string;
}

/** The revoked key */
export type RevokeAgentKeyAnswer = AgentKey;

export interface ListAgentCallsInput {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** A page of calls */
export interface ListAgentCallsAnswer {
  readonly calls: readonly AgentCall[];
  readonly cursor: string | null;
}

/** The state of the farm */
export type ReadFarmAnswer = Farm;

/** The settings */
export type ReadFarmSettingsAnswer = FarmSettings;

export interface ChangeFarmSettingsInput {
  readonly body: {
    readonly farm: FarmSettingsInput | null;
  };
}

/** The new settings */
export type ChangeFarmSettingsAnswer = FarmSettings;

export interface CheckFarmInput {
  readonly body: {
    readonly farm: FarmSettingsInput | null;
  };
}

/** The result for the queue and for the store */
export type CheckFarmAnswer = FarmCheck;

export interface PublishProjectInput {
  readonly project: string;
  readonly cluster: string;
}

/** The publication */
export type PublishProjectAnswer = Publication;

/** The clusters: `local` first, then the others sorted by name */
export interface ListClustersAnswer {
  readonly clusters: readonly Cluster[];
}

export interface ListPublishedInput {
  readonly cluster: string;
}

/** Publications */
export interface ListPublishedAnswer {
  readonly published: readonly PublishedProject[];
}

/** The health of the service */
export type ReadHealthAnswer = Health;

/** The path of a file for `curl --config`; null if the credentials come from the environment */
export interface ReadAccessAnswer {
  readonly curlConfig: string | null;
}

/** The areas of the workspace */
export interface ReadStorageAnswer {
  readonly folder: string;
  readonly areas: readonly StorageArea[];
  readonly limits: StorageLimits;
}

export interface LimitStorageInput {
  readonly body?: {
    readonly segments?: number | undefined;
    readonly views?: number | undefined;
    readonly sources?: number | undefined;
    readonly films?: number | undefined;
    readonly links?: number | undefined;
  };
}

/** The current limits */
export type LimitStorageAnswer = StorageLimits;

export interface EmptyCacheInput {
  readonly area: 'segments' | 'views' | 'sources' | 'links';
}

/** The freed bytes and the number of deleted files */
export interface EmptyCacheAnswer {
  readonly freedBytes: number;
  readonly files: number;
}

/** OpenAPI 3.1 */
export type ReadOpenApiAnswer = Readonly<Record<string, unknown>>;

/** Projects with their templates, movies, assets, and renders. */
export interface ProjectsCalls {
  /**
   * List all projects.
   *
   * `GET /v1/list/project` (`listProjects`). Returns: All projects, sorted by name
   */
  list(options?: CallOptions): Promise<ListProjectsAnswer>;
  /**
   * List the missing assets: assets that templates use and that their projects do not have.
   *
   * `GET /v1/list/missing` (`listMissing`). Returns: The projects with missing assets
   */
  listMissing(options?: CallOptions): Promise<ListMissingAnswer>;
  /**
   * Create a project, empty or from a design.
   *
   * `POST /v1/project/{name}` (`createProject`). Returns: The new project
   */
  create(input: CreateProjectInput, options?: CallOptions): Promise<CreateProjectAnswer>;
  /**
   * Rename a project; its uid stays the same.
   *
   * `PUT /v1/project/{project}` (`renameProject`). Returns: The renamed project
   */
  rename(input: RenameProjectInput, options?: CallOptions): Promise<RenameProjectAnswer>;
  /**
   * Record that a project was opened in an editor.
   *
   * `PUT /v1/project/{project}/opened` (`openProject`). Returns: The project
   */
  open(input: OpenProjectInput, options?: CallOptions): Promise<OpenProjectAnswer>;
  /**
   * Duplicate a project with its assets, templates, and movies, but without its renders; both projects share the stored files.
   *
   * `POST /v1/project/{project}/duplicate` (`duplicateProject`). Returns: The new project
   */
  duplicate(input: DuplicateProjectInput, options?: CallOptions): Promise<DuplicateProjectAnswer>;
  /**
   * Delete a project and cancel its running renders.
   *
   * `DELETE /v1/project/{project}` (`deleteProject`). Returns: The deleted project
   */
  delete(input: DeleteProjectInput, options?: CallOptions): Promise<DeleteProjectAnswer>;
  /**
   * Create a sample project with generated clips and music, a film, and a template with variables.
   *
   * `POST /v1/sample` (`createSample`). Returns: The new project and the template to open first
   */
  createSample(input?: CreateSampleInput, options?: CallOptions): Promise<CreateSampleAnswer>;
}

/** Export a project as one file, and import it again. */
export interface BundlesCalls {
  /**
   * Export a project as one file with its current assets, templates, editing records, batch tables, movies, and live tables.
   *
   * `GET /v1/bundle/{project}` (`readBundle`). Returns: A ZIP file with a manifest. If an error occurs during the download, the connection closes before the end of the file.
   */
  read(input: ReadBundleInput, options?: CallOptions): Promise<Response>;
  /**
   * Create a project from a bundle; if the bundle is invalid, nothing is created. If another project has the name, a number is added to the name. Live tables are paused.
   *
   * `POST /v1/bundle` (`createFromBundle`). Returns: The new project
   */
  createFromBundle(input: CreateFromBundleInput, options?: CallOptions<'content-type' | 'content-digest'>): Promise<CreateFromBundleAnswer>;
}

/** Ready-made templates with data sets and files, to start a film from. */
export interface DesignsCalls {
  /**
   * List the designs: the built-in designs first, then your own.
   *
   * `GET /v1/designs` (`listDesigns`). Returns: Designs
   */
  list(input?: ListDesignsInput, options?: CallOptions): Promise<ListDesignsAnswer>;
  /**
   * Export a design as one bundle, which another service can import as a design or as a project.
   *
   * `GET /v1/designs/{design}` (`readDesign`). Returns: A ZIP file with a manifest
   */
  read(input: ReadDesignInput, options?: CallOptions): Promise<Response>;
  /**
   * Get the poster of a design as JPEG with the default values, with `values`, or with the brand of a `project`.
   *
   * `GET /v1/designs/{design}/poster` (`readDesignPoster`). Returns: JPEG; the longer side has 640 pixels
   */
  readDesignPoster(input: ReadDesignPosterInput, options?: CallOptions<'range' | 'if-range' | 'if-none-match' | 'if-modified-since'>): Promise<Response>;
  /**
   * Get the preview film of a design as MP4 without sound.
   *
   * `GET /v1/designs/{design}/preview` (`readDesignPreview`). Returns: MP4; the longer side has 384 pixels
   */
  readDesignPreview(input: ReadDesignPreviewInput, options?: CallOptions<'range' | 'if-range' | 'if-none-match' | 'if-modified-since'>): Promise<Response>;
  /**
   * Download the template of a design, byte for byte.
   *
   * `GET /v1/designs/{design}/template` (`readDesignTemplate`). Returns: XML
   */
  readDesignTemplate(input: ReadDesignTemplateInput, options?: CallOptions<'if-none-match'>): Promise<Response>;
  /**
   * Add the template, data sets, and files of a design to a project. Files that the project already has are used again. If a different file has the same name, a number is added to the name of the new file.
   *
   * `POST /v1/designs/{design}/use/{region}/{project}` (`useDesign`). Returns: The added templates, and the files that they use
   */
  use(input: UseDesignInput, options?: CallOptions<'content-type'>): Promise<UseDesignAnswer>;
  /**
   * Import a design from a bundle; if the bundle is invalid, nothing is stored.
   *
   * `POST /v1/designs/{design}` (`createDesign`). Returns: The new design
   */
  create(input: CreateDesignInput, options?: CallOptions<'content-type' | 'content-digest'>): Promise<CreateDesignAnswer>;
  /**
   * Create a design from templates of a project, with their data sets and files.
   *
   * `POST /v1/designs/{design}/save/{region}/{project}` (`saveDesign`). Returns: The new design
   */
  save(input: SaveDesignInput, options?: CallOptions<'content-type'>): Promise<SaveDesignAnswer>;
  /**
   * Delete a design of your own; projects and films that were created from the design do not change.
   *
   * `DELETE /v1/designs/{design}` (`deleteDesign`). Returns: The name of the deleted design
   */
  delete(input: DeleteDesignInput, options?: CallOptions): Promise<DeleteDesignAnswer>;
}

/** The media files of a project: videos, images, sounds, fonts, and captions. */
export interface AssetsCalls {
  /**
   * List the assets of a project, sorted by name.
   *
   * `GET /v1/list/data/{project}` (`listAssets`). Returns: A page of assets. `cursor` requests the next page; null on the last page.
   */
  list(input: ListAssetsInput, options?: CallOptions): Promise<ListAssetsAnswer>;
  /**
   * Download an asset; HEAD returns the headers only.
   *
   * `GET /v1/data/{project}/{name}` (`readAsset`). Returns: The complete asset
   */
  read(input: ReadAssetInput, options?: CallOptions<'range' | 'if-range' | 'if-match' | 'if-none-match' | 'if-modified-since' | 'if-unmodified-since'>): Promise<Response>;
  /**
   * Upload an asset under a new name.
   *
   * `POST /v1/data/{project}/{name}` (`createAsset`). Returns: The asset
   */
  create(input: CreateAssetInput, options?: CallOptions<'content-type' | 'content-digest'>): Promise<CreateAssetAnswer>;
  /**
   * Create or replace an asset; readers get either the complete old file or the complete new one.
   *
   * `PUT /v1/data/{project}/{name}` (`replaceAsset`). Returns: The replaced asset
   */
  replace(input: ReplaceAssetInput, options?: CallOptions<'content-type' | 'content-digest' | 'if-match' | 'if-unmodified-since'>): Promise<ReplaceAssetAnswer>;
  /**
   * Rename an asset, also if only the case of letters changes; templates that use the asset still contain the old name.
   *
   * `POST /v1/data/{project}/{name}/rename` (`renameAsset`). Returns: The asset under its new name
   */
  rename(input: RenameAssetInput, options?: CallOptions<'if-match' | 'if-unmodified-since'>): Promise<RenameAssetAnswer>;
  /**
   * Add an asset with its tags to another project under the same name; both projects share one stored file.
   *
   * `POST /v1/data/{project}/{name}/copy` (`copyAsset`). Returns: The asset in the other project
   */
  copy(input: CopyAssetInput, options?: CallOptions): Promise<CopyAssetAnswer>;
  /**
   * Replace the tags of an asset; replacing the file or renaming the asset does not change the tags.
   *
   * `PUT /v1/data/{project}/{name}/tags` (`tagAsset`). Returns: The asset
   */
  tag(input: TagAssetInput, options?: CallOptions): Promise<TagAssetAnswer>;
  /**
   * Move an asset to the trash; running downloads and renders finish with the deleted file.
   *
   * `DELETE /v1/data/{project}/{name}` (`deleteAsset`). Returns: The names of the deleted items
   */
  delete(input: DeleteAssetInput, options?: CallOptions<'if-match' | 'if-unmodified-since'>): Promise<DeleteAssetAnswer>;
  /**
   * List the assets in the trash of a project, most recently deleted first.
   *
   * `GET /v1/list/trash/{project}` (`listTrash`). Returns: A page of the trash. `cursor` requests the next page; null on the last page.
   */
  listTrash(input: ListTrashInput, options?: CallOptions): Promise<ListTrashAnswer>;
  /**
   * Restore an asset from the trash; if another asset has the name, a number is added to the name.
   *
   * `POST /v1/trash/{project}/{id}/restore` (`restoreAsset`). Returns: The asset and its former name
   */
  restore(input: RestoreAssetInput, options?: CallOptions): Promise<RestoreAssetAnswer>;
  /**
   * Delete an asset in the trash permanently.
   *
   * `DELETE /v1/trash/{project}/{id}` (`deleteTrashed`). Returns: The names of the deleted items
   */
  deleteTrashed(input: DeleteTrashedInput, options?: CallOptions): Promise<DeleteTrashedAnswer>;
  /**
   * Empty the trash of a project permanently.
   *
   * `DELETE /v1/trash/{project}` (`emptyTrash`). Returns: The number of deleted assets
   */
  emptyTrash(input: EmptyTrashInput, options?: CallOptions): Promise<EmptyTrashAnswer>;
}

/** The colors, fonts, logos, music, and motion of a project, which its templates use. */
export interface BrandCalls {
  /**
   * Get the brand of a project: its colors, fonts, logos, music, and motion.
   *
   * `GET /v1/brand/{project}` (`readBrand`). Returns: The brand, and the values of variables that come from the brand
   */
  read(input: ReadBrandInput, options?: CallOptions): Promise<ReadBrandAnswer>;
  /**
   * Replace the brand of a project; renders that the service has already accepted use the old brand.
   *
   * `PUT /v1/brand/{project}` (`saveBrand`). Returns: The brand, and the values of variables that come from the brand
   */
  save(input: SaveBrandInput, options?: CallOptions<'if-match'>): Promise<SaveBrandAnswer>;
}

/** Upload large assets in chunks, in any order; a chunk can be sent again. */
export interface UploadsCalls {
  /**
   * Start an upload in chunks.
   *
   * `POST /chunked/videos/{project}` (`startUpload`). Returns: The open upload
   */
  start(input: StartUploadInput, options?: CallOptions): Promise<StartUploadAnswer>;
  /**
   * List the open uploads of a project.
   *
   * `GET /chunked/videos/{project}` (`listUploads`). Returns: Open uploads
   */
  list(input: ListUploadsInput, options?: CallOptions): Promise<ListUploadsAnswer>;
  /**
   * Get the state of an upload: the chunks on disk and the missing chunks.
   *
   * `GET /chunked/videos/{project}/{upload}` (`readUpload`). Returns: The upload
   */
  read(input: ReadUploadInput, options?: CallOptions): Promise<ReadUploadAnswer>;
  /**
   * Upload one chunk; chunks can be sent in any order, in parallel, and again.
   *
   * `POST /chunked/videos/{project}/{upload}/chunks` (`writeChunk`). Returns: The stored chunk
   */
  writeChunk(input: WriteChunkInput, options?: CallOptions<'content-digest'>): Promise<WriteChunkAnswer>;
  /**
   * Finish an upload; repeating the call gives the same answer.
   *
   * `POST /chunked/videos/{project}/{upload}/finished` (`finishUpload`). Returns: The asset
   */
  finish(input: FinishUploadInput, options?: CallOptions): Promise<FinishUploadAnswer>;
  /**
   * Cancel an upload.
   *
   * `DELETE /chunked/videos/{project}/{upload}` (`abandonUpload`). Returns: The id of the deleted upload
   */
  abandon(input: AbandonUploadInput, options?: CallOptions): Promise<AbandonUploadAnswer>;
}

/** Saved templates that you render by name with values for their variables. */
export interface MoviesCalls {
  /**
   * List the dynamic movies of a project.
   *
   * `GET /v1/list/sdl/{project}` (`listMovies`). Returns: The names and details of the movies
   */
  list(input: ListMoviesInput, options?: CallOptions): Promise<ListMoviesAnswer>;
  /**
   * Get a dynamic movie as JSON, or as XML with `Accept: application/xml`.
   *
   * `GET /v1/sdl/{project}/{movie}` (`readMovie`). Returns: The movie
   */
  read(input: ReadMovieInput, options?: CallOptions): Promise<ReadMovieAnswer>;
  /**
   * Create a dynamic movie from JSON or XML.
   *
   * `POST /v1/sdl/{project}/{movie}` (`createMovie`). Returns: The saved movie
   */
  create(input: CreateMovieInput, options?: CallOptions<'content-type'>): Promise<CreateMovieAnswer>;
  /**
   * Update a dynamic movie from JSON or XML.
   *
   * `PUT /v1/sdl/{project}/{movie}` (`replaceMovie`). Returns: The saved movie
   */
  replace(input: ReplaceMovieInput, options?: CallOptions<'content-type'>): Promise<ReplaceMovieAnswer>;
  /**
   * Delete the movies with the given names, or all movies without `name`; the parameter can be repeated.
   *
   * `DELETE /v1/sdl/{project}` (`deleteMovies`). Returns: The names of the deleted movies
   */
  deleteMovies(input: DeleteMoviesInput, options?: CallOptions): Promise<DeleteMoviesAnswer>;
  /**
   * Delete a dynamic movie.
   *
   * `DELETE /v1/sdl/{project}/{movie}` (`deleteMovie`). Returns: The name of the deleted movie
   */
  delete(input: DeleteMovieInput, options?: CallOptions): Promise<DeleteMovieAnswer>;
  /**
   * List the variables that a dynamic movie uses.
   *
   * `GET /v1/sdlvariables/{project}/{movie}` (`listVariables`). Returns: Variables
   */
  listVariables(input: ListVariablesInput, options?: CallOptions): Promise<ListVariablesAnswer>;
  /**
   * Get the JSON Schema of dynamic movies.
   *
   * `GET /v1/schema/movie` (`readMovieSchema`). Returns: JSON Schema, draft 2020-12
   */
  readMovieSchema(options?: CallOptions): Promise<ReadMovieSchemaAnswer>;
}

/** The XML that the editor works on, with revisions and editing records. */
export interface TemplatesCalls {
  /**
   * List the templates of a project.
   *
   * `GET /v1/list/xml/{project}` (`listTemplates`). Returns: Templates
   */
  list(input: ListTemplatesInput, options?: CallOptions): Promise<ListTemplatesAnswer>;
  /**
   * Save a template and export a dynamic movie with the same name.
   *
   * `POST /v1/xml/{region}/{project}/{name}` (`saveTemplate`). Returns: A new revision
   */
  save(input: SaveTemplateInput, options?: CallOptions<'if-match' | 'scenewright-author' | 'scenewright-author-kind' | 'scenewright-label'>): Promise<SaveTemplateAnswer>;
  /**
   * Download a template, byte for byte as it was saved.
   *
   * `GET /v1/xml/{region}/{project}/{name}` (`readTemplate`). Returns: The template
   */
  read(input: ReadTemplateInput, options?: CallOptions<'if-none-match'>): Promise<Response>;
  /**
   * Delete a template and its movie.
   *
   * `DELETE /v1/xml/{region}/{project}/{name}` (`deleteTemplate`). Returns: The name of the deleted template
   */
  delete(input: DeleteTemplateInput, options?: CallOptions<'if-match'>): Promise<DeleteTemplateAnswer>;
  /**
   * List the last 50 revisions of a template, newest first.
   *
   * `GET /v1/xml/{region}/{project}/{name}/revisions` (`listRevisions`). Returns: Revisions
   */
  listRevisions(input: ListRevisionsInput, options?: CallOptions): Promise<ListRevisionsAnswer>;
  /**
   * Get the editing record of a template: data sets, markers, and the last view.
   *
   * `GET /v1/editing/{project}/{name}` (`readEditing`). Returns: The editing record
   */
  readEditing(input: ReadEditingInput, options?: CallOptions): Promise<ReadEditingAnswer>;
  /**
   * Save the editing record of a template.
   *
   * `PUT /v1/editing/{project}/{name}` (`saveEditing`). Returns: The editing record
   */
  saveEditing(input: SaveEditingInput, options?: CallOptions<'if-match'>): Promise<SaveEditingAnswer>;
  /**
   * Get the batch table of a template: the rows that a user prepares in the editor.
   *
   * `GET /v1/batch-tables/{project}/{name}` (`readBatchTable`). Returns: The batch table
   */
  readBatchTable(input: ReadBatchTableInput, options?: CallOptions): Promise<ReadBatchTableAnswer>;
  /**
   * Save the batch table of a template.
   *
   * `PUT /v1/batch-tables/{project}/{name}` (`saveBatchTable`). Returns: The batch table
   */
  saveBatchTable(input: SaveBatchTableInput, options?: CallOptions<'if-match'>): Promise<SaveBatchTableAnswer>;
}

/** Thumbnails, waveforms, proxies, and technical data of sources, for an editor. */
export interface MediaCalls {
  /**
   * Get one frame of a source as JPEG in the display aspect ratio of the source: the frame that the engine shows at `at` seconds. The picture is never larger than the source.
   *
   * `GET /v1/media/{project}/frame` (`readMediaFrame`). Returns: JPEG
   */
  readMediaFrame(input: ReadMediaFrameInput, options?: CallOptions<'if-none-match'>): Promise<Response>;
  /**
   * Get a poster frame of a source as JPEG: a frame near the start, or a later frame if that frame has a single color. The same source always has the same poster frame. An SVG, HEIC, or AVIF asset is drawn completely, on a gray background.
   *
   * `GET /v1/media/{project}/poster` (`readMediaPoster`). Returns: JPEG
   */
  readMediaPoster(input: ReadMediaPosterInput, options?: CallOptions<'if-none-match'>): Promise<Response>;
  /**
   * Get thumbnails of a source as tiles of the same width, side by side in one JPEG. With n tiles, tile i (from 0) shows the time `from` + (i + 0.5) × (`to` − `from`) / n. For a range of more than 30 seconds, the tiles show the nearest keyframes unless `exact` is `true`.
   *
   * `GET /v1/media/{project}/strip` (`readMediaStrip`). Returns: JPEG
   */
  readMediaStrip(input: ReadMediaStripInput, options?: CallOptions<'if-none-match'>): Promise<Response>;
  /**
   * Get the waveform of a source. Peak k (0 to 255) is the loudest sample of both channels in the interval that starts at k / perSecond seconds; level k is the RMS level of this interval. `perSecond` is reduced if there would be more than 1,000,000 peaks.
   *
   * `GET /v1/media/{project}/waveform` (`readMediaWaveform`). Returns: Peaks
   */
  readMediaWaveform(input: ReadMediaWaveformInput, options?: CallOptions): Promise<ReadMediaWaveformAnswer>;
  /**
   * Get the technical data of a source, and whether a browser plays the source as the engine renders it.
   *
   * `GET /v1/media/{project}/facts` (`readMediaFacts`). Returns: Facts
   */
  readMediaFacts(input: ReadMediaFactsInput, options?: CallOptions): Promise<ReadMediaFactsAnswer>;
  /**
   * Download a source, local or remote.
   *
   * `GET /v1/media/{project}/original` (`readMediaOriginal`). Returns: The complete file
   */
  readMediaOriginal(input: ReadMediaOriginalInput, options?: CallOptions<'range' | 'if-range' | 'if-none-match' | 'if-modified-since'>): Promise<Response>;
  /**
   * Get an image as the engine reads it: the file itself or, for HEIC and AVIF, an upright copy. The copy is a JPEG, or a PNG if the image has an alpha channel. The copy contains the color profile of the image.
   *
   * `GET /v1/media/{project}/image` (`readMediaImage`). Returns: The complete image
   */
  readMediaImage(input: ReadMediaImageInput, options?: CallOptions<'range' | 'if-range' | 'if-none-match' | 'if-modified-since'>): Promise<Response>;
  /**
   * Request a proxy of a source that any browser plays. The service makes the proxy in the background. Repeat the call, or listen to `media.proxy` events, to get the progress.
   *
   * `POST /v1/media/{project}/proxy` (`startMediaProxy`). Returns: The state and progress of the proxy
   */
  startMediaProxy(input: StartMediaProxyInput, options?: CallOptions): Promise<StartMediaProxyAnswer>;
  /**
   * Download the proxy of a source: MP4 with H.264 (a keyframe every 10 frames, at most 720 lines, square pixels, rotated upright, BT.709) and AAC. The frames of the proxy have the same times as the frames of the source.
   *
   * `GET /v1/media/{project}/proxy` (`readMediaProxy`). Returns: The complete file
   */
  readMediaProxy(input: ReadMediaProxyInput, options?: CallOptions<'range' | 'if-range' | 'if-none-match' | 'if-modified-since'>): Promise<Response>;
}

/** Render a film, follow its progress, and download it. */
export interface RenderingCalls {
  /**
   * Get a frame of a saved movie as JPEG, PNG, WebP, or AVIF: a representative frame, or the frame at `at`. A transparent film lies over its matte. Variables have their default values. Variables without a default have the sample values of the editor.
   *
   * `GET /v1/poster/{project}/{movie}` (`readFilmPoster`). Returns: The picture
   */
  readFilmPoster(input: ReadFilmPosterInput, options?: CallOptions<'if-none-match'>): Promise<Response>;
  /**
   * Get one frame of a film as PNG, exactly as the engine renders it for MP4, or as JPEG, WebP, or AVIF.
   *
   * `POST /v1/frame/{region}/{project}` (`renderFrame`). Returns: The picture
   */
  renderFrame(input: RenderFrameInput, options?: CallOptions<'content-type'>): Promise<Response>;
  /**
   * Measure the loudness of a film by EBU R 128, on the same audio that the engine renders.
   *
   * `POST /v1/loudness/{region}/{project}` (`measureLoudness`). Returns: Loudness
   */
  measureLoudness(input: MeasureLoudnessInput, options?: CallOptions<'content-type'>): Promise<MeasureLoudnessAnswer>;
  /**
   * Check a film before it is rendered: texts that are shown too briefly, too small, or cut off, captions that are too fast, and pictures that are enlarged. `level=full` also checks the pictures and the sound: contrast, flashes, black and frozen pictures, peaks, and loudness. With `rows`, check one film for each row.
   *
   * `POST /v1/check/{region}/{project}` (`checkFilm`). Returns: The report
   */
  checkFilm(input: CheckFilmInput, options?: CallOptions<'content-type'>): Promise<CheckFilmAnswer>;
  /**
   * Get the progress and the report of a check that was started with `async=true`; the report is available for one hour.
   *
   * `GET /v1/checks/{project}/{check}` (`readCheck`). Returns: The check
   */
  readCheck(input: ReadCheckInput, options?: CallOptions): Promise<ReadCheckAnswer>;
  /**
   * Stop a check that was started with `async=true`, and delete its report.
   *
   * `DELETE /v1/checks/{project}/{check}` (`cancelCheck`). Returns: The stopped check
   */
  cancelCheck(input: CancelCheckInput, options?: CallOptions): Promise<CancelCheckAnswer>;
  /**
   * Render a template or a saved movie.
   *
   * `POST /v1/render/{region}/{project}` (`startRender`). Returns: The finished film
   */
  start(input: StartRenderInput, options?: CallOptions<'content-type' | 'scenewright-author' | 'scenewright-author-kind'>): Promise<StartRenderAnswer>;
  /**
   * List the renders of a project, newest first.
   *
   * `GET /v1/renders/{project}` (`listRenders`). Returns: A page of renders
   */
  list(input: ListRendersInput, options?: CallOptions): Promise<ListRendersAnswer>;
  /**
   * List the renders of all projects, newest first.
   *
   * `GET /v1/renders` (`listAllRenders`). Returns: A page of renders
   */
  listAllRenders(input?: ListAllRendersInput, options?: CallOptions): Promise<ListAllRendersAnswer>;
  /**
   * Delete the finished renders with the given ids and their films, or all finished renders without `id`; the parameter can be repeated.
   *
   * `DELETE /v1/renders/{project}` (`forgetRenders`). Returns: The ids of the deleted renders. Renders of batches are not deleted.
   */
  forgetRenders(input: ForgetRendersInput, options?: CallOptions): Promise<ForgetRendersAnswer>;
  /**
   * Get a thumbnail of a render in any state, as PNG.
   *
   * `GET /v1/renders/{project}/{render}/frame` (`readRenderFrame`). Returns: PNG
   */
  readRenderFrame(input: ReadRenderFrameInput, options?: CallOptions<'if-none-match'>): Promise<Response>;
  /**
   * Get the state and progress of a render.
   *
   * `GET /v1/renders/{project}/{render}` (`readRender`). Returns: The render with its values
   */
  read(input: ReadRenderInput, options?: CallOptions): Promise<ReadRenderAnswer>;
  /**
   * Cancel a render; a finished render does not change.
   *
   * `DELETE /v1/renders/{project}/{render}` (`cancelRender`). Returns: The render
   */
  cancel(input: CancelRenderInput, options?: CallOptions): Promise<CancelRenderAnswer>;
  /**
   * Move a queued render to the front of the queue; the order of the other renders does not change.
   *
   * `POST /v1/renders/{project}/{render}/next` (`renderNext`). Returns: The render
   */
  renderNext(input: RenderNextInput, options?: CallOptions): Promise<RenderNextAnswer>;
  /**
   * Retry a failed or canceled render; if its film exists, the service only uploads the film again.
   *
   * `POST /v1/renders/{project}/{render}/retry` (`retryRender`). Returns: The queued render
   */
  retry(input: RetryRenderInput, options?: CallOptions): Promise<RetryRenderAnswer>;
  /**
   * Render the film of a finished render again, with the current template, brand, and assets.
   *
   * `POST /v1/renders/{project}/{render}/again` (`renderAgain`). Returns: The new render
   */
  renderAgain(input: RenderAgainInput, options?: CallOptions): Promise<RenderAgainAnswer>;
  /**
   * List the films that are out of date: since the render, a visible part of the template, the brand, or an asset has changed.
   *
   * `GET /v1/outdated` (`listOutdated`). Returns: Films
   */
  listOutdated(input?: ListOutdatedInput, options?: CallOptions): Promise<ListOutdatedAnswer>;
  /**
   * Download the rendered film; HEAD returns the headers only.
   *
   * `GET /v1/renders/{project}/{render}/film` (`readFilm`). Returns: The complete film
   */
  readFilm(input: ReadFilmInput, options?: CallOptions<'range' | 'if-range' | 'if-match' | 'if-unmodified-since' | 'if-none-match' | 'if-modified-since'>): Promise<Response>;
  /**
   * Download a file of the package of a film; HEAD returns the headers only.
   *
   * `GET /v1/renders/{project}/{render}/files/{file}` (`readFilmFile`). Returns: The complete file
   */
  readFilmFile(input: ReadFilmFileInput, options?: CallOptions<'range' | 'if-range' | 'if-match' | 'if-unmodified-since' | 'if-none-match' | 'if-modified-since'>): Promise<Response>;
  /**
   * Get a public address of the rendered film in the object store of a farm; the address is valid for one hour.
   *
   * `GET /v1/renders/{project}/{render}/film/address` (`readFilmAddress`). Returns: The address
   */
  readFilmAddress(input: ReadFilmAddressInput, options?: CallOptions): Promise<ReadFilmAddressAnswer>;
  /**
   * List the formats, their codecs, and whether this machine can render them.
   *
   * `GET /v1/formats` (`listFormats`). Returns: Formats
   */
  listFormats(options?: CallOptions): Promise<ListFormatsAnswer>;
  /**
   * List the hardware encoders; the service tests each encoder once for each FFmpeg program.
   *
   * `GET /v1/encoders` (`listEncoders`). Returns: The encoders and their FFmpeg program; `ffmpeg` is null if no FFmpeg was found
   */
  listEncoders(options?: CallOptions): Promise<ListEncodersAnswer>;
}

/** Films that are rendered when someone opens their address. */
export interface LinksCalls {
  /**
   * Get a film of a saved movie at its link, such as `greeting.mp4?name=Ada`. The service renders the film at the first request and stores it. `.m3u8` returns a playlist that plays the film while it is being rendered. `.jpg`, `.png`, and `.avif` return one frame; `.webp` returns one frame if the link has `frame`.
   *
   * `GET /v1/render/{project}/{film}` (`readLinkedFilm`). Returns: The complete film or image
   */
  readLinkedFilm(input: ReadLinkedFilmInput, options?: CallOptions<'accept' | 'range' | 'if-range' | 'if-match' | 'if-unmodified-since' | 'if-none-match' | 'if-modified-since'>): Promise<Response>;
  /**
   * Get a playlist or a segment of a film that plays while it is being rendered. The playlist at the link of the film, such as `greeting.m3u8?name=Ada`, contains the addresses.
   *
   * `GET /v1/render/{project}/{film}/{part}` (`readFilmStream`). Returns: The playlist or the segment
   */
  readFilmStream(input: ReadFilmStreamInput, options?: CallOptions<'range' | 'if-range' | 'if-match' | 'if-unmodified-since' | 'if-none-match' | 'if-modified-since'>): Promise<Response>;
  /**
   * Get the web page of a film at its link: a player with title, captions, and download.
   *
   * `GET /v1/page/{project}/{film}` (`readFilmPage`). Returns: The page. While the film is being rendered, the page shows a picture and the progress.
   */
  readFilmPage(input: ReadFilmPageInput, options?: CallOptions<'accept-language'>): Promise<Response>;
  /**
   * Get the form of a movie at its link, with a field for each variable in `vary` and a picture of the film.
   *
   * `GET /v1/form/{project}/{movie}` (`readFormPage`). Returns: The form
   */
  readFormPage(input: ReadFormPageInput, options?: CallOptions<'accept-language'>): Promise<Response>;
  /**
   * Add a photo (JPEG, PNG, or WebP) to a form whose link has `upload`. The service encodes the photo again without metadata and deletes it after 24 hours.
   *
   * `POST /v1/form/{project}/{movie}` (`addFormPhoto`). Returns: The form with the photo, if `Accept` prefers HTML
   */
  addFormPhoto(input: AddFormPhotoInput, options?: CallOptions<'accept' | 'accept-language' | 'content-type'>): Promise<Response>;
  /**
   * Get the oEmbed description of the page of a film (oembed.com).
   *
   * `GET /v1/oembed` (`readOembed`). Returns: The description
   */
  readOembed(input: ReadOembedInput, options?: CallOptions): Promise<ReadOembedAnswer>;
  /**
   * Get the public address of links: scheme and host.
   *
   * `GET /v1/links/address` (`readLinkAddress`). Returns: The address; null while there is none
   */
  readLinkAddress(options?: CallOptions): Promise<ReadLinkAddressAnswer>;
  /**
   * Set the public address of links; the service then accepts signed links at the host of this address.
   *
   * `PUT /v1/links/address` (`setLinkAddress`). Returns: The address
   */
  setLinkAddress(input: SetLinkAddressInput, options?: CallOptions<'content-type'>): Promise<SetLinkAddressAnswer>;
  /**
   * Create a signed link to a film of a saved movie; the film is rendered when the link is first opened.
   *
   * `POST /v1/links` (`createLink`). Returns: The link
   */
  create(input: CreateLinkInput, options?: CallOptions<'content-type'>): Promise<CreateLinkAnswer>;
}

/** Render films from many rows of values. */
export interface BatchesCalls {
  /**
   * Render one film for each row of values, movie, and language; the service validates all films before it renders the first film.
   *
   * `POST /v1/batches/{region}/{project}` (`startBatch`). Returns: The batch, with warnings about unused values
   */
  start(input: StartBatchInput, options?: CallOptions<'scenewright-author' | 'scenewright-author-kind'>): Promise<StartBatchAnswer>;
  /**
   * List the batches of all projects, newest first.
   *
   * `GET /v1/batches` (`listAllBatches`). Returns: Batches
   */
  listAllBatches(input?: ListAllBatchesInput, options?: CallOptions): Promise<ListAllBatchesAnswer>;
  /**
   * List the batches of a project, newest first.
   *
   * `GET /v1/batches/{project}` (`listBatches`). Returns: Batches
   */
  list(input: ListBatchesInput, options?: CallOptions): Promise<ListBatchesAnswer>;
  /**
   * Get a batch with its rows.
   *
   * `GET /v1/batches/{project}/{batch}` (`readBatch`). Returns: The batch
   */
  read(input: ReadBatchInput, options?: CallOptions): Promise<ReadBatchAnswer>;
  /**
   * Cancel the films of a batch that have not finished.
   *
   * `DELETE /v1/batches/{project}/{batch}` (`cancelBatch`). Returns: The batch
   */
  cancel(input: CancelBatchInput, options?: CallOptions): Promise<CancelBatchAnswer>;
  /**
   * Pause a batch; films that are already rendering are finished.
   *
   * `POST /v1/batches/{project}/{batch}/pause` (`pauseBatch`). Returns: The batch
   */
  pause(input: PauseBatchInput, options?: CallOptions): Promise<PauseBatchAnswer>;
  /**
   * Resume a paused batch.
   *
   * `POST /v1/batches/{project}/{batch}/resume` (`resumeBatch`). Returns: The batch
   */
  resume(input: ResumeBatchInput, options?: CallOptions): Promise<ResumeBatchAnswer>;
  /**
   * Render the failed rows again.
   *
   * `POST /v1/batches/{project}/{batch}/retry` (`retryBatch`). Returns: The batch
   */
  retry(input: RetryBatchInput, options?: CallOptions): Promise<RetryBatchAnswer>;
  /**
   * Render rows of a batch again as a new batch, with the current template, brand, and assets.
   *
   * `POST /v1/batches/{project}/{batch}/again` (`againBatch`). Returns: The new batch
   */
  again(input: AgainBatchInput, options?: CallOptions): Promise<AgainBatchAnswer>;
  /**
   * Download the films of batches as one ZIP file with the file names of the batch rows; HEAD returns the size.
   *
   * `GET /v1/films/{project}` (`readFilms`). Returns: A ZIP file. If an error occurs during the download, the connection closes before the end of the file.
   */
  readFilms(input: ReadFilmsInput, options?: CallOptions): Promise<Response>;
  /**
   * Get the results of a batch as JSON, or as CSV with `Accept: text/csv`.
   *
   * `GET /v1/batches/{project}/{batch}/manifest` (`readManifest`). Returns: Rows
   */
  readManifest(input: ReadManifestInput, options?: CallOptions): Promise<ReadManifestAnswer>;
  /**
   * Read a table from an XLSX, ODS, FODS, CSV, TSV, JSON, or NDJSON file: its sheets, columns, rows, and notes.
   *
   * `POST /v1/tables/read` (`readTable`). Returns: The table
   */
  readTable(input: ReadTableInput, options?: CallOptions): Promise<ReadTableAnswer>;
}

/** Read tables from files, and watch live tables: when a row changes, the service renders its film again. */
export interface TablesCalls {
  /**
   * List the live tables of a project; each row becomes a film, which the service renders again when the row changes.
   *
   * `GET /v1/tables/{project}` (`listLiveTables`). Returns: Live tables
   */
  listLiveTables(input: ListLiveTablesInput, options?: CallOptions): Promise<ListLiveTablesAnswer>;
  /**
   * Read the first 20 rows of a source without storing anything, to see the effects of its options.
   *
   * `POST /v1/tables/{project}/preview` (`previewLiveTable`). Returns: The table
   */
  previewLiveTable(input: PreviewLiveTableInput, options?: CallOptions): Promise<PreviewLiveTableAnswer>;
  /**
   * Create a live table; unless `start` in the query or the body is `true`, the table is paused and no film is rendered until the table is resumed.
   *
   * `POST /v1/tables/{project}` (`createLiveTable`). Returns: The live table
   */
  createLiveTable(input: CreateLiveTableInput, options?: CallOptions): Promise<CreateLiveTableAnswer>;
  /**
   * Get a live table: its settings, state, counts of rows, and last readings.
   *
   * `GET /v1/tables/{project}/{table}` (`readLiveTable`). Returns: The live table with its last 100 readings, newest first
   */
  readLiveTable(input: ReadLiveTableInput, options?: CallOptions): Promise<ReadLiveTableAnswer>;
  /**
   * List the rows of a live table with the states of their films, in the order of the table.
   *
   * `GET /v1/tables/{project}/{table}/rows` (`listLiveRows`). Returns: A page of rows
   */
  listLiveRows(input: ListLiveRowsInput, options?: CallOptions): Promise<ListLiveRowsAnswer>;
  /**
   * Change the settings of a live table; the next reading applies them.
   *
   * `PUT /v1/tables/{project}/{table}` (`changeLiveTable`). Returns: The live table
   */
  changeLiveTable(input: ChangeLiveTableInput, options?: CallOptions<'if-match'>): Promise<ChangeLiveTableAnswer>;
  /**
   * Read a live table now; with `dry`, only return the changes and do not apply them.
   *
   * `POST /v1/tables/{project}/{table}/read` (`readLiveTableNow`). Returns: The changes since the previous reading
   */
  readLiveTableNow(input: ReadLiveTableNowInput, options?: CallOptions): Promise<ReadLiveTableNowAnswer>;
  /**
   * Pause a live table: the service stops reading the table and starting films; it finishes running films.
   *
   * `POST /v1/tables/{project}/{table}/pause` (`pauseLiveTable`). Returns: The live table
   */
  pauseLiveTable(input: PauseLiveTableInput, options?: CallOptions): Promise<PauseLiveTableAnswer>;
  /**
   * Watch a paused live table again; a reading that a guard holds back is not applied.
   *
   * `POST /v1/tables/{project}/{table}/resume` (`resumeLiveTable`). Returns: The live table
   */
  resumeLiveTable(input: ResumeLiveTableInput, options?: CallOptions): Promise<ResumeLiveTableAnswer>;
  /**
   * Apply the reading that a guard holds back, and watch the table again.
   *
   * `POST /v1/tables/{project}/{table}/apply` (`applyLiveTable`). Returns: The live table
   */
  applyLiveTable(input: ApplyLiveTableInput, options?: CallOptions): Promise<ApplyLiveTableAnswer>;
  /**
   * Stop watching a table and delete its settings; its films stay.
   *
   * `DELETE /v1/tables/{project}/{table}` (`deleteLiveTable`). Returns: The id of the deleted table
   */
  deleteLiveTable(input: DeleteLiveTableInput, options?: CallOptions): Promise<DeleteLiveTableAnswer>;
}

/** Optional fonts to download: Chinese, Japanese, and Korean. */
export interface FontsCalls {
  /**
   * List the font packages that can be added, and their state.
   *
   * `GET /v1/fonts` (`listFonts`). Returns: Font packages
   */
  list(options?: CallOptions): Promise<ListFontsAnswer>;
  /**
   * Start the download of a font package; `GET /v1/fonts` reports the progress.
   *
   * `POST /v1/fonts/{package}` (`addFonts`). Returns: The current state of the package
   */
  addFonts(input: AddFontsInput, options?: CallOptions): Promise<AddFontsAnswer>;
  /**
   * Remove a font package, or cancel its download.
   *
   * `DELETE /v1/fonts/{package}` (`removeFonts`). Returns: The current state of the package
   */
  removeFonts(input: RemoveFontsInput, options?: CallOptions): Promise<RemoveFontsAnswer>;
  /**
   * Download the file of an added font.
   *
   * `GET /v1/fonts/{package}/{sha256}` (`readFont`). Returns: The complete font
   */
  read(input: ReadFontInput, options?: CallOptions<'range' | 'if-range' | 'if-none-match'>): Promise<Response>;
}

/** Connect assistants over the Model Context Protocol (MCP): their settings, keys, and calls. */
export interface AgentsCalls {
  /**
   * Get the settings for assistants, and the keys of assistants.
   *
   * `GET /v1/agents` (`readAgents`). Returns: The settings and keys
   */
  readAgents(options?: CallOptions): Promise<ReadAgentsAnswer>;
  /**
   * Switch assistants on or off, or pause them.
   *
   * `PUT /v1/agents` (`changeAgents`). Returns: The settings and keys
   */
  changeAgents(input: ChangeAgentsInput, options?: CallOptions): Promise<ChangeAgentsAnswer>;
  /**
   * Create a key for an assistant; only this answer contains the secret of the key.
   *
   * `POST /v1/agents/keys` (`createAgentKey`). Returns: The key
   */
  createAgentKey(input: CreateAgentKeyInput, options?: CallOptions): Promise<CreateAgentKeyAnswer>;
  /**
   * Revoke the key of an assistant; running calls with this key end.
   *
   * `DELETE /v1/agents/keys/{key}` (`revokeAgentKey`). Returns: The revoked key
   */
  revokeAgentKey(input: RevokeAgentKeyInput, options?: CallOptions): Promise<RevokeAgentKeyAnswer>;
  /**
   * List the calls of assistants, newest first.
   *
   * `GET /v1/agents/calls` (`listAgentCalls`). Returns: A page of calls
   */
  listAgentCalls(input?: ListAgentCallsInput, options?: CallOptions): Promise<ListAgentCallsAnswer>;
}

/** Render on many machines: the workers of this service, its settings, and metrics for monitoring. */
export interface FarmCalls {
  /**
   * Get the state of the farm with its workers and their current jobs, or the state of rendering without a farm.
   *
   * `GET /v1/farm` (`readFarm`). Returns: The state of the farm
   */
  read(options?: CallOptions): Promise<ReadFarmAnswer>;
  /**
   * Get the addresses of the queue and the store, without secrets.
   *
   * `GET /v1/farm/settings` (`readFarmSettings`). Returns: The settings
   */
  readFarmSettings(options?: CallOptions): Promise<ReadFarmSettingsAnswer>;
  /**
   * Change the addresses of the queue and the store; null removes the farm. The change takes effect at the next start. If a secret is omitted or empty, the stored secret stays, provided that its address does not change.
   *
   * `PUT /v1/farm/settings` (`changeFarmSettings`). Returns: The new settings
   */
  changeFarmSettings(input: ChangeFarmSettingsInput, options?: CallOptions): Promise<ChangeFarmSettingsAnswer>;
  /**
   * Test the connections to the queue and the store with the settings of the request, or with the stored settings if `farm` is null.
   *
   * `POST /v1/farm/check` (`checkFarm`). Returns: The result for the queue and for the store
   */
  check(input: CheckFarmInput, options?: CallOptions): Promise<CheckFarmAnswer>;
  /**
   * Get metrics for Prometheus: renders, waiting times, parts, and frames per second, in total and for each worker.
   *
   * `GET /metrics` (`readMetrics`). Returns: Prometheus text format 0.0.4
   */
  readMetrics(options?: CallOptions): Promise<Response>;
}

/** Numbered snapshots of projects that later edits do not change. */
export interface PublishingCalls {
  /**
   * Publish a project to a cluster.
   *
   * `POST /v1/publish/{project}/{cluster}` (`publishProject`). Returns: The publication
   */
  publishProject(input: PublishProjectInput, options?: CallOptions): Promise<PublishProjectAnswer>;
  /**
   * List the clusters that you can publish to.
   *
   * `GET /v1/clusters` (`listClusters`). Returns: The clusters: `local` first, then the others sorted by name
   */
  listClusters(options?: CallOptions): Promise<ListClustersAnswer>;
  /**
   * List the publications of a cluster.
   *
   * `GET /v1/published/{cluster}` (`listPublished`). Returns: Publications
   */
  listPublished(input: ListPublishedInput, options?: CallOptions): Promise<ListPublishedAnswer>;
}

/** The service itself: health, events, storage, and the description of this interface. */
export interface ServiceCalls {
  /**
   * Stream changes of uploads, renders, and projects; `Last-Event-ID` resumes after the last received event.
   *
   * `GET /v1/events` (`followEvents`). Returns: Server-sent events
   */
  followEvents(options?: CallOptions<'last-event-id'>): Promise<Response>;
  /**
   * Get the health of the service: version, FFmpeg, disk, and queue.
   *
   * `GET /health` (`readHealth`). Returns: The health of the service
   */
  readHealth(options?: CallOptions): Promise<ReadHealthAnswer>;
  /**
   * Get the path of the file with the credentials for programs on the same machine.
   *
   * `GET /v1/access` (`readAccess`). Returns: The path of a file for `curl --config`; null if the credentials come from the environment
   */
  readAccess(options?: CallOptions): Promise<ReadAccessAnswer>;
  /**
   * Get the disk usage of the workspace by area, and its limits.
   *
   * `GET /v1/storage` (`readStorage`). Returns: The areas of the workspace
   */
  readStorage(options?: CallOptions): Promise<ReadStorageAnswer>;
  /**
   * Change the size limits of caches and films; omitted limits stay the same.
   *
   * `PUT /v1/storage/limits` (`limitStorage`). Returns: The current limits
   */
  limitStorage(input: LimitStorageInput, options?: CallOptions): Promise<LimitStorageAnswer>;
  /**
   * Empty a cache, except for files that running renders need.
   *
   * `DELETE /v1/storage/{area}` (`emptyCache`). Returns: The freed bytes and the number of deleted files
   */
  emptyCache(input: EmptyCacheInput, options?: CallOptions): Promise<EmptyCacheAnswer>;
  /**
   * Get this interface as an OpenAPI document.
   *
   * `GET /openapi.json` (`readOpenApi`). Returns: OpenAPI 3.1
   */
  readOpenApi(options?: CallOptions): Promise<ReadOpenApiAnswer>;
  /**
   * Get this interface as a web page.
   *
   * `GET /docs` (`readDocumentation`). Returns: An HTML page
   */
  readDocumentation(options?: CallOptions): Promise<Response>;
}

/** The chapters of calls. */
export interface Chapters {
  /** Projects with their templates, movies, assets, and renders. */
  readonly projects: ProjectsCalls;
  /** Export a project as one file, and import it again. */
  readonly bundles: BundlesCalls;
  /** Ready-made templates with data sets and files, to start a film from. */
  readonly designs: DesignsCalls;
  /** The media files of a project: videos, images, sounds, fonts, and captions. */
  readonly assets: AssetsCalls;
  /** The colors, fonts, logos, music, and motion of a project, which its templates use. */
  readonly brand: BrandCalls;
  /** Upload large assets in chunks, in any order; a chunk can be sent again. */
  readonly uploads: UploadsCalls;
  /** Saved templates that you render by name with values for their variables. */
  readonly movies: MoviesCalls;
  /** The XML that the editor works on, with revisions and editing records. */
  readonly templates: TemplatesCalls;
  /** Thumbnails, waveforms, proxies, and technical data of sources, for an editor. */
  readonly media: MediaCalls;
  /** Render a film, follow its progress, and download it. */
  readonly rendering: RenderingCalls;
  /** Films that are rendered when someone opens their address. */
  readonly links: LinksCalls;
  /** Render films from many rows of values. */
  readonly batches: BatchesCalls;
  /** Read tables from files, and watch live tables: when a row changes, the service renders its film again. */
  readonly tables: TablesCalls;
  /** Optional fonts to download: Chinese, Japanese, and Korean. */
  readonly fonts: FontsCalls;
  /** Connect assistants over the Model Context Protocol (MCP): their settings, keys, and calls. */
  readonly agents: AgentsCalls;
  /** Render on many machines: the workers of this service, its settings, and metrics for monitoring. */
  readonly farm: FarmCalls;
  /** Numbered snapshots of projects that later edits do not change. */
  readonly publishing: PublishingCalls;
  /** The service itself: health, events, storage, and the description of this interface. */
  readonly service: ServiceCalls;
}

/** The inputs of all calls by `operationId`. */
export interface CallInputs {
  readonly listProjects: NoInput;
  readonly listMissing: NoInput;
  readonly createProject: CreateProjectInput;
  readonly renameProject: RenameProjectInput;
  readonly openProject: OpenProjectInput;
  readonly duplicateProject: DuplicateProjectInput;
  readonly deleteProject: DeleteProjectInput;
  readonly createSample: CreateSampleInput;
  readonly readBundle: ReadBundleInput;
  readonly createFromBundle: CreateFromBundleInput;
  readonly listDesigns: ListDesignsInput;
  readonly readDesign: ReadDesignInput;
  readonly readDesignPoster: ReadDesignPosterInput;
  readonly readDesignPreview: ReadDesignPreviewInput;
  readonly readDesignTemplate: ReadDesignTemplateInput;
  readonly useDesign: UseDesignInput;
  readonly createDesign: CreateDesignInput;
  readonly saveDesign: SaveDesignInput;
  readonly deleteDesign: DeleteDesignInput;
  readonly listAssets: ListAssetsInput;
  readonly readAsset: ReadAssetInput;
  readonly createAsset: CreateAssetInput;
  readonly replaceAsset: ReplaceAssetInput;
  readonly renameAsset: RenameAssetInput;
  readonly copyAsset: CopyAssetInput;
  readonly tagAsset: TagAssetInput;
  readonly deleteAsset: DeleteAssetInput;
  readonly listTrash: ListTrashInput;
  readonly restoreAsset: RestoreAssetInput;
  readonly deleteTrashed: DeleteTrashedInput;
  readonly emptyTrash: EmptyTrashInput;
  readonly readBrand: ReadBrandInput;
  readonly saveBrand: SaveBrandInput;
  readonly startUpload: StartUploadInput;
  readonly listUploads: ListUploadsInput;
  readonly readUpload: ReadUploadInput;
  readonly writeChunk: WriteChunkInput;
  readonly finishUpload: FinishUploadInput;
  readonly abandonUpload: AbandonUploadInput;
  readonly listMovies: ListMoviesInput;
  readonly readMovie: ReadMovieInput;
  readonly createMovie: CreateMovieInput;
  readonly replaceMovie: ReplaceMovieInput;
  readonly deleteMovies: DeleteMoviesInput;
  readonly deleteMovie: DeleteMovieInput;
  readonly listVariables: ListVariablesInput;
  readonly readMovieSchema: NoInput;
  readonly listTemplates: ListTemplatesInput;
  readonly saveTemplate: SaveTemplateInput;
  readonly readTemplate: ReadTemplateInput;
  readonly deleteTemplate: DeleteTemplateInput;
  readonly listRevisions: ListRevisionsInput;
  readonly readEditing: ReadEditingInput;
  readonly saveEditing: SaveEditingInput;
  readonly readBatchTable: ReadBatchTableInput;
  readonly saveBatchTable: SaveBatchTableInput;
  readonly readMediaFrame: ReadMediaFrameInput;
  readonly readMediaPoster: ReadMediaPosterInput;
  readonly readMediaStrip: ReadMediaStripInput;
  readonly readMediaWaveform: ReadMediaWaveformInput;
  readonly readMediaFacts: ReadMediaFactsInput;
  readonly readMediaOriginal: ReadMediaOriginalInput;
  readonly readMediaImage: ReadMediaImageInput;
  readonly startMediaProxy: StartMediaProxyInput;
  readonly readMediaProxy: ReadMediaProxyInput;
  readonly readFilmPoster: ReadFilmPosterInput;
  readonly renderFrame: RenderFrameInput;
  readonly measureLoudness: MeasureLoudnessInput;
  readonly checkFilm: CheckFilmInput;
  readonly readCheck: ReadCheckInput;
  readonly cancelCheck: CancelCheckInput;
  readonly startRender: StartRenderInput;
  readonly listRenders: ListRendersInput;
  readonly listAllRenders: ListAllRendersInput;
  readonly forgetRenders: ForgetRendersInput;
  readonly readRenderFrame: ReadRenderFrameInput;
  readonly readRender: ReadRenderInput;
  readonly cancelRender: CancelRenderInput;
  readonly renderNext: RenderNextInput;
  readonly retryRender: RetryRenderInput;
  readonly renderAgain: RenderAgainInput;
  readonly listOutdated: ListOutdatedInput;
  readonly readFilm: ReadFilmInput;
  readonly readFilmFile: ReadFilmFileInput;
  readonly readFilmAddress: ReadFilmAddressInput;
  readonly listFormats: NoInput;
  readonly listEncoders: NoInput;
  readonly readLinkedFilm: ReadLinkedFilmInput;
  readonly readFilmStream: ReadFilmStreamInput;
  readonly readFilmPage: ReadFilmPageInput;
  readonly readFormPage: ReadFormPageInput;
  readonly addFormPhoto: AddFormPhotoInput;
  readonly readOembed: ReadOembedInput;
  readonly readLinkAddress: NoInput;
  readonly setLinkAddress: SetLinkAddressInput;
  readonly createLink: CreateLinkInput;
  readonly startBatch: StartBatchInput;
  readonly listAllBatches: ListAllBatchesInput;
  readonly listBatches: ListBatchesInput;
  readonly readBatch: ReadBatchInput;
  readonly cancelBatch: CancelBatchInput;
  readonly pauseBatch: PauseBatchInput;
  readonly resumeBatch: ResumeBatchInput;
  readonly retryBatch: RetryBatchInput;
  readonly againBatch: AgainBatchInput;
  readonly readFilms: ReadFilmsInput;
  readonly readManifest: ReadManifestInput;
  readonly readTable: ReadTableInput;
  readonly listLiveTables: ListLiveTablesInput;
  readonly previewLiveTable: PreviewLiveTableInput;
  readonly createLiveTable: CreateLiveTableInput;
  readonly readLiveTable: ReadLiveTableInput;
  readonly listLiveRows: ListLiveRowsInput;
  readonly changeLiveTable: ChangeLiveTableInput;
  readonly readLiveTableNow: ReadLiveTableNowInput;
  readonly pauseLiveTable: PauseLiveTableInput;
  readonly resumeLiveTable: ResumeLiveTableInput;
  readonly applyLiveTable: ApplyLiveTableInput;
  readonly deleteLiveTable: DeleteLiveTableInput;
  readonly listFonts: NoInput;
  readonly addFonts: AddFontsInput;
  readonly removeFonts: RemoveFontsInput;
  readonly readFont: ReadFontInput;
  readonly readAgents: NoInput;
  readonly changeAgents: ChangeAgentsInput;
  readonly createAgentKey: CreateAgentKeyInput;
  readonly revokeAgentKey: RevokeAgentKeyInput;
  readonly listAgentCalls: ListAgentCallsInput;
  readonly readFarm: NoInput;
  readonly readFarmSettings: NoInput;
  readonly changeFarmSettings: ChangeFarmSettingsInput;
  readonly checkFarm: CheckFarmInput;
  readonly readMetrics: NoInput;
  readonly publishProject: PublishProjectInput;
  readonly listClusters: NoInput;
  readonly listPublished: ListPublishedInput;
  readonly followEvents: NoInput;
  readonly readHealth: NoInput;
  readonly readAccess: NoInput;
  readonly readStorage: NoInput;
  readonly limitStorage: LimitStorageInput;
  readonly emptyCache: EmptyCacheInput;
  readonly readOpenApi: NoInput;
  readonly readDocumentation: NoInput;
}

/** An event of the service. `type` narrows `data`. */
export interface ServiceEventOf<Type extends string, Data> {
  /** The id for `lastEventId`; null before the first stored event. */
  readonly id: string | null;
  readonly type: Type;
  readonly project: string | null;
  /** ISO 8601, UTC; null for a reset. */
  readonly at: string | null;
  readonly data: Data;
}

/** All events. After a `reset`, events were missed: read everything again. */
export type ServiceEvent =
  | ServiceEventOf<'reset', Record<never, never>>
  | ServiceEventOf<'project.created', {
      readonly uid: string;
      readonly name: string;
    }>
  | ServiceEventOf<'project.renamed', {
      readonly uid: string;
      readonly name: string;
    }>
  | ServiceEventOf<'project.opened', {
      readonly uid: string;
    }>
  | ServiceEventOf<'project.deleted', {
      readonly uid: string;
    }>
  | ServiceEventOf<'project.published', {
      readonly state: 'sending' | 'published';
      readonly cluster: string;
      /** Number of sent bytes; `total` is the number of all bytes */
      readonly done?: number | undefined;
      readonly total?: number | undefined;
      readonly name?: string | undefined;
      readonly version?: number | undefined;
    }>
  | ServiceEventOf<'brand.changed', {
      readonly etag: string;
    }>
  | ServiceEventOf<'asset.saved', {
      readonly name: string;
      readonly etag: string;
    }>
  | ServiceEventOf<'asset.deleted', {
      readonly name: string;
    }>
  | ServiceEventOf<'trash.changed', Record<never, never>>
  | ServiceEventOf<'upload.changed', {
      readonly id: string;
      readonly name: string;
      readonly state: 'open' | 'finished' | 'abandoned' | 'expired';
      readonly chunkId?: number | undefined;
    }>
  | ServiceEventOf<'movie.saved', {
      readonly name: string;
    }>
  | ServiceEventOf<'movie.deleted', {
      readonly name: string;
    }>
  | ServiceEventOf<'template.saved', {
      readonly name: string;
      readonly etag: string;
      readonly revision: number;
      /** Author of the change; null if the author is unknown */
      readonly author?: Author | null | undefined;
      /** Description of the change; null if there is none */
      readonly label?: string | null | undefined;
    }>
  | ServiceEventOf<'template.deleted', {
      readonly name: string;
    }>
  | ServiceEventOf<'editing.saved', {
      readonly name: string;
      readonly etag: string;
    }>
  | ServiceEventOf<'batch-table.saved', {
      readonly name: string;
      readonly etag: string;
    }>
  | ServiceEventOf<'render.changed', {
      readonly id: string;
      readonly state: RenderState;
      readonly attempt: number;
      readonly batch: string | null;
    }>
  | ServiceEventOf<'render.progress', {
      readonly id: string;
      readonly batch: string | null;
      readonly done: number;
      readonly total: number;
      readonly fps: number | null;
      readonly etaSeconds: number | null;
      readonly scenes?: SceneCounts | null | undefined;
    }>
  | ServiceEventOf<'render.deleted', {
      readonly id: string;
    }>
  | ServiceEventOf<'media.proxy', {
      readonly state: 'queued' | 'working' | 'ready' | 'failed';
      /** Progress from 0 to 1 */
      readonly progress: number;
      readonly error: {
        readonly code: string;
        readonly detail: string;
        readonly reason?: string | undefined;
        readonly values?: Readonly<Record<string, unknown>> | undefined;
      } | null;
      /** ETag of the source */
      readonly etag: string;
      readonly src?: string | undefined;
      readonly url?: string | undefined;
      /** `false` for a proxy that is not deinterlaced */
      readonly deinterlace?: 'true' | 'false' | undefined;
    }>
  | ServiceEventOf<'loudness.progress', {
      /** Id that the caller gave to this measurement */
      readonly watch: string;
      /** Progress from 0 to 1 */
      readonly share: number;
      readonly etaSeconds: number | null;
    }>
  | ServiceEventOf<'check.progress', {
      readonly id: string;
      readonly state: 'running' | 'done' | 'failed';
      /** Number of checked films; `total` is the number of all films */
      readonly done: number;
      readonly total: number;
      /** Progress of the check, from 0 to 1 */
      readonly share: number;
    }>
  | ServiceEventOf<'designs.changed', {
      readonly name: string;
    }>
  | ServiceEventOf<'agents.changed', Record<never, never>>
  | ServiceEventOf<'agents.call', AgentCall>
  | ServiceEventOf<'batch.changed', {
      readonly id: string;
      readonly state: string;
    }>
  | ServiceEventOf<'table.changed', {
      readonly id: string;
      readonly state: 'watching' | 'paused' | 'guarded' | 'unreadable' | 'deleted';
    }>
  | ServiceEventOf<'table.read', {
      readonly id: string;
      /** Number of the reading */
      readonly reading: number;
      readonly rows: number;
      readonly added: number;
      readonly changed: number;
      readonly removed: number;
    }>
  | ServiceEventOf<'table.row', {
      readonly id: string;
      /** Key of the row; null if the event is about several rows */
      readonly key: string | null;
      readonly state: 'current' | 'waiting' | 'rendering' | 'failed' | 'removed' | null;
      /** Number of changed rows that the event represents */
      readonly rows: number;
    }>;
