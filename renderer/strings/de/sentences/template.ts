import type { Sentence } from '../../shapes/sentences.ts';

/** Was von Variablen abgelehnt wird. */
export const templateSentences: readonly Sentence[] = [['No variable is called {0}.', 'Keine Variable heißt {0}.']];
