import { availableParallelism } from 'node:os';

/** A scene of a timed film. The films of both sides are made from the same facts. */
export interface BenchScene {
  readonly source: string;
  /** The in-point in seconds, at a whole frame. */
  readonly skip: number;
  readonly seconds: number;
  readonly look: 'tinted' | 'mirrored' | 'grey and silent';
}

export interface BenchFilm {
  readonly name: string;
  readonly scenes: readonly BenchScene[];
  /** The number of frames in each crossfade between scenes; 0 for cuts. */
  readonly crossfade: number;
}

export const WIDTH = 1280;
export const HEIGHT = 720;
export const RATE = 30;
export const SOURCES = ['one.mp4', 'two.mp4', 'three.mp4'] as const;
/** A source with few sync frames, as from cameras, phones, and encoders with default settings. */
export const TAKE = 'take.mp4';
export const SOURCE_SECONDS = 24;

const LOOKS = ['tinted', 'mirrored', 'grey and silent'] as const;

/**
 * Returns a film whose scenes have alternating sources, looks, and in-points. All scenes differ, because equal scenes
 * are rendered only once.
 */
export function film(name: string, scenes: number, seconds: number, crossfade = 0): BenchFilm {
  return {
    name,
    crossfade,
    scenes: Array.from({ length: scenes }, (_, index) => ({
      source: SOURCES[index % SOURCES.length] ?? SOURCES[0],
      skip: inPoint(Math.floor(index / SOURCES.length) * seconds, SOURCE_SECONDS - seconds),
      seconds,
      look: LOOKS[index % LOOKS.length] ?? 'mirrored',
    })),
  };
}

/** Returns a film that cuts one take into consecutive scenes with alternating looks. */
export function cut(name: string, scenes: number, seconds: number): BenchFilm {
  return {
    name,
    crossfade: 0,
    scenes: film(name, scenes, seconds).scenes.map((scene, index) => ({
      ...scene,
      source: TAKE,
      skip: index * seconds,
    })),
  };
}

/** Returns an in-point. The in-points cycle through the source, one frame later in each cycle. */
function inPoint(seconds: number, length: number): number {
  return (seconds % length) + Math.floor(seconds / length) / RATE;
}

/** Returns the film as a template. */
export function templateOf({ scenes, crossfade }: BenchFilm): string {
  const lines = scenes.map(({ source, skip, seconds, look }) => {
    const audio = look === 'grey and silent' ? ' audio="false"' : '';
    const effects = {
      tinted: '<filter type="saturation" intensity="1.5"/><filter type="vignette"/>',
      mirrored: '<transform type="flip" axis="x"/>',
      'grey and silent': '<filter type="saturation" intensity="0"/>',
    }[look];
    return `  <scene duration="${seconds * RATE}"><video src="${source}" skip="${Math.round(skip * RATE)}"${audio}>${effects}</video></scene>`;
  });
  const between = crossfade === 0 ? '\n' : `\n  <transition duration="${crossfade}"/>\n`;
  const head = `<movie width="${WIDTH}" height="${HEIGHT}" framerate="${RATE}">`;
  return [head, lines.join(between), '</movie>', ''].join('\n');
}

/** Returns the film with a variable in its first tinted scene, and a table with this number of values. */
export function variantsOf(each: BenchFilm, count: number): { readonly template: string; readonly rows: string } {
  const template = templateOf(each).replace('intensity="1.5"', 'intensity="${tint, 1.5}"');
  const values = Array.from({ length: count }, (_, index) => (0.5 + index / count).toFixed(3));
  return { template, rows: ['tint', ...values, ''].join('\n') };
}

/** Returns the arguments of FFmpeg as a user would write them: one graph with FFmpeg's own filters, and one encode. */
export function handWritten(each: BenchFilm, folder: string, output: string, loss: Loss): readonly string[] {
  const { scenes } = each;
  const inputs = scenes.flatMap(({ source, skip, seconds }) => [
    '-ss',
    String(skip),
    '-t',
    String(seconds),
    '-i',
    `${folder}/${source}`,
  ]);
  const streams = scenes.map((_, index) => ({ video: `[${index}:v]`, audio: `[${index}:a]` }));
  return encodeLine(inputs, graphOf(each, streams), output, loss);
}

/**
 * Returns the arguments of FFmpeg for consecutive scenes of one source. The source is a single input, and the graph
 * distributes its frames.
 */
export function handWrittenOnce(each: BenchFilm, folder: string, output: string, loss: Loss): readonly string[] {
  const { scenes } = each;
  const heard = scenes.flatMap(({ look }, index) => (look === 'grey and silent' ? [] : [index]));
  const dealt = [
    `[0:v]split=${scenes.length}${scenes.map((_, index) => `[from${index}]`).join('')}`,
    ...scenes.map(({ skip, seconds }, index) => `[from${index}]${trimmed('', skip, seconds)}[picture${index}]`),
    `[0:a]asplit=${heard.length}${heard.map((index) => `[heard${index}]`).join('')}`,
    ...scenes.flatMap(({ skip, seconds }, index) =>
      heard.includes(index) ? [`[heard${index}]${trimmed('a', skip, seconds)}[sound${index}]`] : [],
    ),
  ];
  const streams = scenes.map((_, index) => ({ video: `[picture${index}]`, audio: `[sound${index}]` }));
  const inputs = ['-i', `${folder}/${scenes[0]?.source ?? TAKE}`];
  return encodeLine(inputs, [...dealt, ...graphOf(each, streams)], output, loss);
}

