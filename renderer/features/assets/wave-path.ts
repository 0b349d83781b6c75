/** A waveform as the path of an SVG of that width, 2 high and mirrored at 0, in as many bars as there is room for. */
export function wavePath(peaks: readonly number[], bars: number): string {
  if (peaks.length === 0) return '';
  const count = Math.min(bars, peaks.length);
  const parts: string[] = [];
  for (let bar = 0; bar < count; bar++) {
    const from = Math.floor((bar * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / count));
    let highest = 0;
    for (let at = from; at < to; at++) highest = Math.max(highest, peaks[at] ?? 0);
    // The root brings quiet passages into sight; silence is a thin line, not nothing.
    const height = Math.max(0.03, Math.sqrt(highest / 255)).toFixed(3);
    const x = ((bar + 0.5) * bars) / count;
    parts.push(`M${x.toFixed(1)} -${height}V${height}`);
  }
  return parts.join('');
}
