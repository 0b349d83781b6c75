import type { KernelShader } from './kernel-shader.ts';

export const cube: KernelShader<'cube'> = {
  numbers: ['start', 'positions', 'table', 'size', 'weight', 'count'],
  written: `
    if (!isAmong(address, start, 4 * count)) return byteAt(address);
    int part = (address - start) & 3;
    ivec4 pixel = pixelAt(address - part);
    if (pixel.a == 0) return pixel[part];
    ivec3 before = rgbOf(colorsBehind(pixel));
    ivec3 at = positions + 2 * (ivec3(0, 256, 512) + before);
    ivec3 places = ivec3(
      byteAt(at.r) | (byteAt(at.r + 1) << 8),
      byteAt(at.g) | (byteAt(at.g + 1) << 8),
      byteAt(at.b) | (byteAt(at.b + 1) << 8)
    );
    ivec3 cells = places >> 9;
    ivec3 ways = places & 511;
    int first = table + 8 * ((cells.b * size + cells.g) * size + cells.r);
    ivec3 after;
    for (int each = 0; each < 3; each++) {
      int corners[8];
      for (int corner = 0; corner < 8; corner++) {
        int near = first + 8 * ((corner & 1) + size * (((corner >> 1) & 1) + size * (corner >> 2))) + 2 * each;
        corners[corner] = ((byteAt(near) | (byteAt(near + 1) << 8)) << 16) >> 16;
      }
      int sides[4];
      for (int side = 0; side < 4; side++) sides[side] = between(corners[2 * side], corners[2 * side + 1], ways.r);
      int upper = between(sides[0], sides[1], ways.g);
      int lower = between(sides[2], sides[3], ways.g);
      after[each] = between(before[each], toByte((between(upper, lower, ways.b) + 32) >> 6), weight);
    }
    return weighed(fromRgb(after), pixel.a)[part];`,
};
