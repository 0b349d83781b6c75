import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDrawings } from '#service/drawings/drawings.ts';
import type { TextDrawing } from '#shared/drawings/drawing/drawing.ts';
import { chooseFonts } from '#shared/drawings/fonts/choose-fonts.ts';
import { HEIGHT, RATE, SOURCES, WIDTH } from './films.ts';
import { timedRun } from './timed-run.ts';

/** A film with a clip, a moving and fading title, and a logo in each scene. */
export interface TitleFilm {
  readonly name: string;
  readonly scenes: number;
  /** The number of frames of each scene. */
  readonly frames: number;
}

export const TITLE = { width: 800, height: 160, left: 180, top: 480 };
export const LOGO = { side: 140, left: 1100, top: 40 };
export const FADE = 15;
/** The number of pixels that a title moves to the right per frame. */
export const SPEED = 0.37;
export const LOGO_NAME = 'logo.png';

export const contentOf = (scene: number): string => `Title ${scene + 1} of the film`;
export const titleName = (scene: number): string => `title-${scene}.png`;
export const sourceOf = (scene: number): string => SOURCES[scene % SOURCES.length] ?? SOURCES[0];

/** Returns the film as a template. */
function titleTemplate({ scenes, frames }: TitleFilm): string {
  const [x, y] = [TITLE.left + TITLE.width / 2 - WIDTH / 2, TITLE.top + TITLE.height / 2 - HEIGHT / 2];
  const moves = `<key time="0" position="${x}, ${y}"/><key time="${frames}" position="${x + SPEED * frames}, ${y}"/>`;
  const fades = [0, FADE, frames - FADE, frames].map(
    (time, index) => `<key time="${time}" opacity="${index === 1 || index === 2 ? 1 : 0}"/>`,
  );
  const lines = Array.from({ length: scenes }, (_, scene) =>
    [
      `  <scene duration="${frames}">`,
      `    <video src="${sourceOf(scene)}" skip="${scene * RATE}"/>`,
      `    <text content="${contentOf(scene)}" size="72" width="${TITLE.width}" height="${TITLE.height}"`,
      '      xalign="center" yalign="middle" color="#ffffff" shadow="0, 3, 8, #000000a0">',
      `      <animation>${moves}</animation><animation>${fades.join('')}</animation>`,
      '    </text>',
      `    <image src="${LOGO_NAME}" origin="topleft" position="${LOGO.left + LOGO.side / 2}, ${LOGO.top + LOGO.side / 2}"/>`,
      '  </scene>',
    ].join('\n'),
  );
  return [`<movie width="${WIDTH}" height="${HEIGHT}" framerate="${RATE}">`, ...lines, '</movie>', ''].join('\n');
}

const COMMAND = join(import.meta.dirname, '..', 'out', 'command', 'main.js');

/** Renders the film without cached parts. Returns the duration in seconds. */
export async function renderTitleFilm(
  film: TitleFilm,
  folder: string,
  options: readonly string[] = [],
): Promise<number> {
  const template = join(folder, `${film.name}.xml`);
  await writeFile(template, titleTemplate(film));
  const line = ['render', template, '--out', join(folder, `${film.name}-ours.mp4`), '--json', '--no-cache', ...options];
  return timedRun(process.execPath, [COMMAND, ...line]);
}