function trimmed(kind: '' | 'a', skip: number, seconds: number): string {
  return `${kind}trim=start=${skip}:duration=${seconds},${kind}setpts=PTS-STARTPTS`;
}

function graphOf(
  each: BenchFilm,
  streams: readonly { readonly video: string; readonly audio: string }[],
): readonly string[] {
  const { scenes, crossfade } = each;
  const pictures = scenes.map(({ look }, index) => {
    const filters = {
      tinted: 'eq=saturation=1.5,vignette=angle=0.7',
      mirrored: 'hflip',
      'grey and silent': 'eq=saturation=0',
    }[look];
    return `${streams[index]?.video}fps=${RATE},${filters},setsar=1[v${index}]`;
  });
  const sounds = scenes.map(({ look, seconds }, index) =>
    look === 'grey and silent'
      ? `anullsrc=r=48000:cl=stereo,atrim=duration=${seconds}[a${index}]`
      : `${streams[index]?.audio}aresample=48000,aformat=channel_layouts=stereo,apad,atrim=duration=${seconds}[a${index}]`,
  );
  const joined = `${scenes.map((_, index) => `[v${index}][a${index}]`).join('')}concat=n=${scenes.length}:v=1:a=1[v][a]`;
  return [...pictures, ...sounds, ...(crossfade === 0 ? [joined] : crossfades(each))];
}

/**
 * Returns a graph in which each scene overlaps the end of the previous scene. Sounds fade with equal power, as in our
 * engine.
 */
function crossfades({ scenes, crossfade }: BenchFilm): readonly string[] {
  const seconds = crossfade / RATE;
  let end = 0;
  return scenes.flatMap((scene, index): readonly string[] => {
    const start = index === 0 ? 0 : end - seconds;
    end = start + scene.seconds;
    if (index === 0) return [];
    const before = index === 1 ? '0' : `until${index - 1}`;
    const isLast = index === scenes.length - 1;
    const behind = isLast ? '' : `until${index}`;
    // Set the frame rate: the filter reports none, and the encoder would then repeat a frame.
    const rate = isLast ? `,fps=${RATE}` : '';
    return [
      `[v${before}][v${index}]xfade=transition=fade:duration=${seconds}:offset=${start}${rate}[v${behind}]`,
      `[a${before}][a${index}]acrossfade=duration=${seconds}:curve1=qsin:curve2=qsin[a${behind}]`,
    ];
  });
}

function encodeLine(
  inputs: readonly string[],
  graph: readonly string[],
  output: string,
  loss: Loss,
): readonly string[] {
  return [
    ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-y', ...inputs],
    ...['-filter_complex', graph.join(';'), '-map', '[v]', '-map', '[a]'],
    ...encodings[loss],
    output,
  ];
}

/** The encoding of a film: as in the comparison, or lossless for the reference. */
export type Loss = 'as usual' | 'none';

const encodings: Readonly<Record<Loss, readonly string[]>> = {
  'as usual': [
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '128k'],
    ...['-movflags', '+faststart'],
  ],
  none: ['-c:v', 'ffvhuff', '-pix_fmt', 'yuv420p', '-c:a', 'pcm_s16le'],
};

/** Returns the arguments of `melt` for the film: a playlist with FFmpeg's filters, and the same encoder. */
export function meltLine({ scenes }: BenchFilm, folder: string, output: string, loss: Loss): readonly string[] {
  const clips = scenes.flatMap(({ source, skip, seconds, look }) => [
    `${folder}/${source}`,
    `in=${skip * RATE}`,
    `out=${(skip + seconds) * RATE - 1}`,
    ...{
      tinted: ['-attach-cut', 'avfilter.eq', 'av.saturation=1.5', '-attach-cut', 'avfilter.vignette', 'av.angle=0.7'],
      mirrored: ['-attach-cut', 'avfilter.hflip'],
      'grey and silent': ['-attach-cut', 'avfilter.eq', 'av.saturation=0', '-attach-cut', 'volume', 'gain=0'],
    }[look],
  ]);
  const encoding = {
    'as usual': ['vcodec=libx264', 'preset=veryfast', 'crf=20', 'acodec=aac', 'ab=128k', 'movflags=+faststart'],
    none: ['vcodec=ffvhuff', 'acodec=pcm_s16le'],
  }[loss];
  // Use as many threads as cores, and drop no frames.
  const consumer = ['-consumer', `avformat:${output}`, `real_time=-${availableParallelism()}`, 'pix_fmt=yuv420p'];
  return ['-silent', '-profile', MELT_PROFILE, ...clips, ...consumer, ...encoding, 'ar=48000', 'channels=2'];
}

/** The profile for 1280×720 pixels at 30 frames per second. */
const MELT_PROFILE = 'atsc_720p_30';
