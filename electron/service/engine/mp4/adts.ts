/** The size of the header before each packet, without a checksum (ISO/IEC 14496-3, 1.A.2.2.1). */
export const ADTS_HEADER_BYTES = 7;

/**
 * Returns the AAC packets of an ADTS stream with their headers, so that consecutive packets form a stream again.
 * Returns null for other bytes.
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
 * Returns `aac_frame_length`: 13 bits from bit 30 of the header on, including the header itself. The first 12 bits must
 * be ones, and bit 15 must be set (no checksum). Returns null for an invalid header.
 */
function packetLength(header: Uint8Array): number | null {
  const [first = 0, second = 0, , fourth = 0, fifth = 0, sixth = 0, seventh] = header;
  if (seventh === undefined || first !== 0xff || (second & 0xf1) !== 0xf1) return null;
  const length = ((fourth & 0b11) << 11) | (fifth << 3) | (sixth >> 5);
  return length < ADTS_HEADER_BYTES ? null : length;
}
