import type { ErrorCode } from '#shared/contract/shapes/error-codes.ts';

interface Words {
  readonly title: string;
  /** The next step for the user. */
  readonly next: string;
}

/**
 * The texts for errors from the service. The key is an error code, the first segment of a code, or the default for all
 * others.
 */
export const problemStrings = {
  codes: {
    'storage/full': { title: 'The disk is full', next: 'Free some space, then try again.' },
    'storage/read-only': {
      title: 'The workspace is read-only',
      next: 'Restart Scenewright; it checks the disk at startup.',
    },
    'storage/busy': { title: 'The workspace is busy', next: 'Try again in a moment.' },
    'storage/lost': {
      title: 'A file is missing',
      next: 'It’s neither in the workspace nor in the object store. Upload it or render it again.',
    },
    'storage/away': { title: 'Can’t reach the object store', next: 'Try again in a moment.' },
    'storage/unwritable': { title: 'Can’t write the file', next: 'Check the folder and its permissions.' },
    'workspace/in-use': { title: 'The workspace is in use', next: 'Quit the other Scenewright that has it open.' },
    'request/timeout': { title: 'The transfer timed out', next: 'Try again.' },
    'request/too-large': { title: 'Too large', next: 'To upload large media, drop the file here.' },
    'access/credentials': { title: 'You’re signed out', next: 'Open the address that the service printed at startup.' },
    'access/too-many': { title: 'Too many requests at once', next: 'Wait until some of them finish, then try again.' },
    'project/not-found': { title: 'Project not found', next: 'Go back to your projects.' },
    'project/invalid-name': { title: 'That name can’t be used', next: 'Choose another name.' },
    'asset/not-found': {
      title: 'Asset not found',
      next: 'It was deleted or renamed. Upload it again or use another one.',
    },
    'asset/exists': { title: 'That name is taken', next: 'Choose another name or replace the asset.' },
    'asset/invalid-name': { title: 'That name can’t be used', next: 'Choose another name.' },
    'asset/precondition': { title: 'The asset has changed', next: 'Check it, then try again.' },
    'upload/expired': { title: 'The upload expired', next: 'Upload the file again.' },
    'upload/not-found': { title: 'Upload not found', next: 'Upload the file again.' },
    'upload/digest': { title: 'The upload was corrupted', next: 'Try again.' },
    'bundle/unreadable': {
      title: 'Incomplete bundle',
      next: 'Copy or download the file again, or export the project again.',
    },
    'bundle/newer': { title: 'This bundle needs a newer Scenewright', next: '' },
    'bundle/digest': {
      title: 'The bundle is damaged',
      next: 'Copy or download it again, or export the project again.',
    },
    'bundle/limit': { title: 'The bundle is too large', next: 'Split the project into smaller ones.' },
    'design/exists': {
      title: 'A design with this name already exists',
      next: 'Choose another name or replace that design.',
    },
    'design/shipped': { title: 'A built-in design has this name', next: 'Choose another name.' },
    'template/invalid': { title: 'The template has errors', next: 'Fix the marked lines, then save again.' },
    'template/too-slow': {
      title: 'The template takes too long to read',
      next: 'Shorten it or split it.',
    },
    'table/unreadable': { title: 'The table can’t be read', next: 'Save it again in the program that made it.' },
    'table/kind': {
      title: 'The file isn’t a table',
      next: 'Choose an XLSX, ODS, CSV, TSV, JSON, or NDJSON file.',
    },
    'table/too-large': { title: 'The table is too large', next: 'Split it.' },
    'table/too-slow': {
      title: 'The table takes too long to read',
      next: 'Delete what the films don’t need, or split it.',
    },
    'table/protected': { title: 'The table has a password', next: 'Remove the password, then save the file.' },
    'table/no-sheet': { title: 'The workbook has no such sheet', next: 'Choose another sheet.' },
    'table/empty': { title: 'The table has no rows', next: 'Choose another sheet or another file.' },
    'template/precondition': {
      title: 'The template was changed elsewhere',
      next: 'Compare both versions, then choose one.',
    },
    'brand/precondition': {
      title: 'The brand was changed elsewhere',
      next: 'You now see the other version. Make your change again.',
    },
    'render/format-unavailable': { title: 'This format isn’t available here', next: 'Choose another format.' },
    'render/invalid': { title: 'The film can’t be rendered yet', next: 'Fix the listed problems, then render again.' },
    'format/size-target': {
      title: 'The film doesn’t fit into that size',
      next: 'Allow a larger file, shorten the film, or use a smaller size of the picture.',
    },
    'render/memory': {
      title: 'The film is too large for this computer',
      next: 'Use a smaller size, another format, or a computer with more memory.',
    },
    'ffmpeg/memory': {
      title: 'Not enough memory',
      next: 'Use a smaller size or another format, or free some memory and try again.',
    },
    'ffmpeg/interrupted': {
      title: 'FFmpeg was interrupted',
      next: 'Free some memory, then try again.',
    },
    'ffmpeg/not-found': { title: 'FFmpeg not found', next: 'Choose it in Settings.' },
  } as const satisfies Partial<Record<ErrorCode, Words>>,
  families: {
    ffmpeg: { title: 'FFmpeg failed', next: 'See the log for where it stopped.' },
    storage: { title: 'The workspace has a problem', next: 'Check the disk, then restart Scenewright.' },
    workspace: { title: 'Can’t open the workspace', next: 'Choose another workspace in Settings.' },
    request: { title: 'That didn’t work', next: 'Try again. If it keeps happening, restart Scenewright.' },
    access: { title: 'Access denied', next: 'Check the address and the credentials.' },
    project: { title: 'Can’t use the project', next: 'Go back to your projects.' },
    asset: { title: 'Can’t use the asset', next: 'Check it, then try again.' },
    upload: { title: 'The upload failed', next: 'Try again.' },
    bundle: { title: 'Can’t use the bundle', next: 'Export the project again with “Export…”.' },
    design: { title: 'Can’t use the design', next: 'Go back to the designs, then try again.' },
    movie: { title: 'Can’t use the movie', next: 'Save its template again.' },
    template: { title: 'Can’t use the template', next: 'Open it again.' },
    render: { title: 'Render failed', next: 'See the log, then try again.' },
    destination: { title: 'The film wasn’t delivered', next: 'Check the object store, then try again.' },
    batch: { title: 'Can’t render the batch', next: 'Fix the listed rows.' },
    cluster: { title: 'The project wasn’t published', next: 'Check the cluster in Settings, then try again.' },
  } as const satisfies Record<string, Words>,
  unreachable: {
    title: 'The service isn’t responding',
    detail: 'The service may be restarting. Your work is safe.',
    next: 'Wait a moment, then try again.',
  },
  cancelled: { title: 'Canceled', detail: 'Nothing changed.', next: '' },
  unknown: { title: 'Something went wrong', next: 'Try again. If it keeps happening, restart Scenewright.' },
} as const;
