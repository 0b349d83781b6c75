export { blurAcross, blurDown } from './blurring';
export { blend, lookUp, mask, matrix, silhouette, tint, turnColors } from './coloring';
export { fromRgba, fromWeighted, fromYuv420, fromYuv444, fromYuva444, weigh } from './converting';
export { cube } from './cubes';
export { fade, over, over420, over444, overWeighted } from './compositing';
export { key, luminances, noise, screen, sharpen } from './lighting';
export { mix, mixValue, wipe, wipeBy } from './mixing';
export { unweigh } from './unpremultiplying';
export { halve, mirror, sample, sampleSolid } from './sampling';
