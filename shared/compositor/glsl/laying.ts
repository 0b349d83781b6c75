import type { KernelShader } from './kernel-shader.ts';

export const fade: KernelShader<'fade'> = {
  numbers: ['start', 'opacity', 'count'],
  written: `
    if (!isAmong(address, start, 4 * count)) return byteAt(address);
    return (byteAt(address) * opacity + 128) >> 8;`,
};

export const over: KernelShader<'over'> = {
  numbers: ['from', 'fromStride', 'to', 'toStride', 'width', 'rows'],
  written: `
    ivec2 at;
    if (!isWithin(address, to, toStride, 4 * width, rows, at)) return byteAt(address);
    int above = from + at.y * fromStride + at.x;
    return min(255, div255(byteAt(address) * (255 - byteAt(above - (at.x & 3) + 3))) + byteAt(above));`,
};

export const over444: KernelShader<'over444'> = {
  numbers: ['from', 'fromStride', 'y', 'cb', 'cr', 'stride', 'width', 'rows'],
  written: `
    ivec2 at;
    int part = isWithin(address, y, stride, width, rows, at) ? 0
      : isWithin(address, cb, stride, width, rows, at) ? 1
      : isWithin(address, cr, stride, width, rows, at) ? 2 : 3;
    if (part == 3) return byteAt(address);
    ivec4 above = pixelAt(from + at.y * fromStride + 4 * at.x);
    return min(255, div255(byteAt(address) * (255 - above.a)) + above[part]);`,
};

export const over420: KernelShader<'over420'> = {
  numbers: ['from', 'fromStride', 'y', 'cb', 'cr', 'stride', 'width', 'rows'],
  written: `
    ivec2 at;
    if (isWithin(address, y, stride, width, rows, at)) {
      ivec4 above = pixelAt(from + at.y * fromStride + 4 * at.x);
      return min(255, div255(byteAt(address) * (255 - above.a)) + above.r);
    }
    int part = isWithin(address, cb, stride >> 1, width >> 1, rows >> 1, at) ? 1
      : isWithin(address, cr, stride >> 1, width >> 1, rows >> 1, at) ? 2 : 3;
    if (part == 3) return byteAt(address);
    int upper = from + 2 * at.y * fromStride + 8 * at.x;
    int lower = upper + fromStride;
    ivec4 sum = pixelAt(upper) + pixelAt(upper + 4) + pixelAt(lower) + pixelAt(lower + 4);
    return min(255, (byteAt(address) * (1020 - sum.a) / 255 + sum[part] + 2) >> 2);`,
};
