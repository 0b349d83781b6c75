import type { Sentence } from '../../shapes/sentences.ts';

/** Wozu die Formate taugen, wie es der Dienst von ihnen sagt. */
export const formatSentences: readonly Sentence[] = [
  ['Plays everywhere: the web, phones, televisions.', 'Läuft überall: im Netz, auf Telefonen und Fernsehern.'],
  ['Open codecs for web pages.', 'Offene Codecs für Webseiten.'],
  ['For streaming servers that still take it.', 'Für Streaming-Server, die es noch annehmen.'],
  ['For DVD authoring and older players.', 'Für DVDs und ältere Player.'],
  ['For older Windows programs and slides.', 'Für ältere Windows-Programme und Folien.'],
  ['For further editing: 10 bit, hardly compressed, large.', 'Zum Weiterbearbeiten: 10 Bit, kaum komprimiert, groß.'],
  ['For archives and media players.', 'Für Archive und Mediaplayer.'],
  ['For old editing programs and machines.', 'Für alte Schnittprogramme und Rechner.'],
  ['Short silent loops; large for what it shows.', 'Kurze stumme Schleifen; groß für das, was es zeigt.'],
  ['The sound alone.', 'Nur der Ton.'],
];
