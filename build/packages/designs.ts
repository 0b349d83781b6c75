// `npm run designs`; the code is beside the designs.
import '../../designs/make-pictures.ts';
