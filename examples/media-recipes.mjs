/**
 * The recipes of the pictures and sounds in the examples: the arguments of FFmpeg up to the file name. Pictures are
 * frames of the clips, and sounds are sums of sines.
 */

/** The font of headlines: Noto Sans Black, under the SIL Open Font License. It is not a bundled font. */
export const DISPLAY_FONT = {
  name: 'display.ttf',
  from: '@expo-google-fonts/noto-sans/900Black/NotoSans_900Black.ttf',
};

/** @typedef {{ name: string, args: readonly string[] }} Recipe */

/**
 * @param {string} left
 * @param {string} right
 * @param {number} seconds
 */
const sound = (left, right, seconds) => [
  ...['-f', 'lavfi', '-i', `aevalsrc=exprs='${left}|${right}':s=48000:d=${seconds}`],
  ...['-c:a', 'aac', '-b:a', '128k', '-movflags', '+faststart', '-f', 'mp4'],
];

/** @param {string} clip */
const still = (clip) => ['-ss', '1', '-i', clip, '-frames:v', '1', '-q:v', '2', '-f', 'mjpeg'];

const TICK = '0.4*sin(2*PI*880*t)*exp(-9*t)';
const CHIME = '0.2*(sin(2*PI*523*t)+sin(2*PI*784*t)+sin(2*PI*1047*t))*exp(-3*t)';

/**
 * @param {(name: string) => string} at the path of a clip
 * @returns {readonly Recipe[]}
 */
export const mediaRecipes = (at) => [
  ...['sunset', 'mountains', 'aurora', 'blossom'].map((name) => ({
    name: `${name}.jpg`,
    args: still(at(`${name}.mp4`)),
  })),
  { name: 'tick.m4a', args: sound(TICK, TICK, 0.6) },
  { name: 'chime.m4a', args: sound(CHIME, CHIME, 2) },
];
