import type { NoValues } from '../no-values.ts';

/** The purposes of film formats. */
export interface PurposeMessages {
  'purpose/everywhere': NoValues;
  'purpose/web': NoValues;
  'purpose/streaming': NoValues;
  'purpose/dvd': NoValues;
  'purpose/windows': NoValues;
  'purpose/editing': NoValues;
  'purpose/archive': NoValues;
  'purpose/old-programs': NoValues;
  'purpose/loops': NoValues;
  'purpose/sound': NoValues;
}
