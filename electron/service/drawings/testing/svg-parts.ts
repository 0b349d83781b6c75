import { sampleSvg } from '#shared/drawings/testing/svg-samples.ts';

const SIDE = 1500;
/** Returns an SVG of the size of a film. */
export const large = (inside: string) => sampleSvg(inside, `width="${SIDE}" height="${SIDE}"`);
export const filtered = (
  filter: string,
  attributes = '',
  target = `<rect width="${SIDE}" height="${SIDE}" filter="url(#f)"/>`,
) => large(`<filter id="f" x="0" y="0" width="1" height="1" ${attributes}>${filter}</filter>${target}`);
export const text = (content: string) => Buffer.from(content);
export const data = (kind: string, bytes: Uint8Array) => `data:${kind};base64,${Buffer.from(bytes).toString('base64')}`;
export const picture = (href: string) => `<image width="48" height="32" href="${href}"/>`;
export const NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
