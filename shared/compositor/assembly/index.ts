export { blurAcross, blurDown } from './blurring';
export { blend, lookUp, mask, matrix, silhouette, tint, turnColors } from './coloring';
export { fromRgba, fromYuv420, fromYuv444, fromYuva444, weigh } from './converting';
export { fade, over, over420, over444 } from './laying';
export { mix, mixValue, wipe } from './mixing';
export { halve, mirror, sample, sampleSolid } from './sampling';
