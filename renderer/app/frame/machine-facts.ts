/** Below this a render may not fit any more. */
const LOW_DISK_BYTES = 2_000_000_000;

/** Whether a disk with so many free bytes is worth a warning. */
export function isLowOnDisk(freeBytes: number): boolean {
  return freeBytes < LOW_DISK_BYTES;
}

/** `5.1.9-0+deb12u1` is what a package calls it; people know `5.1.9`. What has no number stays as it is. */
export function shortVersion(version: string): string {
  return /^n?\d+(?:\.\d+)*/.exec(version)?.[0] ?? version;
}
