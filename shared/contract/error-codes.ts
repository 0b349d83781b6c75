/**
 * Everything that can fail beside a template's own problems, once. The command's exit messages, the HTTP problem
 * documents and the words on screen come from here. Codes are stable: clients match on them.
 */
export const errorCodes = {
  'ffmpeg/not-found':
    'FFmpeg was not found. Install it (Debian: `apt-get install ffmpeg`) or name it in SCENEWRIGHT_FFMPEG.',
  'ffmpeg/failed': 'FFmpeg stopped with an error.',
  'ffmpeg/stalled': 'FFmpeg made no progress and was stopped.',
  'ffmpeg/output-limit': 'FFmpeg wrote more than the film can need and was stopped.',
  'render/wrong-output': 'The rendered file is not what was planned, so it was not published.',
  'render/format-unavailable': 'This FFmpeg cannot make that format.',
  'storage/full': 'The disk is full. Nothing was changed; free some space and render again.',
  'storage/unwritable': 'The file cannot be written there.',
} as const satisfies Record<string, string>;

export type ErrorCode = keyof typeof errorCodes;
