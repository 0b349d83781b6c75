/** The storage key that records whether this machine showed or declined the tour. */
export const tourKey = 'tour';
