import type { KernelShader } from './kernel-shader.ts';

export const blurAcross: KernelShader<'blurAcross'> = {
  numbers: ['from', 'fromStride', 'to', 'toStride', 'width', 'rows', 'radius'],
  written: `
    ivec2 at;
    if (!isWithin(address, to, toStride, 4 * width, rows, at)) return byteAt(address);
    int sum = 0;
    for (int step = -radius; step <= radius; step++) {
      int x = clamp((at.x >> 2) + step, 0, width - 1);
      sum += byteAt(from + at.y * fromStride + 4 * x + (at.x & 3));
    }
    return (sum * (65536 / (2 * radius + 1)) + 32768) >> 16;`,
};

export const blurDown: KernelShader<'blurDown'> = {
  numbers: ['from', 'fromStride', 'to', 'toStride', 'width', 'rows', 'radius'],
  written: `
    ivec2 at;
    if (!isWithin(address, to, toStride, 4 * width, rows, at)) return byteAt(address);
    int sum = 0;
    for (int step = -radius; step <= radius; step++)
      sum += byteAt(from + clamp(at.y + step, 0, rows - 1) * fromStride + at.x);
    return (sum * (65536 / (2 * radius + 1)) + 32768) >> 16;`,
};