/** A drawn title: its position before it moves, and its size, both in pixels. */
export interface TitlePicture {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Draws the logo and the titles as pictures to overlay. */
export async function makePictures(
  { scenes }: TitleFilm,
  ffmpeg: string,
  folder: string,
): Promise<readonly TitlePicture[]> {
  const quiet = ['-nostdin', '-loglevel', 'error', '-y'];
  const logo = `testsrc=s=${LOGO.side}x${LOGO.side}:d=1`;
  await timedRun(ffmpeg, [...quiet, '-f', 'lavfi', '-i', logo, '-frames:v', '1', join(folder, LOGO_NAME)]);
  await using drawings = createDrawings();
  const nothing = () => Promise.reject(new Error('the bundled fonts are all that is asked for'));
  const pictures: TitlePicture[] = [];
  for (let scene = 0; scene < scenes; scene++) {
    const drawn = await drawings.draw(titleOf(contentOf(scene)), nothing, new AbortController().signal);
    if (!drawn.ok) throw new Error(drawn.error.code);
    const { width, height, originX, originY, rgba } = drawn.value;
    const raw = join(folder, 'title.rgba');
    await writeFile(raw, straight(rgba));
    const size = ['-f', 'rawvideo', '-pixel_format', 'rgba', '-video_size', `${width}x${height}`, '-i', raw];
    await timedRun(ffmpeg, [...quiet, ...size, '-frames:v', '1', join(folder, titleName(scene))]);
    pictures.push({ left: TITLE.left - originX, top: TITLE.top - originY, width, height });
  }
  return pictures;
}

/**
 * Returns the arguments of one `ffmpeg` command that makes a film with titles. It overlays the drawn pictures in yuv444,
 * in which they move by whole pixels.
 */
export function overlayLine(
  { scenes, frames }: TitleFilm,
  pictures: readonly TitlePicture[],
  folder: string,
  output: string,
): readonly string[] {
  const all = Array.from({ length: scenes }, (_, scene) => scene);
  const inputs = all.flatMap((scene) => [
    '-ss',
    String(scene),
    '-t',
    String(frames / RATE),
    '-i',
    join(folder, sourceOf(scene)),
  ]);
  const stills = [...all.map(titleName), LOGO_NAME].flatMap((name, index) => [
    ...(index < scenes ? ['-loop', '1', '-framerate', String(RATE), '-t', String(frames / RATE)] : []),
    ...['-i', join(folder, name)],
  ]);
  const graph = [
    `[${2 * scenes}:v]format=yuva444p,split=${scenes}${all.map((scene) => `[logo${scene}]`).join('')}`,
    ...all.flatMap((scene) => [
      `[${scene}:v]fps=${RATE},format=yuv444p[clip${scene}]`,
      `[${scenes + scene}:v]format=yuva444p,fade=in:0:${FADE}:alpha=1,fade=out:${frames - FADE}:${FADE}:alpha=1[title${scene}]`,
      `[clip${scene}][title${scene}]overlay=x='${pictures[scene]?.left}+${SPEED}*n':y=${pictures[scene]?.top}:format=yuv444[titled${scene}]`,
      `[titled${scene}][logo${scene}]overlay=x=${LOGO.left}:y=${LOGO.top}:format=yuv444,format=yuv420p,trim=end_frame=${frames},setsar=1[v${scene}]`,
      `[${scene}:a]aresample=48000,aformat=channel_layouts=stereo,apad,atrim=duration=${frames / RATE}[a${scene}]`,
    ]),
    `${all.map((scene) => `[v${scene}][a${scene}]`).join('')}concat=n=${scenes}:v=1:a=1[v][a]`,
  ];
  return [
    ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-y', ...inputs, ...stills],
    ...['-filter_complex', graph.join(';'), '-map', '[v]', '-map', '[a]'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '128k'],
    ...['-movflags', '+faststart', output],
  ];
}

function titleOf(content: string): TextDrawing {
  const nothing = { top: 0, right: 0, bottom: 0, left: 0 };
  return {
    kind: 'text',
    scale: 1,
    content,
    fonts: chooseFonts([], 400, 'normal', []).fonts,
    weight: 400,
    size: 72,
    color: { red: 255, green: 255, blue: 255, alpha: 1 },
    width: TITLE.width,
    height: TITLE.height,
    padding: nothing,
    xAlign: 'center',
    yAlign: 'middle',
    direction: 'auto',
    lineHeight: 1.2,
    letterSpacing: 0,
    autosize: 'shrink',
    minSize: 18,
    maxLines: null,
    outline: null,
    shadow: { across: 0, down: 3, blur: 8, color: { red: 0, green: 0, blue: 0, alpha: 160 / 255 } },
    background: null,
    radius: 0,
  };
}

/** Returns colors with straight alpha, as in PNG. */
function straight(rgba: Uint8Array): Uint8Array {
  return rgba.map((value, index) => {
    const opacity = rgba[index | 3] ?? 0;
    return index % 4 === 3 || opacity === 0 ? value : Math.min(255, Math.round((255 * value) / opacity));
  });
}
