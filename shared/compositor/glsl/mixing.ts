import type { KernelShader } from './kernel-shader.ts';

export const mix: KernelShader<'mix'> = {
  numbers: ['a', 'b', 'weight', 'to', 'count'],
  written: `
    if (!isAmong(place, to, count)) return byteAt(place);
    return between(byteAt(a + place - to), byteAt(b + place - to), weight);`,
};

export const mixValue: KernelShader<'mixValue'> = {
  numbers: ['from', 'value', 'weight', 'to', 'count'],
  written: `
    if (!isAmong(place, to, count)) return byteAt(place);
    return between(byteAt(from + place - to), value, weight);`,
};

export const wipe: KernelShader<'wipe'> = {
  numbers: ['a', 'b', 'start', 'across', 'down', 'shift', 'to', 'width', 'rows'],
  written: `
    ivec2 at;
    if (!isWithin(place, to, width, width, rows, at)) return byteAt(place);
    int weight = clamp((start + at.x * across + at.y * down) >> shift, 0, 256);
    return between(byteAt(a + place - to), byteAt(b + place - to), weight);`,
};
