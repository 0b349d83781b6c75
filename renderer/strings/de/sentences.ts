import { createTranslation } from '../shapes/sentences.ts';
import { editingSentences } from './sentences/editing.ts';
import { formatSentences } from './sentences/formats.ts';
import { mediaSentences } from './sentences/media.ts';
import { templateSentences } from './sentences/template.ts';
import { valueSentences } from './sentences/values.ts';
import { xmlSentences } from './sentences/xml.ts';

/** Sätze aus `shared/` auf Deutsch. Zuletzt die Satzteile, die in den Lücken der anderen stehen. */
export const said = createTranslation([
  ...editingSentences,
  ...formatSentences,
  ...mediaSentences,
  ...templateSentences,
  ...xmlSentences,
  ...valueSentences,
]);
