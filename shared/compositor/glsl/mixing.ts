import type { KernelShader } from './kernel-shader.ts';

export const mix: KernelShader<'mix'> = {
  numbers: ['a', 'b', 'weight', 'to', 'count'],
  written: `
    if (!isAmong(address, to, count)) return byteAt(address);
    return between(byteAt(a + address - to), byteAt(b + address - to), weight);`,
};

export const mixValue: KernelShader<'mixValue'> = {
  numbers: ['from', 'value', 'weight', 'to', 'count'],
  written: `
    if (!isAmong(address, to, count)) return byteAt(address);
    return between(byteAt(from + address - to), value, weight);`,
};

export const wipe: KernelShader<'wipe'> = {
  numbers: ['a', 'b', 'start', 'across', 'down', 'shift', 'to', 'width', 'rows'],
  written: `
    ivec2 at;
    if (!isWithin(address, to, width, width, rows, at)) return byteAt(address);
    int weight = clamp((start + at.x * across + at.y * down) >> shift, 0, 256);
    return between(byteAt(a + address - to), byteAt(b + address - to), weight);`,
};

export const wipeBy: KernelShader<'wipeBy'> = {
  numbers: ['a', 'b', 'ways', 'start', 'slope', 'shift', 'to', 'count'],
  written: `
    if (!isAmong(address, to, count)) return byteAt(address);
    int at = address - to;
    int way = byteAt(ways + 2 * at) + 256 * byteAt(ways + 2 * at + 1);
    return between(byteAt(a + at), byteAt(b + at), clamp((start - way * slope) >> shift, 0, 256));`,
};
