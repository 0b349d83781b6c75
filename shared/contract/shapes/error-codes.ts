interface ErrorKind {
  /** The HTTP status. */
  readonly status:
    | 400
    | 401
    | 403
    | 404
    | 405
    | 408
    | 409
    | 410
    | 412
    | 413
    | 414
    | 415
    | 416
    | 421
    | 422
    | 429
    | 431
    | 500
    | 501
    | 502
    | 503
    | 507;
  /** A sentence for users. The details of the failure are appended. */
  readonly message: string;
}

/**
 * All failures whose cause is not a template. The messages of the command, the HTTP problem documents, and the UI are
 * based on this table. Do not change codes, because clients match on them.
 */
export const errorCodes = {
  'agents/off': {
    status: 403,
    message:
      'Assistants can’t use this workspace now. Switch them on in Settings › Assistants, or with `scenewright agents on`.',
  },
  'agents/scope': { status: 403, message: 'The key doesn’t permit this tool.' },
  'agents/address': {
    status: 403,
    message: 'The key doesn’t permit new web addresses. Add the file to the project instead.',
  },
  'agents/path': { status: 403, message: 'The program can’t access the folder of this file.' },
  'agents/too-many': { status: 429, message: 'There are too many calls or renders. Try again later.' },
  'agents/place': { status: 422, message: 'There is no such element.' },
  'agents/ambiguous': { status: 422, message: 'The text to replace must occur exactly once.' },
  'agents/refused': { status: 422, message: 'This change isn’t possible.' },
  'agents/not-yours': { status: 403, message: 'This belongs to somebody else.' },
  'agents/key-not-found': { status: 404, message: 'There is no such key.' },
  'ffmpeg/not-found': {
    status: 503,
    message:
      'FFmpeg wasn’t found. Install it (Debian: `apt-get install ffmpeg`), or set SCENEWRIGHT_FFMPEG to its path.',
  },
  'ffmpeg/failed': { status: 500, message: 'FFmpeg stopped with an error.' },
  'ffmpeg/interrupted': { status: 503, message: 'FFmpeg was interrupted.' },
  'ffmpeg/stalled': { status: 500, message: 'FFmpeg stopped making progress and was ended.' },
  'ffmpeg/output-limit': { status: 500, message: 'FFmpeg wrote more data than the film can need and was ended.' },
  'ffmpeg/memory': { status: 503, message: 'FFmpeg exceeded its memory limit and was ended.' },
  'render/wrong-output': {
    status: 500,
    message: 'The rendered file doesn’t match the plan, so it wasn’t saved.',
  },
  'render/format-unavailable': { status: 503, message: 'This FFmpeg can’t render that format.' },
  'format/size-target': { status: 422, message: 'The film doesn’t fit into that size.' },
  'render/memory': {
    status: 503,
    message: 'The film needs more memory than this machine has. Make it smaller, or choose another format.',
  },
  'render/encoder-unavailable': {
    status: 503,
    message: 'That encoder isn’t available on this machine. Render without it, or choose another one.',
  },
  'storage/full': { status: 507, message: 'The disk is full. Nothing was changed. Free some space, then try again.' },
  'storage/unwritable': { status: 503, message: 'The file can’t be written there.' },
  'storage/missing': {
    status: 503,
    message: 'The workspace folder is missing. Restore it, then restart the service.',
  },
  'storage/lost': { status: 503, message: 'A file is missing in both the workspace and the object store.' },
  'storage/away': { status: 503, message: 'The object store with the file can’t be reached. Try again.' },
  'storage/read-only': {
    status: 503,
    message: 'The workspace is read-only because a write failed. Restart the service to check it.',
  },
  'storage/busy': { status: 503, message: 'The service is busy. Try again.' },
  'workspace/in-use': { status: 503, message: 'Another process is using this workspace.' },
  'workspace/foreign-store': {
    status: 503,
    message: 'That object store contains another workspace’s files. Choose another bucket, prefix, or folder.',
  },
  'workspace/newer': { status: 503, message: 'This workspace was created by a newer version of Scenewright.' },
  'workspace/damaged': { status: 503, message: 'This workspace’s database is damaged.' },
  'request/invalid': { status: 400, message: 'The request is invalid.' },
  'request/too-large': { status: 413, message: 'The request is too large.' },
  'request/headers-too-large': { status: 431, message: 'The request headers are too large.' },
  'request/address-too-long': { status: 414, message: 'The address of the request is too long.' },
  'request/timeout': { status: 408, message: 'The request timed out.' },
  'request/encoding': {
    status: 415,
    message: 'Request bodies can’t have a content encoding. Send the body uncompressed.',
  },
  'request/transfer-encoding': {
    status: 501,
    message: 'Request bodies can’t have a transfer coding except chunked. Send the body uncompressed.',
  },
  'request/content-type': { status: 415, message: 'This call doesn’t accept that content type.' },
  'request/incomplete': { status: 400, message: 'The request body is incomplete.' },
  'request/not-found': { status: 404, message: 'There’s no call at this path.' },
  'request/method': { status: 405, message: 'This path doesn’t support that method.' },
  'service/starting': { status: 503, message: 'The service is starting. Try again in a moment.' },
  'request/internal': { status: 500, message: 'Something went wrong in the service. Its log has the details.' },
  'access/credentials': { status: 401, message: 'This call needs the API key and secret as HTTP basic credentials.' },
  'access/host': { status: 421, message: 'The service doesn’t accept requests for that host name.' },
  'access/origin': { status: 403, message: 'Pages from other origins can’t use the service.' },
  'access/region': { status: 404, message: 'This service is in another region.' },
  'access/too-many': { status: 429, message: 'There are too many requests of this kind at once. Try again later.' },
  'link/invalid': { status: 400, message: 'The link is invalid.' },
  'link/signature': { status: 403, message: 'The link’s signature doesn’t match it.' },
  'link/expired': { status: 410, message: 'The link has expired.' },
  'link/too-many': { status: 429, message: 'A limit of links is reached.' },
  'link/photo': { status: 422, message: 'The photo can’t be used.' },
  'link/no-segment': { status: 404, message: 'The film has no such segment now. Load the playlist again.' },
  'link/too-long': { status: 422, message: 'The film is too long to be rendered from a link.' },
  'project/not-found': { status: 404, message: 'The project doesn’t exist.' },
  'project/invalid-name': { status: 400, message: 'This isn’t a valid project name.' },
  'asset/not-found': { status: 404, message: 'The asset doesn’t exist.' },
  'asset/exists': { status: 409, message: 'The project already has an asset with this name.' },
  'asset/invalid-name': { status: 400, message: 'This isn’t a valid name of an asset, a template, or a movie.' },
  'asset/precondition': { status: 412, message: 'The asset doesn’t meet the condition of the request.' },
  'asset/range': { status: 416, message: 'The range is outside of the asset.' },
  'upload/not-found': { status: 404, message: 'The upload doesn’t exist.' },
  'upload/expired': { status: 410, message: 'The upload expired after seven days without data.' },
  'upload/chunk-id': { status: 400, message: 'The upload doesn’t have this chunk.' },
  'upload/chunk-size': { status: 400, message: 'The chunk’s size differs from the announced size.' },
  'upload/digest': {
    status: 422,
    message: 'The data doesn’t match its digest. Nothing was stored.',
  },
  'upload/incomplete': { status: 409, message: 'Chunks are missing.' },
  'upload/finished': { status: 409, message: 'The upload is already complete or being completed.' },
  'bundle/unreadable': {
    status: 422,
    message: 'The file isn’t a Scenewright bundle, or it’s incomplete. Nothing was imported.',
  },
  'bundle/newer': {
    status: 422,
    message: 'The bundle was created by a newer version of Scenewright. Nothing was imported.',
  },
  'bundle/entry': {
    status: 422,
    message: 'The bundle contains something that isn’t allowed. Nothing was imported.',
  },
  'bundle/digest': {
    status: 422,
    message: 'The bundle is damaged: a file in it has changed. Nothing was imported.',
  },
  'bundle/content': {
    status: 422,
    message: 'A template or a record in the bundle is invalid. Nothing was imported.',
  },
  'bundle/limit': { status: 422, message: 'The bundle is too large. Nothing was done.' },
  'design/not-found': { status: 404, message: 'The design doesn’t exist.' },
  'design/no-size': { status: 404, message: 'The design has no template in that size.' },
  'design/no-preview': { status: 404, message: 'The design has no preview film yet.' },
  'design/exists': { status: 409, message: 'There’s already a design with this name.' },
  'design/shipped': {
    status: 409,
    message: 'A built-in design has this name. It can’t be replaced or deleted.',
  },
  'design/invalid-name': {
    status: 400,
    message: 'This isn’t a valid design name. Use up to 63 lowercase letters, digits, and hyphens.',
  },
  'design/invalid': { status: 422, message: 'The design is invalid. Nothing was stored.' },
  'movie/not-found': { status: 404, message: 'The movie doesn’t exist.' },
  'movie/exists': { status: 409, message: 'The project already has a movie with this name.' },
  'template/not-found': { status: 404, message: 'The template doesn’t exist.' },
  'template/invalid': { status: 422, message: 'The template has errors. Nothing was saved.' },
  'template/too-slow': {
    status: 422,
    message: 'Reading the template took too long. Make it smaller, or split it.',
  },
  'table/unreadable': { status: 422, message: 'The table can’t be read.' },
  'table/kind': { status: 422, message: 'The file isn’t a table that can be read.' },
  'table/too-large': { status: 422, message: 'The table is too large.' },
  'table/too-slow': { status: 422, message: 'The table takes too long to read.' },
  'table/protected': { status: 422, message: 'The table is protected with a password.' },
  'table/no-sheet': { status: 422, message: 'The workbook has no such sheet.' },
  'table/empty': { status: 422, message: 'The table has no rows.' },
  'table/half-written': { status: 422, message: 'The file of the table is incomplete. Save it again.' },
  'table/unreachable': { status: 502, message: 'The table can’t be reached.' },
  'table/key': { status: 422, message: 'A row of the table has no unique key.' },
  'table/source': { status: 422, message: 'The table can’t be read from there.' },
  'table/not-found': { status: 404, message: 'The live table doesn’t exist.' },
  'table/too-many': { status: 422, message: 'The project has too many live tables.' },
  'table/no-guard': { status: 409, message: 'No change of this table is waiting for a decision.' },
  'table/precondition': { status: 412, message: 'Someone else has changed the live table. Nothing was saved.' },
  'template/precondition': { status: 412, message: 'Someone else has changed the template. Nothing was saved.' },
  'brand/precondition': { status: 412, message: 'Someone else has changed the brand. Nothing was saved.' },
  'render/no-address': {
    status: 409,
    message:
      'This service stores films without an object store, so they have no public address. Download the film here.',
  },
  'render/not-found': { status: 404, message: 'The render doesn’t exist.' },
  'render/invalid': { status: 422, message: 'The film can’t be rendered as it is.' },
  'render/cancelled': { status: 409, message: 'The render was canceled.' },
  'render/attempts': { status: 500, message: 'The render was interrupted three times. Try it again.' },
  'farm/failed': { status: 500, message: 'The render farm couldn’t render the film.' },
  'render/not-retryable': { status: 409, message: 'This render can’t be retried.' },
  'media/invalid': { status: 422, message: 'The source isn’t a supported media file.' },
  'media/no-picture': { status: 422, message: 'The source has no picture.' },
  'media/no-sound': { status: 422, message: 'The source has no sound.' },
  'media/refused': { status: 422, message: 'The source’s address isn’t allowed.' },
  'media/unreachable': { status: 502, message: 'The source couldn’t be downloaded.' },
  'media/cancelled': { status: 503, message: 'The work was stopped before it was complete.' },
  'media/no-proxy': { status: 404, message: 'There’s no proxy of this source yet.' },
  'render/expired': { status: 410, message: 'The film is no longer stored.' },
  'destination/refused': { status: 422, message: 'The destination isn’t allowed.' },
  'destination/failed': { status: 502, message: 'The film was rendered, but the object store didn’t accept it.' },
  'check/not-found': { status: 404, message: 'The check doesn’t exist. Its report is available for an hour.' },
  'check/too-many': { status: 429, message: 'Too many checks are running. Try again when one has ended.' },
  'check/failed': { status: 422, message: 'The check refuses the film, so it wasn’t rendered.' },
  'batch/not-found': { status: 404, message: 'The batch doesn’t exist.' },
  'batch/too-many': { status: 422, message: 'The batch has too many films.' },
  'batch/cell': { status: 422, message: 'A film of the batch has errors, so it was left out.' },
  'batch/invalid': { status: 422, message: 'Some rows of the batch have errors. Nothing was rendered.' },
  'published/not-found': { status: 404, message: 'Nothing with this uid was published here.' },
  'fonts/not-found': { status: 404, message: 'There’s no font package with this name.' },
  'fonts/failed': { status: 502, message: 'The fonts weren’t added.' },
  'farm/given': {
    status: 409,
    message: 'The render farm is set by the service’s start options. Change it there.',
  },
  'farm/none': { status: 409, message: 'No render farm is set up.' },
  'cluster/not-found': { status: 404, message: 'The cluster doesn’t exist.' },
  'cluster/failed': { status: 502, message: 'The cluster didn’t accept the project.' },
  'farm/lacking': { status: 503, message: 'The render farm’s storage is missing files of the film.' },
  'farm/version': {
    status: 503,
    message:
      'The worker’s version differs from the service’s version, so it would render a different film. Update both to the same version.',
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof errorCodes;
