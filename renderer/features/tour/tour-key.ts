/** The storage key for the note that the tour was shown on this machine, or declined. */
export const tourKey = 'tour';
