/** The storage key that records that this machine has shown the tour, or that the user declined it. */
export const tourKey = 'tour';
