/**
 * The number of samples in an AAC packet. Decoding needs the previous packet, so the first packet starts by this much
 * before the film (ISO/IEC 14496-3, 4.5.2.1.1).
 */
export const PACKET_SAMPLES = 1024;

/** The times of the encoded sound, over all segments. */
export interface TrackTimes {
  /** The number of samples between the start of the first packet and the start of the film. */
  readonly skippedSamples: number;
  /** The number of samples from the start to the end of the film. The last packet can contain additional samples. */
  readonly samples: number;
}
