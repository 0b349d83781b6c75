/**
 * Checks whether the `Accept` header prefers XML to JSON (RFC 9110, 12.5.1). JSON is the default without the header and
 * for equal weights. XML is preferred only if the header lists it.
 */
export function prefersXml(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const ranges = accept.split(',').map(parseRange);
  const xml = Math.max(weightOf(ranges, 'application/xml') ?? 0, weightOf(ranges, 'text/xml') ?? 0);
  const json =
    weightOf(ranges, 'application/json') ?? weightOf(ranges, 'application/*') ?? weightOf(ranges, '*/*') ?? 0;
  // A browser sends `application/xml;q=0.9,*/*;q=0.8`, which prefers XML.
  return xml > 0 && xml > json;
}

/**
 * Checks whether the `Accept` header prefers JSON to a JPEG. The picture is the default without the header. JSON is
 * preferred only if the header lists it with at least the weight of the picture.
 */
export function prefersJson(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const ranges = accept.split(',').map(parseRange);
  const json = weightOf(ranges, 'application/json') ?? 0;
  const picture = weightOf(ranges, 'image/jpeg') ?? weightOf(ranges, 'image/*') ?? weightOf(ranges, '*/*') ?? 0;
  // A script may send `application/json, */*`, which prefers JSON.
  return json > 0 && json >= picture;
}

/** Checks whether the `Accept` header lists CSV with a higher weight than JSON, or with the same weight before JSON. */
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
