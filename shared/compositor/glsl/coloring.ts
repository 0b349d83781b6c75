import type { KernelShader } from './kernel-shader.ts';

export const matrix: KernelShader<'matrix'> = {
  numbers: ['start', 'numbers', 'count'],
  written: `
    if (!isAmong(address, start, 4 * count)) return byteAt(address);
    int part = (address - start) & 3;
    ivec4 pixel = pixelAt(address - part);
    if (pixel.a == 0) return pixel[part];
    ivec4 before = ivec4(rgbOf(colorsBehind(pixel)), pixel.a);
    ivec4 after;
    for (int row = 0; row < 4; row++) {
      int sum = wordAt(numbers + 20 * row + 16) + 32768;
      for (int column = 0; column < 4; column++) sum += wordAt(numbers + 20 * row + 4 * column) * before[column];
      after[row] = toByte(sum >> 16);
    }
    return weighed(fromRgb(after.rgb), after.a)[part];`,
};

export const lookUp: KernelShader<'lookUp'> = {
  numbers: ['start', 'tables', 'count'],
  written: `
    if (!isAmong(address, start, 4 * count)) return byteAt(address);
    int part = (address - start) & 3;
    ivec4 pixel = pixelAt(address - part);
    if (pixel.a == 0) return pixel[part];
    ivec3 at = tables + ivec3(0, 256, 512) + rgbOf(colorsBehind(pixel));
    return weighed(fromRgb(ivec3(byteAt(at.r), byteAt(at.g), byteAt(at.b))), pixel.a)[part];`,
};

export const turnColors: KernelShader<'turnColors'> = {
  numbers: ['start', 'cosine', 'sine', 'count'],
  written: `
    if (!isAmong(address, start, 4 * count)) return byteAt(address);
    int part = (address - start) & 3;
    ivec4 pixel = pixelAt(address - part);
    if (pixel.a == 0 || part == 0) return pixel[part];
    ivec3 color = colorsBehind(pixel) - 128;
    int cb = toByte(((cosine * color.y - sine * color.z + 32768) >> 16) + 128);
    int cr = toByte(((sine * color.y + cosine * color.z + 32768) >> 16) + 128);
    return weighed(ivec3(0, cb, cr), pixel.a)[part];`,
};

export const tint: KernelShader<'tint'> = {
  numbers: ['start', 'weights', 'color', 'count'],
  written: `
    if (!isAmong(address, start, 4 * count)) return byteAt(address);
    int part = (address - start) & 3;
    ivec4 pixel = pixelAt(address - part);
    if (part == 3) return pixel.a;
    int weight = byteAt(weights + ((address - start) >> 2));
    return div255(pixel[part] * (255 - weight) + div255(pixelOf(color)[part] * pixel.a) * weight);`,
};

export const silhouette: KernelShader<'silhouette'> = {
  numbers: ['from', 'to', 'color', 'count'],
  written: `
    if (!isAmong(address, to, 4 * count)) return byteAt(address);
    int offset = address - to;
    ivec4 shown = pixelOf(color);
    return weighed(shown.rgb, div255(byteAt(from + (offset | 3)) * shown.a))[offset & 3];`,
};

export const blend: KernelShader<'blend'> = {
  numbers: ['start', 'ground', 'table', 'count'],
  written: `
    if (!isAmong(address, start, 4 * count)) return byteAt(address);
    int part = (address - start) & 3;
    ivec4 pixel = pixelAt(address - part);
    ivec4 beneath = pixelAt(ground + ((address - start) & ~3));
    if (pixel.a == 0 || beneath.a == 0 || part == 3) return pixel[part];
    ivec3 at = table + 256 * rgbOf(colorsBehind(beneath)) + rgbOf(colorsBehind(pixel));
    ivec4 blended = weighed(fromRgb(ivec3(byteAt(at.r), byteAt(at.g), byteAt(at.b))), pixel.a);
    return min(255, div255(pixel[part] * (255 - beneath.a)) + div255(blended[part] * beneath.a));`,
};

export const mask: KernelShader<'mask'> = {
  numbers: ['start', 'mask', 'channel', 'invert', 'count'],
  written: `
    if (!isAmong(address, start, 4 * count)) return byteAt(address);
    ivec4 pixel = pixelAt(mask + ((address - start) & ~3));
    int shown = pixel.a;
    if (channel != 4) {
      ivec3 color = min(ivec3(255), pixel.rgb + div255(ivec3(16, 128, 128) * (255 - pixel.a)));
      shown = channel == 0 ? toByte((76309 * (color.x - 16) + 32768) >> 16) : rgbOf(color)[channel - 1];
    }
    return div255(byteAt(address) * (invert == 1 ? 255 - shown : shown));`,
};
