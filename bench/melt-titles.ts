import { join } from 'node:path';
import { HEIGHT, RATE, SOURCES, WIDTH } from './films.ts';
import { FADE, LOGO, LOGO_NAME, SPEED, sourceOf, type TitleFilm, type TitlePicture, titleName } from './titles.ts';

/**
 * Returns the film with titles as an MLT document for `melt`. The clips are on one track, and the titles and the logo
 * are on two tracks above it. `qtblend` overlays both with keyframes for position and opacity, as in editors that use
 * MLT.
 */
export function meltTitles({ scenes, frames }: TitleFilm, pictures: readonly TitlePicture[], folder: string): string {
  const all = Array.from({ length: scenes }, (_, scene) => scene);
  const last = scenes * frames - 1;
  const producer = (id: string, name: string, service: string) =>
    `<producer id="${id}"><property name="mlt_service">${service}</property>` +
    `<property name="resource">${join(folder, name)}</property></producer>`;
  const playlist = (id: string, entries: readonly string[]) => `<playlist id="${id}">${entries.join('')}</playlist>`;
  return [
    '<mlt>',
    `<profile width="${WIDTH}" height="${HEIGHT}" progressive="1" frame_rate_num="${RATE}" frame_rate_den="1"`,
    ' sample_aspect_num="1" sample_aspect_den="1" display_aspect_num="16" display_aspect_den="9" colorspace="709"/>',
    ...SOURCES.map((name) => producer(name, name, 'avformat')),
    ...all.map((scene) => producer(titleName(scene), titleName(scene), 'qimage')),
    producer(LOGO_NAME, LOGO_NAME, 'qimage'),
    playlist(
      'clips',
      all.map(
        (scene) => `<entry producer="${sourceOf(scene)}" in="${scene * RATE}" out="${scene * RATE + frames - 1}"/>`,
      ),
    ),
    playlist(
      'titles',
      all.map((scene) => `<entry producer="${titleName(scene)}" in="0" out="${frames - 1}"/>`),
    ),
    playlist('logo', [`<entry producer="${LOGO_NAME}" in="0" out="${last}"/>`]),
    '<tractor><track producer="clips"/><track producer="titles"/><track producer="logo"/>',
    ...all.map((scene) => overlay(1, scene * frames, (scene + 1) * frames - 1, titleKeys(frames, pictures[scene]))),
    overlay(2, 0, last, `0=${LOGO.left} ${LOGO.top} ${LOGO.side} ${LOGO.side} 1`),
    '</tractor></mlt>',
    '',
  ].join('\n');
}

/** Returns the arguments of `melt` for rendering the document with the encoder settings of all compared programs. */
export function meltTitlesLine(document: string, output: string): readonly string[] {
  const encoder = ['vcodec=libx264', 'preset=veryfast', 'crf=20', 'acodec=aac', 'ab=128k', 'movflags=+faststart'];
  return [document, '-silent', '-consumer', `avformat:${output}`, 'pix_fmt=yuv420p', ...encoder];
}

function overlay(track: number, first: number, last: number, rect: string): string {
  const properties = { mlt_service: 'qtblend', a_track: 0, b_track: track, rect, compositing: 0 };
  const written = Object.entries(properties).map(([name, value]) => `<property name="${name}">${value}</property>`);
  return `<transition in="${first}" out="${last}">${written.join('')}</transition>`;
}

function titleKeys(frames: number, picture: TitlePicture | undefined): string {
  if (picture === undefined) throw new RangeError('each scene has a title');
  const { left, top, width, height } = picture;
  const key = (frame: number, opacity: number) =>
    `${frame}=${left + SPEED * frame} ${top} ${width} ${height} ${opacity}`;
  return [key(0, 0), key(FADE, 1), key(frames - FADE, 1), key(frames, 0)].join(';');
}
