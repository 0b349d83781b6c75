/**
 * Samples that a packet of AAC adds to the sound, and by which the first packet begins early (ISO/IEC 14496-3,
 * 4.5.2.1.1).
 */
export const PACKET_SAMPLES = 1024;

/** How the packets of all segments, one after another, lie in time. */
export interface TrackTimes {
  /** Samples that the first packet begins before the film. */
  readonly early: number;
  /** Samples from there to the end of the film, of which the last packet may have more than are heard. */
  readonly samples: number;
}
