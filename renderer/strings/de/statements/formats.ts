import type { PurposeMessages } from '#shared/messages/films/format-messages.ts';
import type { Translation } from '#shared/messages/message.ts';

/** The purposes of the formats. */
export const purposeSentences: Translation<PurposeMessages> = {
  'purpose/everywhere': () => 'Läuft überall: im Netz, auf Telefonen und Fernsehern.',
  'purpose/web': () => 'Offene Codecs für Webseiten.',
  'purpose/streaming': () => 'Für Streaming-Server, die es noch annehmen.',
  'purpose/dvd': () => 'Für DVDs und ältere Player.',
  'purpose/windows': () => 'Für ältere Windows-Programme und Folien.',
  'purpose/editing': () => 'Zum Weiterbearbeiten: 10 Bit, kaum komprimiert, groß.',
  'purpose/archive': () => 'Für Archive und Mediaplayer.',
  'purpose/old-programs': () => 'Für alte Schnittprogramme und Rechner.',
  'purpose/loops': () => 'Kurze stumme Schleifen; groß für das, was es zeigt.',
  'purpose/sound': () => 'Nur der Ton.',
};
