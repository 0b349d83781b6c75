interface ErrorKind {
  /** How HTTP says it. */
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
    | 415
    | 416
    | 421
    | 422
    | 429
    | 431
    | 500
    | 502
    | 503
    | 507;
  /** A sentence for people; what happened this time is added to it. */
  readonly message: string;
}

/**
 * Everything that can fail beside a template's own problems, once. The command's messages, the HTTP problem documents
 * and the words on screen come from here. Codes are stable: clients match on them.
 */
export const errorCodes = {
  'ffmpeg/not-found': {
    status: 503,
    message: 'FFmpeg was not found. Install it (Debian: `apt-get install ffmpeg`) or name it in SCENEWRIGHT_FFMPEG.',
  },
  'ffmpeg/failed': { status: 500, message: 'FFmpeg stopped with an error.' },
  'ffmpeg/stalled': { status: 500, message: 'FFmpeg made no progress and was stopped.' },
  'ffmpeg/output-limit': { status: 500, message: 'FFmpeg wrote more than the film can need and was stopped.' },
  'ffmpeg/memory': { status: 503, message: 'FFmpeg needed more memory than it may take, and was stopped.' },
  'render/wrong-output': {
    status: 500,
    message: 'The rendered file is not what was planned, so it was not published.',
  },
  'render/format-unavailable': { status: 503, message: 'This FFmpeg cannot make that format.' },
  'render/memory': {
    status: 503,
    message: 'The film needs more memory than this machine can give. Make it smaller, or choose another format.',
  },
  'render/encoder-unavailable': {
    status: 503,
    message: 'That encoder cannot be used on this machine. Render without it, or ask for another one.',
  },
  'storage/full': { status: 507, message: 'The disk is full. Nothing was changed; free some space and try again.' },
  'storage/unwritable': { status: 503, message: 'The file cannot be written there.' },
  'storage/missing': {
    status: 503,
    message: 'The folder of the workspace is not there any more. Bring it back and restart the service.',
  },
  'storage/lost': { status: 503, message: 'A file is neither in the workspace nor in the object store.' },
  'storage/away': { status: 503, message: 'The object store that has the file cannot be reached. Try again.' },
  'storage/read-only': {
    status: 503,
    message: 'The workspace takes no more changes since a write failed; restart the service to check it.',
  },
  'storage/busy': { status: 503, message: 'The service is busy. Try again.' },
  'workspace/in-use': { status: 503, message: 'Another process owns this workspace.' },
  'workspace/foreign-store': {
    status: 503,
    message: 'The files of another workspace are in that object store. Choose another bucket, prefix or folder.',
  },
  'workspace/newer': { status: 503, message: 'This workspace was made by a newer version.' },
  'workspace/damaged': { status: 503, message: 'The database of this workspace is damaged.' },
  'request/invalid': { status: 400, message: 'The request is not as this call needs it.' },
  'request/too-large': { status: 413, message: 'The request is larger than this call takes.' },
  'request/headers-too-large': { status: 431, message: 'The head of the request is larger than the service takes.' },
  'request/timeout': { status: 408, message: 'The request stopped coming.' },
  'request/encoding': { status: 415, message: 'Bodies are taken as they are, without a content encoding.' },
  'request/content-type': { status: 415, message: 'This call does not take that content type.' },
  'request/incomplete': { status: 400, message: 'The body ended before it was complete.' },
  'request/not-found': { status: 404, message: 'There is no such call.' },
  'request/method': { status: 405, message: 'This call does not have that method.' },
  'service/starting': { status: 503, message: 'The service is starting. Try again in a moment.' },
  'request/internal': { status: 500, message: 'Something went wrong in the service.' },
  'access/credentials': { status: 401, message: 'This call needs the API key and secret, by HTTP basic credentials.' },
  'access/host': { status: 421, message: 'The service does not answer to that host name.' },
  'access/origin': { status: 403, message: 'Pages of other origins may not use the service.' },
  'access/region': { status: 404, message: 'This service is of another region.' },
  'access/too-many': { status: 429, message: 'There are too many of these at once.' },
  'link/invalid': { status: 400, message: 'The link is not as it has to be.' },
  'link/signature': { status: 403, message: 'The link does not have the signature that belongs to it.' },
  'link/expired': { status: 410, message: 'The link has expired.' },
  'link/too-many': { status: 429, message: 'Links ask for too much at once. Try again later.' },
  'link/too-long': { status: 422, message: 'The film is longer than a film by its link may be.' },
  'project/not-found': { status: 404, message: 'There is no such project.' },
  'project/invalid-name': { status: 400, message: 'That is not a name for a project.' },
  'asset/not-found': { status: 404, message: 'There is no such asset.' },
  'asset/exists': { status: 409, message: 'The project has an asset of that name.' },
  'asset/invalid-name': { status: 400, message: 'That is not a name for an asset.' },
  'asset/precondition': { status: 412, message: 'The asset is not in the state that the request requires.' },
  'asset/range': { status: 416, message: 'The asset has no such range.' },
  'upload/not-found': { status: 404, message: 'There is no such upload.' },
  'upload/expired': { status: 410, message: 'The upload expired: nothing came for seven days.' },
  'upload/chunk-id': { status: 400, message: 'The upload has no such chunk.' },
  'upload/chunk-size': { status: 400, message: 'The chunk has not the size that was announced.' },
  'upload/digest': {
    status: 422,
    message: 'The bytes do not have the digest that was sent with them. Nothing was stored.',
  },
  'upload/incomplete': { status: 409, message: 'Chunks are missing.' },
  'upload/finished': { status: 409, message: 'The upload was finished or is being finished.' },
  'bundle/unreadable': {
    status: 422,
    message: 'The file is no Scenewright bundle, or not a whole one. Nothing was imported.',
  },
  'bundle/newer': {
    status: 422,
    message: 'The bundle was made by a newer version of Scenewright. Nothing was imported.',
  },
  'bundle/entry': {
    status: 422,
    message: 'The bundle holds something that a bundle may not hold. Nothing was imported.',
  },
  'bundle/digest': {
    status: 422,
    message: 'The bundle is damaged: a file in it is not the one that was put there. Nothing was imported.',
  },
  'bundle/content': {
    status: 422,
    message: 'A template or a record in the bundle cannot be used. Nothing was imported.',
  },
  'bundle/limit': { status: 422, message: 'The bundle has more in it than a bundle may have. Nothing was done.' },
  'design/not-found': { status: 404, message: 'There is no such design.' },
  'design/no-size': { status: 404, message: 'The design has no template of that size.' },
  'design/no-preview': { status: 404, message: 'There is no small film of that design yet.' },
  'design/exists': { status: 409, message: 'There is a design of that name.' },
  'design/shipped': {
    status: 409,
    message: 'A design of that name comes with the program; it can neither be replaced nor deleted.',
  },
  'design/invalid-name': {
    status: 400,
    message: 'That is not a name for a design: write up to 63 small letters, digits and hyphens.',
  },
  'design/invalid': { status: 422, message: 'The design cannot be used as it is. Nothing was stored.' },
  'movie/not-found': { status: 404, message: 'There is no such movie.' },
  'movie/exists': { status: 409, message: 'The project has a movie of that name.' },
  'template/not-found': { status: 404, message: 'There is no such template.' },
  'template/invalid': { status: 422, message: 'The template has errors. Nothing was saved.' },
  'template/too-slow': {
    status: 422,
    message: 'Reading the template took too long. Make it smaller, or split it.',
  },
  'template/precondition': { status: 412, message: 'The template was changed by somebody else. Nothing was saved.' },
  'brand/precondition': { status: 412, message: 'The brand was changed by somebody else. Nothing was saved.' },
  'render/no-address': {
    status: 409,
    message:
      'Films of this service have no addresses of their own, since they are in no object store. Download it here.',
  },
  'render/not-found': { status: 404, message: 'There is no such render.' },
  'render/invalid': { status: 422, message: 'The film cannot be rendered as it is.' },
  'render/cancelled': { status: 409, message: 'The render was cancelled.' },
  'render/attempts': { status: 500, message: 'The render was interrupted three times.' },
  'farm/failed': { status: 500, message: 'The workers of the render farm could not make the film.' },
  'render/not-retryable': { status: 409, message: 'There is nothing to try again.' },
  'media/invalid': { status: 422, message: 'The source is not media that can be used.' },
  'media/no-picture': { status: 422, message: 'The source has no picture.' },
  'media/no-sound': { status: 422, message: 'The source has no sound.' },
  'media/refused': { status: 422, message: 'The source is not one that may be fetched.' },
  'media/unreachable': { status: 502, message: 'The source could not be fetched.' },
  'media/cancelled': { status: 503, message: 'The work was stopped before it was done.' },
  'media/no-proxy': { status: 404, message: 'There is no stand-in of that source yet.' },
  'render/expired': { status: 410, message: 'The film is not kept any more.' },
  'destination/refused': { status: 422, message: 'The destination is not one that may be used.' },
  'destination/failed': { status: 502, message: 'The film was rendered, and the object store did not take it.' },
  'batch/not-found': { status: 404, message: 'There is no such batch.' },
  'batch/invalid': { status: 422, message: 'Rows of the batch have errors. Nothing was rendered.' },
  'published/not-found': { status: 404, message: 'Nothing of that uid was published here.' },
  'fonts/not-found': { status: 404, message: 'There are no such fonts to be added.' },
  'fonts/failed': { status: 502, message: 'The fonts were not added.' },
  'farm/given': {
    status: 409,
    message: 'The render farm was named when the service was started, so it is changed there and not here.',
  },
  'farm/none': { status: 409, message: 'No render farm is set.' },
  'cluster/not-found': { status: 404, message: 'There is no such cluster.' },
  'cluster/failed': { status: 502, message: 'The cluster did not take the project.' },
  'farm/lacking': { status: 503, message: 'The storage of the render farm lacks what the film is made of.' },
  'farm/version': { status: 503, message: 'The worker would make another film of this than the service.' },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof errorCodes;
