/**
 * Pictures and sounds of the examples, beside their clips: what FFmpeg is given to make each, up to the name of the file.
 * Pictures are frames of the clips; sounds are sums of sines.
 */

/** The font of headlines: Noto Sans Black, under the SIL Open Font Licence. It is not among the bundled ones. */
export const DISPLAY_FONT = {
  name: 'display.ttf',
  from: '@expo-google-fonts/noto-sans/900Black/NotoSans_900Black.ttf',
};

/** @typedef {{ name: string, args: readonly string[] }} Recipe */

/** One of eight notes of an arpeggio every quarter of a second, over a chord that changes every two seconds. */
const NOTE =
  'st(0,mod(floor(t*4),8));st(1,if(lt(ld(0),4),if(lt(ld(0),2),7*ld(0),12+4*(ld(0)-2)),if(lt(ld(0),6),19-3*(ld(0)-4),12-5*(ld(0)-6))));' +
  'st(2,mod(floor(t/2),4));st(2,if(lt(ld(2),2),-3*ld(2),if(eq(ld(2),2),-7,-5)))';
const PLUCK = '0.22*sin(2*PI*261.63*pow(2,(ld(1)+ld(2))/12)*t)*exp(-3.5*mod(t*4,1))*min(1,60*mod(t*4,1))';
const PAD =
  '0.07*(sin(2*PI*130.81*pow(2,ld(2)/12)*t)+sin(2*PI*196.3*pow(2,ld(2)/12)*t+0.4*sin(5*t)))*min(1,8*mod(t,2))*min(1,8*(2-mod(t,2)))';
const BEAT = '0.35*sin(2*PI*55*mod(t,0.5)-18*exp(-18*mod(t,0.5)))*exp(-7*mod(t,0.5))';

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
  { name: 'music.m4a', args: sound(`${NOTE};${PLUCK}+${PAD}+${BEAT}`, `${NOTE};0.8*(${PLUCK})+${PAD}+${BEAT}`, 16) },
  { name: 'tick.m4a', args: sound(TICK, TICK, 0.6) },
  { name: 'chime.m4a', args: sound(CHIME, CHIME, 2) },
];
