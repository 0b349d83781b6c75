/** Under which this machine remembers that the way was shown, or refused. */
export const tourKey = 'tour';
