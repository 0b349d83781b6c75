/** Of the header that stands before each packet, where it has no checksum (ISO/IEC 14496-3, 1.A.2.2.1). */
export const ADTS_HEADER_BYTES = 7;

/**
 * The packets of AAC in an ADTS stream, each with its header, so that some of them one after another are such a stream
 * again; null where the bytes are none.
 */
export function adtsPackets(stream: Uint8Array): readonly Uint8Array[] | null {
  const packets: Uint8Array[] = [];
  for (let start = 0; start < stream.length; ) {
    const length = packetLength(stream.subarray(start, start + ADTS_HEADER_BYTES));
    if (length === null || start + length > stream.length) return null;
    packets.push(stream.subarray(start, start + length));
    start += length;
  }
  return packets;
}

/**
 * `aac_frame_length`: 13 bits from the header's 31st on; it counts the header. The first 12 bits are ones, the 16th
 * says that there is no checksum.
 */
function packetLength(header: Uint8Array): number | null {
  const [first = 0, second = 0, , fourth = 0, fifth = 0, sixth = 0, seventh] = header;
  if (seventh === undefined || first !== 0xff || (second & 0xf1) !== 0xf1) return null;
  const length = ((fourth & 0b11) << 11) | (fifth << 3) | (sixth >> 5);
  return length < ADTS_HEADER_BYTES ? null : length;
}
