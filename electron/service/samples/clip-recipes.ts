/**
 * The clips that FFmpeg computes for the sample project and the examples: moving pictures and chords. No media files
 * are shipped. This file has no imports, because the scripts of `examples/` also load it.
 */

export const clipNames = ['sunset', 'mountains', 'aurora', 'blossom'] as const;
export type ClipName = (typeof clipNames)[number];

export interface ClipShape {
  /**
   * The height of the picture in pixels: an even number up to 720. The picture is 16:9, except for `blossom`, which is
   * square.
   */
  readonly height: number;
  readonly seconds: number;
}

/** Returns FFmpeg's arguments for a clip, up to the name of the MP4 file. */
export function clipArguments(name: ClipName, shape: ClipShape): readonly string[] {
  const { inputs, filters, chord } = recipes[name](scaleOf(shape.height));
  const sound = chordOf(chord, shape.seconds);
  return [
    ...[...inputs, sound].flatMap((source) => ['-f', 'lavfi', '-i', source]),
    ...['-filter_complex', filters.join(';'), '-map', '[picture]', '-map', `${inputs.length}:a`],
    ...['-t', String(shape.seconds), '-pix_fmt', 'yuv420p'],
    ...['-c:v', 'libx264', '-preset', 'superfast', '-crf', '21', '-g', '30'],
    ...['-c:a', 'aac', '-b:a', '128k', '-movflags', '+faststart', '-f', 'mp4'],
  ];
}

/**
 * The pitch in half tones: an arpeggio of eight notes, one every quarter of a second, over a chord that changes every
 * two seconds.
 */
const NOTE =
  'st(0,mod(floor(t*4),8));st(1,if(lt(ld(0),4),if(lt(ld(0),2),7*ld(0),12+4*(ld(0)-2)),if(lt(ld(0),6),19-3*(ld(0)-4),12-5*(ld(0)-6))));' +
  'st(2,mod(floor(t/2),4));st(2,if(lt(ld(2),2),-3*ld(2),if(eq(ld(2),2),-7,-5)))';
const PLUCK = '0.22*sin(2*PI*261.63*pow(2,(ld(1)+ld(2))/12)*t)*exp(-3.5*mod(t*4,1))*min(1,60*mod(t*4,1))';
const PAD =
  '0.07*(sin(2*PI*130.81*pow(2,ld(2)/12)*t)+sin(2*PI*196.3*pow(2,ld(2)/12)*t+0.4*sin(5*t)))*min(1,8*mod(t,2))*min(1,8*(2-mod(t,2)))';
const BEAT = '0.35*sin(2*PI*55*mod(t,0.5)-18*exp(-18*mod(t,0.5)))*exp(-7*mod(t,0.5))';

export const MUSIC_NAME = 'music.m4a';
export const MUSIC_SECONDS = 16;
/**
 * Returns FFmpeg's arguments for a piece of music, up to the name of the M4A file.
 * @param rate The computed samples per second. The music has no frequencies above 2 kHz, and half the rate takes half
 * the time.
 */
export function musicArguments(rate: number): readonly string[] {
  return [
    ...['-f', 'lavfi', '-i'],
    `aevalsrc=exprs='${NOTE};${PLUCK}+${PAD}+${BEAT}|${NOTE};0.8*(${PLUCK})+${PAD}+${BEAT}':s=${rate}:d=${MUSIC_SECONDS}`,
    ...['-ar', '48000', '-c:a', 'aac', '-b:a', '128k', '-movflags', '+faststart', '-f', 'mp4'],
  ];
}

interface Recipe {
  /** The pictures that are the sources of a filter graph. */
  readonly inputs: readonly string[];
  /** The filter graph that combines them. It ends in `[picture]`. */
  readonly filters: readonly string[];
  /** The frequencies of the chord in Hz, the lowest first. */
  readonly chord: readonly number[];
}

/** Converts the lengths of a recipe, which are written for a height of 720 pixels. */
interface Scale {
  /** Returns a length as an even number of pixels. */
  readonly pixels: (length: number) => number;
  readonly size: (width: number, height: number) => string;
  readonly factor: number;
}

function scaleOf(height: number): Scale {
  const factor = height / 720;
  const pixels = (length: number) => 2 * Math.round((length * factor) / 2);
  return { factor, pixels, size: (width, tall) => `${pixels(width)}x${pixels(tall)}` };
}

