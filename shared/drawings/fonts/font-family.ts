/** Numbers of the names that say a family: the one that applications group by goes first. */
const FAMILY_NAMES = [16, 1] as const;
const UNICODE = 0;
const WINDOWS = 3;

/** The family that a font's table of names has; null where it says none. Throws RangeError where the table ends early. */
export function familyIn(data: DataView, table: number): string | null {
  const records = Array.from({ length: data.getUint16(table + 2) }, (_, index) => table + 6 + 12 * index);
  const strings = table + data.getUint16(table + 4);
  for (const wanted of FAMILY_NAMES) {
    const record = records.find((at) => data.getUint16(at + 6) === wanted && isUnicode(data.getUint16(at)));
    if (record === undefined) continue;
    const family = utf16(data, strings + data.getUint16(record + 10), data.getUint16(record + 8)).trim();
    if (family !== '') return family;
  }
  return null;
}

function isUnicode(platform: number): boolean {
  return platform === WINDOWS || platform === UNICODE;
}

function utf16(data: DataView, start: number, bytes: number): string {
  const units = Array.from({ length: bytes >> 1 }, (_, index) => data.getUint16(start + 2 * index));
  return String.fromCharCode(...units).toWellFormed();
}
