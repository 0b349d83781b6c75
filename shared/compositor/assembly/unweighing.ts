import { byteAt } from './fixed-point';

/** The side of the largest block of pixels that an invisible pixel takes its color from. */
const BLOCK = 8;

/** Sums over the visible pixels of a block: the opacity, and each premultiplied color times 255. */
let sumY: i32 = 0;
let sumCb: i32 = 0;
let sumCr: i32 = 0;
let sumAlpha: i32 = 0;

export function unweigh(y: usize, cb: usize, cr: usize, alpha: usize, width: i32, rows: i32): void {
  for (let top = 0; top < rows; top += BLOCK)
    for (let left = 0; left < width; left += BLOCK)
      unweighBlock(y, cb, cr, alpha, width, left, top, min(width, left + BLOCK), min(rows, top + BLOCK));
}

function unweighBlock(
  y: usize,
  cb: usize,
  cr: usize,
  alpha: usize,
  stride: i32,
  left: i32,
  top: i32,
  right: i32,
  bottom: i32,
): void {
  let all: i32 = 255;
  let any: i32 = 0;
  let least: i32 = 255;
  for (let row = top; row < bottom; row++)
    for (let x = left; x < right; x++) {
      const opacity = byteAt(alpha + <usize>(row * stride + x));
      all &= opacity;
      any |= opacity;
      least = min(least, opacity);
    }
  if (all == 255) return;
  if (any == 0) {
    fill(y, cb, cr, alpha, stride, left, top, right, bottom, 16, 128, 128);
    return;
  }
  if (least == 0) fillInvisible(y, cb, cr, alpha, stride, left, top, right, bottom);
  for (let row = top; row < bottom; row++)
    for (let x = left; x < right; x++) {
      const at = <usize>(row * stride + x);
      const opacity = byteAt(alpha + at);
      if (opacity == 0 || opacity == 255) continue;
      store<u8>(y + at, divided(255 * byteAt(y + at), opacity));
      store<u8>(cb + at, divided(255 * byteAt(cb + at), opacity));
      store<u8>(cr + at, divided(255 * byteAt(cr + at), opacity));
    }
}

// @ts-ignore: decorator
@inline
function divided(sum: i32, opacity: i32): u8 {
  return <u8>min(255, (sum + (opacity >> 1)) / opacity);
}

/** Fills the invisible pixels of a block that contains a visible pixel. The sums exclude filled pixels. */
function fillInvisible(
  y: usize,
  cb: usize,
  cr: usize,
  alpha: usize,
  stride: i32,
  left: i32,
  top: i32,
  right: i32,
  bottom: i32,
): void {
  for (let row = top; row < bottom; row += 2)
    for (let x = left; x < right; x += 2)
      for (let side = 2; side <= BLOCK; side *= 2) {
        const blockLeft = x - (x % side);
        const blockTop = row - (row % side);
        sum(y, cb, cr, alpha, stride, blockLeft, blockTop, min(right, blockLeft + side), min(bottom, blockTop + side));
        if (sumAlpha == 0) continue;
        fill(
          y,
          cb,
          cr,
          alpha,
          stride,
          x,
          row,
          min(right, x + 2),
          min(bottom, row + 2),
          divided(sumY, sumAlpha),
          divided(sumCb, sumAlpha),
          divided(sumCr, sumAlpha),
        );
        break;
      }
}

function sum(
  y: usize,
  cb: usize,
  cr: usize,
  alpha: usize,
  stride: i32,
  left: i32,
  top: i32,
  right: i32,
  bottom: i32,
): void {
  sumY = 0;
  sumCb = 0;
  sumCr = 0;
  sumAlpha = 0;
  for (let row = top; row < bottom; row++)
    for (let x = left; x < right; x++) {
      const at = <usize>(row * stride + x);
      const opacity = byteAt(alpha + at);
      if (opacity == 0) continue;
      sumAlpha += opacity;
      sumY += 255 * byteAt(y + at);
      sumCb += 255 * byteAt(cb + at);
      sumCr += 255 * byteAt(cr + at);
    }
}

function fill(
  y: usize,
  cb: usize,
  cr: usize,
  alpha: usize,
  stride: i32,
  left: i32,
  top: i32,
  right: i32,
  bottom: i32,
  luma: u8,
  blue: u8,
  red: u8,
): void {
  for (let row = top; row < bottom; row++)
    for (let x = left; x < right; x++) {
      const at = <usize>(row * stride + x);
      if (byteAt(alpha + at) != 0) continue;
      store<u8>(y + at, luma);
      store<u8>(cb + at, blue);
      store<u8>(cr + at, red);
    }
}