const recipes: Readonly<Record<ClipName, (scale: Scale) => Recipe>> = {
  // Mirror the sky with the sun, and distort the mirror image by ripples.
  sunset: ({ factor, pixels, size }) => ({
    inputs: [
      verticalGradient(size(1280, 440), pixels(440) - 1, ['#1b1446', '#7a2b6b', '#f0693f', '#ffd27a']),
      still('rgba', size(360, 360), sun(factor), 'yuva420p'),
      `color=black:s=160x35:r=30,format=gray,geq=lum='128+${factor}*(34+50*Y/H)*sin(Y*(2.2-1.3*Y/H)+T*2.6+1.3*sin(X/11+T))` +
        `*sin(X/(3+9*Y/H)+1.7*sin(T*0.8+Y))',scale=${pixels(1280)}:${pixels(280)}:flags=bicubic`,
    ],
    filters: [
      `[0][1]overlay=x=${pixels(460)}:y='${factor}*(150+14*t)',format=yuv444p,split[sky][above]`,
      `[above]vflip,crop=${pixels(1280)}:${pixels(280)}:0:0,eq=brightness=-0.07:saturation=0.85[mirror]`,
      '[2]format=yuv444p,split[across][along]',
      '[mirror][across][along]displace=edge=mirror[sea]',
      '[sky][sea]vstack[picture]',
    ],
    chord: [110, 164.81, 220, 261.63, 392],
  }),
  // Draw three ridges. A nearer ridge passes faster.
  mountains: ({ factor, pixels, size }) => ({
    inputs: [
      verticalGradient(size(1280, 720), pixels(560), ['#0e2a47', '#3d6b8c', '#e8b88a', '#f7dcb4']),
      ridge(factor, { height: 120, rise: 70, width: 150, color: [120, 128, 160], haze: 60 }),
      ridge(factor, { height: 130, rise: 60, width: 110, color: [62, 84, 118], haze: 50 }),
      ridge(factor, { height: 150, rise: 50, width: 83, color: [20, 38, 60], haze: 10 }),
    ],
    filters: [
      `[0][1]overlay=x='${factor}*(-20-14*t)':y=${pixels(230)}[far]`,
      `[far][2]overlay=x='${factor}*(-40-30*t)':y=${pixels(300)}[middle]`,
      `[middle][3]overlay=x='${factor}*(-60-52*t)':y=${pixels(390)}[picture]`,
    ],
    chord: [87.31, 130.81, 220, 261.63, 329.63],
  }),
  // Compute the picture small and at a low rate, because it is soft. Then enlarge and blend it.
  aurora: ({ factor, pixels, size }) => ({
    inputs: [
      "color=black:s=128x72:r=15,format=gbrp,geq=r='6+60*exp(-pow((Y-15-8*sin(X/24+T*0.5))/10,2))'" +
        ":g='10+14*Y/H+190*exp(-pow((Y-30-10*sin(X/21+T*0.6)-4*sin(X/9-T))/(11+4*sin(X/13+T)),2))*(0.78+0.22*sin(X/4-T*1.4+2*sin(X/17)))'" +
        ":b='34+30*Y/H+120*exp(-pow((Y-23-9*sin(X/22+T*0.55))/14,2))'" +
        `,format=yuv444p,framerate=30,scale=${pixels(1280)}:${pixels(720)}:flags=bicubic,format=gbrp`,
      still(
        'gray',
        size(1280, 720),
        "geq=lum='st(0,mod(abs(sin(X*12.9898+Y*78.233)*43758.5453),1));255*gt(ld(0),0.9994)*(0.3+0.7*mod(ld(0)*99991,1))'" +
          ",gblur=sigma=0.8,lutyuv=y='min(val*4,255)'",
        'gbrp',
      ),
      ridge(factor, { height: 190, rise: 70, width: 130, color: [4, 8, 14], haze: 4 }),
    ],
    filters: ['[0][1]blend=all_mode=screen[stars]', `[stars][2]overlay=x=${pixels(-100)}:y=${pixels(370)}[picture]`],
    chord: [130.81, 196, 246.94, 329.63, 493.88],
  }),
  // Make the picture square, for use as a layer over a wide picture. The lower half is the upper half, rotated about
  // the center.
  blossom: ({ pixels }) => ({
    inputs: [
      "color=black:s=200x100:r=15,format=gray,geq=lum='st(0,hypot(X-99.5,Y-99.5)/100);st(1,atan2(Y-99.5,X-99.5));" +
        '255*clip(exp(-3*ld(0))+0.75*clip(1.1-ld(0),0,1)*pow(abs(sin(4*ld(1)+0.4*T+1.2*ld(0)))' +
        "*abs(cos(3*ld(1)-0.3*T-2*ld(0)+0.5*sin(T))),0.7),0,1)',split[upper][half];[half]hflip,vflip[lower];" +
        '[upper][lower]vstack,format=gbrp,' +
        "curves=r='0/0.05 0.3/0.45 0.6/0.95 1/1':g='0/0.02 0.3/0.10 0.6/0.45 1/0.95':b='0/0.12 0.3/0.30 0.6/0.45 1/0.8'," +
        `format=yuv444p,framerate=30,scale=${pixels(720)}:${pixels(720)}:flags=bicubic`,
    ],
    filters: ['[0]null[picture]'],
    chord: [98, 146.83, 246.94, 293.66, 440],
  }),
};

