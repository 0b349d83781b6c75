import type { KernelShader } from './kernel-shader.ts';

export const weigh: KernelShader<'weigh'> = {
  numbers: ['start', 'count'],
  written: `
    if (!isAmong(address, start, 4 * count)) return byteAt(address);
    int part = (address - start) & 3;
    ivec4 pixel = pixelAt(address - part);
    return weighed(pixel.rgb, pixel.a)[part];`,
};

export const fromRgba: KernelShader<'fromRgba'> = {
  numbers: ['from', 'to', 'count'],
  written: `
    if (!isAmong(address, to, 4 * count)) return byteAt(address);
    int offset = address - to;
    ivec4 pixel = pixelAt(from + (offset & ~3));
    ivec3 zero = ivec3(16, 128, 128) * pixel.a;
    ivec3 sums = ivec3(
      11966 * pixel.r + 40254 * pixel.g + 4064 * pixel.b,
      -6596 * pixel.r - 22189 * pixel.g + 28785 * pixel.b,
      28785 * pixel.r - 26145 * pixel.g - 2640 * pixel.b
    ) + zero * 257 + ((zero + 128) >> 8);
    return ivec4(clamp((sums + 32768) >> 16, 0, 255), pixel.a)[offset & 3];`,
};

export const fromYuv420: KernelShader<'fromYuv420'> = {
  numbers: ['y', 'cb', 'cr', 'stride', 'to', 'toStride', 'width', 'rows'],
  written: `
    ivec2 at;
    if (!isWithin(address, to, toStride, 4 * width, rows, at)) return byteAt(address);
    int color = (at.y >> 1) * (stride >> 1) + (at.x >> 3);
    int part = at.x & 3;
    if (part == 0) return byteAt(y + at.y * stride + (at.x >> 2));
    return part == 1 ? byteAt(cb + color) : part == 2 ? byteAt(cr + color) : 255;`,
};

export const fromYuv444: KernelShader<'fromYuv444'> = {
  numbers: ['y', 'cb', 'cr', 'stride', 'to', 'toStride', 'width', 'rows'],
  written: `
    ivec2 at;
    if (!isWithin(address, to, toStride, 4 * width, rows, at)) return byteAt(address);
    int from = at.y * stride + (at.x >> 2);
    int part = at.x & 3;
    return part == 0 ? byteAt(y + from) : part == 1 ? byteAt(cb + from) : part == 2 ? byteAt(cr + from) : 255;`,
};

export const fromYuva444: KernelShader<'fromYuva444'> = {
  numbers: ['y', 'cb', 'cr', 'alpha', 'stride', 'to', 'toStride', 'width', 'rows'],
  written: `
    ivec2 at;
    if (!isWithin(address, to, toStride, 4 * width, rows, at)) return byteAt(address);
    int from = at.y * stride + (at.x >> 2);
    return weighed(ivec3(byteAt(y + from), byteAt(cb + from), byteAt(cr + from)), byteAt(alpha + from))[at.x & 3];`,
};
