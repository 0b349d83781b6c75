/** The storage key of the record that this machine has shown the tour, or that the user has declined it. */
export const tourKey = 'tour';
