// `npm run designs`. Its code is in the folder of the designs.
import '../../designs/make-pictures.ts';
