import type { Address } from '../kernels/kernels.ts';
import type { KernelMemory } from '../kernels/memory.ts';
import type { Frame, Size } from './picture.ts';

/** A plane of a frame, without gaps between its rows. */
export interface Plane extends Size {
  readonly at: Address;
  readonly length: number;
}

/** How many pixels share a colour, across and down. */
export function colorsOf({ format }: Pick<Frame, 'format'>): 1 | 2 {
  return format === 'yuv420p' ? 2 : 1;
}

/** Y, Cb, Cr. */
export function planesOf(frame: Frame): readonly [Plane, Plane, Plane] {
  const { at, width, height } = frame;
  const luma = { at, width, height, length: width * height };
  const shared = colorsOf(frame);
  const color = { width: width / shared, height: height / shared, length: (width * height) / shared ** 2 };
  const cb = { ...color, at: at + luma.length };
  return [luma, cb, { ...color, at: cb.at + color.length }];
}

/** How many bytes a frame has. */
export function lengthOf(frame: Omit<Frame, 'at'>): number {
  return frame.width * frame.height * (1 + 2 / colorsOf(frame) ** 2);
}

export function copyFrame(memory: KernelMemory, from: Frame, to: Frame): void {
  memory.bytes().copyWithin(to.at, from.at, from.at + lengthOf(from));
}

export function fillFrame(
  memory: KernelMemory,
  frame: Frame,
  color: readonly [y: number, cb: number, cr: number],
): void {
  for (const [index, { at, length }] of planesOf(frame).entries())
    memory.bytes().fill(color[index] ?? 0, at, at + length);
}
