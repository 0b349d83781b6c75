/** One scene of a film that is timed: what the template says, so that both sides are made from the same facts. */
export interface BenchScene {
  readonly source: string;
  /** Whole seconds. */
  readonly skip: number;
  readonly seconds: number;
  readonly look: 'tinted' | 'mirrored' | 'grey and silent';
}

export interface BenchFilm {
  readonly name: string;
  readonly scenes: readonly BenchScene[];
}

export const WIDTH = 1280;
export const HEIGHT = 720;
export const RATE = 30;
export const SOURCES = ['one.mp4', 'two.mp4', 'three.mp4'] as const;
export const SOURCE_SECONDS = 24;

const LOOKS = ['tinted', 'mirrored', 'grey and silent'] as const;

/** Scenes that take turns with sources, looks and in-points. */
export function film(name: string, scenes: number, seconds: number): BenchFilm {
  return {
    name,
    scenes: Array.from({ length: scenes }, (_, index) => ({
      source: SOURCES[index % SOURCES.length] ?? SOURCES[0],
      skip: (Math.floor(index / SOURCES.length) * seconds) % (SOURCE_SECONDS - seconds),
      seconds,
      look: LOOKS[index % LOOKS.length] ?? 'mirrored',
    })),
  };
}

/** The film as a template. */
export function templateOf({ scenes }: BenchFilm): string {
  const lines = scenes.map(({ source, skip, seconds, look }) => {
    const audio = look === 'grey and silent' ? ' audio="false"' : '';
    const effects = {
      tinted: '<filter type="saturation" intensity="1.5"/><filter type="vignette"/>',
      mirrored: '<transform type="flip" axis="x"/>',
      'grey and silent': '<filter type="saturation" intensity="0"/>',
    }[look];
    return `  <scene duration="${seconds * RATE}"><video src="${source}" skip="${skip * RATE}"${audio}>${effects}</video></scene>`;
  });
  return [`<movie width="${WIDTH}" height="${HEIGHT}" framerate="${RATE}">`, ...lines, '</movie>', ''].join('\n');
}

/** The film as somebody would write it by hand: one graph with FFmpeg's own filters, one encode. */
export function handWritten({ scenes }: BenchFilm, folder: string, output: string): readonly string[] {
  const inputs = scenes.flatMap(({ source, skip, seconds }) => [
    '-ss',
    String(skip),
    '-t',
    String(seconds),
    '-i',
    `${folder}/${source}`,
  ]);
  const pictures = scenes.map(({ look }, index) => {
    const filters = {
      tinted: 'eq=saturation=1.5,vignette=angle=0.7',
      mirrored: 'hflip',
      'grey and silent': 'eq=saturation=0',
    }[look];
    return `[${index}:v]fps=${RATE},${filters},setsar=1[v${index}]`;
  });
  const sounds = scenes.map(({ look, seconds }, index) =>
    look === 'grey and silent'
      ? `anullsrc=r=48000:cl=stereo,atrim=duration=${seconds}[a${index}]`
      : `[${index}:a]aresample=48000,aformat=channel_layouts=stereo,apad,atrim=duration=${seconds}[a${index}]`,
  );
  const joined = `${scenes.map((_, index) => `[v${index}][a${index}]`).join('')}concat=n=${scenes.length}:v=1:a=1[v][a]`;
  return [
    ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-y', ...inputs],
    ...['-filter_complex', [...pictures, ...sounds, joined].join(';'), '-map', '[v]', '-map', '[a]'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '128k'],
    ...['-movflags', '+faststart', output],
  ];
}