/** Draws a disc with a glow around it. */
function sun(factor: number): string {
  const distance = `hypot(X-${180 * factor},Y-${180 * factor})/${factor}`;
  const warmth = `clip(1-${distance}/90,0,1)`;
  const disc = `255*clip((92-${distance})/3,0,1)`;
  const glow = `150*pow(clip(1-${distance}/180,0,1),2)*gt(${distance},91)`;
  return `geq=r=255:g='lerp(170,236,${warmth})':b='lerp(90,190,${warmth})':a='${disc}+${glow}'`;
}

/**
 * Draws a gradient from the top to `length`. The length must be less than the height of the picture; FFmpeg would
 * otherwise choose another length.
 */
function verticalGradient(size: string, length: number, colors: readonly string[]): string {
  const list = colors.map((color, index) => `c${index}=${color}`).join(':');
  const gradient = `gradients=s=${size}:r=30:d=0.03:${list}:nb_colors=${colors.length}:x0=0:y0=0:x1=0:y1=${length}:speed=0.00001`;
  return `${gradient},format=yuv420p,loop=-1:1`;
}

/**
 * Repeats one computed frame. The frame is computed in one pixel format and converted to the format in which it is
 * used.
 */
function still(format: string, size: string, computation: string, used: string): string {
  return `color=black:s=${size}:r=30:d=0.03,format=${format},${computation},format=${used},loop=-1:1`;
}

interface Ridge {
  readonly height: number;
  readonly rise: number;
  readonly width: number;
  readonly color: readonly [red: number, green: number, blue: number];
  readonly haze: number;
}

function ridge(factor: number, { height, rise, width, color: [red, green, blue], haze }: Ridge): string {
  const waves: readonly (readonly [part: number, frequency: number, phase: number])[] = [
    [1, 1, 0],
    [0.5, 2.3, 1.7],
    [0.22, 5.9, 0.4],
    [0.1, 13.1, 0],
  ];
  const line = waves.map(
    ([part, frequency, phase]) => `${rise}*${part}*sin(X/${width * factor}*${frequency}+${phase})`,
  );
  const alpha = `255*clip((Y-${factor}*(${height}+${line.join('+')}))/2,0,1)`;
  const channels = `r=${red}+${haze}*Y/H:g=${green}+${haze}*Y/H:b=${blue}+${haze}*Y/H`;
  const { size } = scaleOf(720 * factor);
  return still('rgba', size(1680, 400), `geq=${channels}:a='${alpha}'`, 'yuva420p');
}

/**
 * Returns a chord that swells and fades. Each note has its own period and is slightly detuned between left and right.
 */
function chordOf(frequencies: readonly number[], seconds: number): string {
  const side = (detune: number) =>
    frequencies
      .map((frequency, index) => {
        const angle = `2*PI*${(frequency * detune).toFixed(3)}*t`;
        const swell = `(0.65+0.35*sin(${(0.7 + 0.23 * index).toFixed(2)}*t+${index}))`;
        return `${(0.11 / (1 + 0.18 * index)).toFixed(4)}*${swell}*(sin(${angle})+0.28*sin(2*${angle})+0.09*sin(3*${angle}))`;
      })
      .join('+');
  // Compute the chord at a third of the rate, because it has no frequencies above 1.5 kHz.
  const source = `aevalsrc='${side(0.9988)}|${side(1.0012)}':s=16000:d=${seconds},aresample=48000`;
  return `${source},afade=t=in:d=0.6,afade=t=out:st=${seconds - 0.8}:d=0.8`;
}
