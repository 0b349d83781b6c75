import type { KernelShader } from './kernel-shader.ts';

export const sample: KernelShader<'sample'> = {
  numbers: ['picture', 'stride', 'firstU', 'firstV', 'du', 'dv', 'to', 'count'],
  written: `
    if (!isAmong(address, to, 4 * count)) return byteAt(address);
    int offset = address - to;
    int u = firstU + (offset >> 2) * du;
    int v = firstV + (offset >> 2) * dv;
    int upper = picture + (v >> 16) * stride + (u >> 16) * 4;
    int lower = upper + stride;
    int down = (v >> 8) & 255;
    ivec4 left = between(pixelAt(upper), pixelAt(lower), down);
    ivec4 right = between(pixelAt(upper + 4), pixelAt(lower + 4), down);
    return between(left, right, (u >> 8) & 255)[offset & 3];`,
};

export const sampleSolid: KernelShader<'sampleSolid'> = {
  numbers: ['color', 'width', 'height', 'firstU', 'firstV', 'du', 'dv', 'to', 'count'],
  written: `
    if (!isAmong(address, to, 4 * count)) return byteAt(address);
    int offset = address - to;
    int u = firstU + (offset >> 2) * du;
    int v = firstV + (offset >> 2) * dv;
    int value = pixelOf(color)[offset & 3];
    int y = v >> 16;
    int column = between(y >= 0 ? value : 0, y + 1 < height ? value : 0, (v >> 8) & 255);
    int x = u >> 16;
    return between(x >= 0 ? column : 0, x + 1 < width ? column : 0, (u >> 8) & 255);`,
};

export const halve: KernelShader<'halve'> = {
  numbers: ['from', 'fromStride', 'to', 'toStride', 'width', 'rows'],
  written: `
    ivec2 at;
    if (!isWithin(address, to, toStride, 4 * width, rows, at)) return byteAt(address);
    int upper = from + 2 * at.y * fromStride + 8 * (at.x >> 2) + (at.x & 3);
    int lower = upper + fromStride;
    return (byteAt(upper) + byteAt(upper + 4) + byteAt(lower) + byteAt(lower + 4) + 2) >> 2;`,
};

export const mirror: KernelShader<'mirror'> = {
  numbers: ['from', 'fromStride', 'to', 'toStride', 'width', 'rows', 'axis'],
  written: `
    ivec2 at;
    if (!isWithin(address, to, toStride, 4 * width, rows, at)) return byteAt(address);
    if (axis == 1) return byteAt(from + (rows - 1 - at.y) * fromStride + at.x);
    return byteAt(from + at.y * fromStride + 4 * (width - 1 - (at.x >> 2)) + (at.x & 3));`,
};
