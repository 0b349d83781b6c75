// `npm run designs`: how it is done stands with the designs.
import '../../designs/make-pictures.ts';
