/** The loudness that a film requests. */
export interface LoudnessTarget {
  /** The integrated loudness in LUFS. */
  readonly integrated: number;
  /** The ceiling of the true peak in dBTP. */
  readonly truePeak: number;
}
