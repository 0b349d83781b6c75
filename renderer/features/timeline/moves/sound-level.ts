/** Where a volume stands on its bar, as a share of its height from below: 0 dB at three quarters, silence at the bottom. */
export function levelShare(volume: number): number {
  return Math.min(1, FULL * Math.sqrt(Math.max(0, volume)));
}

const FULL = 0.75;
/** The loudest that a line can be dragged to: what a bar has room for. */
const MOST = 1 / FULL ** 2;

/** The volume at a share of the height, rounded to what can be heard. */
export function volumeAt(share: number): number {
  const volume = Math.min(MOST, Math.max(0, share) ** 2 / FULL ** 2);
  const rounded = Math.round(volume * 100) / 100;
  // Full volume is what a hand near to it wants.
  return Math.abs(rounded - 1) <= 0.04 ? 1 : rounded;
}
