/**
 * Whether a client that sends this `Accept` wants XML rather than JSON (RFC 9110, 12.5.1). Without the header, and
 * where both are as welcome, it is JSON: only who names XML gets it.
 */
export function prefersXml(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const ranges = accept.split(',').map(parseRange);
  const named = Math.max(weightOf(ranges, 'application/xml') ?? 0, weightOf(ranges, 'text/xml') ?? 0);
  const json =
    weightOf(ranges, 'application/json') ?? weightOf(ranges, 'application/*') ?? weightOf(ranges, '*/*') ?? 0;
  // A browser that asks for anything sends `application/xml;q=0.9,*/*;q=0.8`: it names XML.
  return named > 0 && named > json;
}

/**
 * Whether a client that sends this `Accept` wants JSON rather than a JPEG. Without the header, and where both are as
 * welcome, it is the picture: only who names JSON gets it.
 */
export function prefersJson(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const ranges = accept.split(',').map(parseRange);
  const json = weightOf(ranges, 'application/json') ?? 0;
  const picture = weightOf(ranges, 'image/jpeg') ?? weightOf(ranges, 'image/*') ?? weightOf(ranges, '*/*') ?? 0;
  // A script that names JSON and takes anything else too, such as `application/json, */*`, wants to read it.
  return json > 0 && json >= picture;
}

/** Whether a client wants a table as CSV: it names CSV with more weight than JSON, or before it. */
export function prefersCsv(accept: string | undefined): boolean {
  const ranges = (accept ?? '').split(',').map(parseRange);
  const csv = weightOf(ranges, 'text/csv') ?? 0;
  const json = weightOf(ranges, 'application/json') ?? 0;
  const first = ranges.find(({ type }) => type === 'text/csv' || type === 'application/json');
  return csv > json || (csv > 0 && csv === json && first?.type === 'text/csv');
}

interface MediaRange {
  readonly type: string;
  readonly weight: number;
}

function parseRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=/, '');
  const weight = quality === undefined ? 1 : Number(quality);
  return { type, weight: weight >= 0 && weight <= 1 ? weight : 0 };
}

function weightOf(ranges: readonly MediaRange[], type: string): number | null {
  return ranges.find((range) => range.type === type)?.weight ?? null;
}
