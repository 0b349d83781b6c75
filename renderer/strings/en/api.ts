import type { ErrorCode } from '../../../shared/contract/error-codes.ts';

interface Words {
  readonly title: string;
  /** What to do about it. */
  readonly next: string;
}

/** Words for what the service can say no with; by code, then by the code's first part, then for anything. */
export const problemStrings = {
  codes: {
    'storage/full': { title: 'The disk is full', next: 'Free some space, then try again.' },
    'storage/read-only': {
      title: 'The workspace takes no changes',
      next: 'Restart Scenewright: it checks the disk when it starts.',
    },
    'storage/busy': { title: 'The workspace is busy', next: 'Try again in a moment.' },
    'storage/lost': {
      title: 'A file is lost',
      next: 'It is neither in the workspace nor in the object store. Upload or render it again.',
    },
    'storage/away': { title: 'The object store cannot be reached', next: 'Try again in a moment.' },
    'storage/unwritable': { title: 'The file cannot be written', next: 'Check the folder and who may write to it.' },
    'workspace/in-use': { title: 'The workspace is in use', next: 'Close the other Scenewright that has it open.' },
    'request/timeout': { title: 'The transfer stopped', next: 'Try again.' },
    'request/too-large': { title: 'That is too large', next: 'Large media can be uploaded as a file: drop it here.' },
    'access/credentials': { title: 'You are signed out', next: 'Open the address that the service printed again.' },
    'access/too-many': { title: 'Too much at once', next: 'Wait until something has ended, then try again.' },
    'project/not-found': { title: 'The project is gone', next: 'Go back to the projects.' },
    'project/invalid-name': { title: 'That name cannot be used', next: 'Choose another name.' },
    'asset/not-found': {
      title: 'The asset is gone',
      next: 'It was deleted or renamed. Upload it again, or use another.',
    },
    'asset/exists': { title: 'The name is taken', next: 'Choose another name, or replace the asset.' },
    'asset/invalid-name': { title: 'That name cannot be used', next: 'Choose another name.' },
    'asset/precondition': { title: 'The asset was changed meanwhile', next: 'Look at it again, then repeat the step.' },
    'upload/expired': { title: 'The upload expired', next: 'Upload the file again.' },
    'upload/not-found': { title: 'The upload is gone', next: 'Upload the file again.' },
    'upload/digest': { title: 'Bytes were damaged on the way', next: 'Try again.' },
    'bundle/unreadable': {
      title: 'That is no whole bundle',
      next: 'Copy or download the file again, or export the project once more.',
    },
    'bundle/newer': { title: 'The bundle is of a newer version', next: '' },
    'bundle/digest': {
      title: 'The bundle is damaged',
      next: 'Copy or download it again, or export the project once more.',
    },
    'bundle/limit': { title: 'The bundle is too large', next: 'Divide the project into smaller ones.' },
    'design/exists': { title: 'There is a design of that name', next: 'Choose another name, or replace that one.' },
    'design/shipped': { title: 'A design that comes with the program has that name', next: 'Choose another name.' },
    'template/invalid': { title: 'The template has errors', next: 'Correct the marked lines, then save again.' },
    'template/too-slow': {
      title: 'Reading the template took too long',
      next: 'Make it smaller, or divide it.',
    },
    'template/precondition': {
      title: 'The template was saved elsewhere',
      next: 'Compare the two, then keep yours or take the other.',
    },
    'brand/precondition': {
      title: 'The brand was changed elsewhere',
      next: 'What is shown is theirs now. Make your change again.',
    },
    'render/format-unavailable': { title: 'This format cannot be made here', next: 'Choose another format.' },
    'render/invalid': { title: 'The film cannot be rendered yet', next: 'Correct what is listed, then render again.' },
    'render/memory': {
      title: 'The film is too large for this machine',
      next: 'Render it smaller, in another format, or on a machine with more memory.',
    },
    'ffmpeg/memory': {
      title: 'There was not enough memory',
      next: 'Render it smaller or in another format, or free some memory and try again.',
    },
    'ffmpeg/not-found': { title: 'FFmpeg was not found', next: 'Name its place in Settings.' },
  } as const satisfies Partial<Record<ErrorCode, Words>>,
  families: {
    ffmpeg: { title: 'FFmpeg failed', next: 'Look at the log; it says where it stopped.' },
    storage: { title: 'The workspace has a problem', next: 'Check the disk, then restart Scenewright.' },
    workspace: { title: 'The workspace cannot be opened', next: 'Choose another workspace in Settings.' },
    request: { title: 'That did not work', next: 'Try again. If it stays so, restart Scenewright.' },
    access: { title: 'The service refused', next: 'Check the address and the credentials.' },
    project: { title: 'The project cannot be used', next: 'Go back to the projects.' },
    asset: { title: 'The asset cannot be used', next: 'Look at it again, then repeat the step.' },
    upload: { title: 'The upload failed', next: 'Try again.' },
    bundle: { title: 'The bundle cannot be used', next: 'Export the project once more, by “Export…”.' },
    design: { title: 'The design cannot be used', next: 'Look at the designs again, then repeat the step.' },
    movie: { title: 'The movie cannot be used', next: 'Save its template again.' },
    template: { title: 'The template cannot be used', next: 'Open it again.' },
    render: { title: 'The render failed', next: 'Look at its log, then try again.' },
    destination: { title: 'The film was not delivered', next: 'Check the object store, then try again.' },
    batch: { title: 'The batch cannot be rendered', next: 'Correct the rows that are listed.' },
    cluster: { title: 'The project was not published', next: 'Check the cluster in Settings, then try again.' },
  } as const satisfies Record<string, Words>,
  unreachable: {
    title: 'The service does not answer',
    detail: 'It may be starting again. Nothing is lost.',
    next: 'Wait a moment, then try again.',
  },
  cancelled: { title: 'Cancelled', detail: 'Nothing was changed.', next: '' },
  unknown: { title: 'Something went wrong', next: 'Try again. If it stays so, restart Scenewright.' },
} as const;
