import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';

/** The template of the film in the drawing. The page also displays this template. */
export const TIME_EXAMPLE = `<movie width="1280" height="720" framerate="25">
  <scene duration="80" name="A"/>
  <transition duration="20"/>
  <scene duration="70" name="B"/>
  <transition duration="30" type="wipe"/>
  <scene duration="90" name="C"/>
</movie>
`;

const WIDTH = 720;
const LEFT = 70;
const ROW = 34;
const BAR = 22;
const SCENE = '#dbe4f3';
const JOINT = '#f3d9a4';
const INK = '#1f2733';

/**
 * Returns an SVG of overlapping scenes, each with a separate clock, and the resulting film. The code of the engine
 * computes the positions.
 */
export function timeDrawing(): string {
  const { source } = readTemplate(TIME_EXAMPLE);
  const movie = source && resolveTemplate(source.document, { values: new Map(), missing: 'error' }).movie;
  if (!movie) throw new Error('the example of the drawing is not a film');
  const { scenes, segments, length } = buildTimeline(movie);
  const x = (frame: number) => LEFT + Math.round((frame * (WIDTH - LEFT - 20)) / length);
  const bar = (from: number, to: number, row: number, fill: string) =>
    `<rect x="${x(from)}" y="${10 + row * ROW}" width="${x(to) - x(from)}" height="${BAR}" fill="${fill}" stroke="${INK}" stroke-width="0.75"/>`;
  const words = (at: number, row: number, text: string, anchor = 'middle') =>
    `<text x="${at}" y="${26 + row * ROW}" text-anchor="${anchor}">${text}</text>`;
  const filmRow = scenes.length;
  const edges = [...new Set(segments.flatMap(({ start, end }) => [start, end]))];
  const last = 10 + filmRow * ROW + BAR;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${last + 30}" width="${WIDTH}" font-family="sans-serif" font-size="12" fill="${INK}">`,
    '<title>The time of a film: scenes, the transitions in which two are seen together, and frames</title>',
    `<rect width="${WIDTH}" height="${last + 30}" fill="#ffffff"/>`,
    ...edges.map(
      (frame) =>
        `<line x1="${x(frame)}" y1="10" x2="${x(frame)}" y2="${last + 8}" stroke="${INK}" stroke-width="0.5" stroke-dasharray="2 3"/>`,
    ),
    ...scenes.flatMap(({ scene, start, end }, row) => [
      words(LEFT - 10, row, `scene ${scene.name}`, 'end'),
      bar(start, end, row, SCENE),
      words((x(start) + x(end)) / 2, row, `its frames 0 to ${scene.duration - 1}`),
    ]),
    words(LEFT - 10, filmRow, 'film', 'end'),
    ...segments.flatMap((segment) => [
      bar(segment.start, segment.end, filmRow, segment.kind === 'scene' ? SCENE : JOINT),
      words(
        (x(segment.start) + x(segment.end)) / 2,
        filmRow,
        segment.kind === 'scene' ? (segment.scene.name ?? '') : 'both',
      ),
    ]),
    ...edges.map((frame) => `<text x="${x(frame)}" y="${last + 22}" text-anchor="middle">${frame}</text>`),
    '</svg>',
    '',
  ].join('\n');
}
