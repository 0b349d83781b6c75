import type { DesignLanguage } from '#shared/designs/design-file.ts';

/** All texts of the sample project: names, and the texts in its films. */
export interface SampleWords {
  readonly project: string;
  readonly film: string;
  readonly filmComment: string;
  /** The names of the film's scenes, in order. */
  readonly scenes: readonly [string, string, string, string, string, string];
  readonly title: string;
  readonly subtitle: string;
  readonly ridges: string;
  readonly flower: string;
  readonly night: string;
  readonly mirrored: string;
  readonly end: string;
  readonly greeting: string;
  readonly greetingComment: string;
  /** The labels of the greeting's variables. */
  readonly labels: Readonly<Record<'name' | 'clip' | 'length' | 'mood' | 'colour' | 'sound', string>>;
  readonly dear: string;
  readonly closing: readonly [string, string];
  readonly flowerFor: string;
  readonly mirror: string;
  readonly dataSets: Readonly<Record<'night' | 'longest', string>>;
}

export const sampleWords: Readonly<Record<DesignLanguage, SampleWords>> = {
  en: {
    project: 'Sample – An evening outdoors',
    film: 'Evening',
    filmComment:
      'Six scenes, 15 seconds. Drag their edges, write in the picture, or edit this text: picture and XML follow each other.',
    scenes: [
      'The sun goes down',
      'The ridges turn blue',
      'A flower before them',
      'Night',
      'The other way round',
      'As it was remembered',
    ],
    title: 'An evening outdoors',
    subtitle: 'Six scenes in fifteen seconds',
    ridges: 'The ridges turn blue',
    flower: 'A flower',
    night: 'Night falls over the ridges',
    mirrored: 'and the other way round',
    end: 'As it was remembered',
    greeting: 'Greeting',
    greetingComment:
      'One template, many films: each value in ${name, default} can be given when a film is made, one by one or by a table.',
    labels: { name: 'Name', clip: 'Clip', length: 'Length of a scene', mood: 'Mood', colour: 'Color', sound: 'Sound' },
    dear: 'For',
    closing: ['Have a', 'wonderful evening'],
    flowerFor: 'A flower for ${name, Ada}',
    mirror: 'The same, seen in a mirror',
    dataSets: { night: 'Grace, by night', longest: 'Longest name' },
  },
  de: {
    project: 'Beispiel – Ein Abend im Freien',
    film: 'Abend',
    filmComment:
      'Sechs Szenen, 15 Sekunden. Ziehen Sie an ihren Kanten, schreiben Sie im Bild, oder ändern Sie diesen Text: Bild und XML folgen einander.',
    scenes: [
      'Die Sonne geht unter',
      'Die Berge werden blau',
      'Eine Blume davor',
      'Nacht',
      'Andersherum',
      'Wie es in Erinnerung blieb',
    ],
    title: 'Ein Abend im Freien',
    subtitle: 'Sechs Szenen in fünfzehn Sekunden',
    ridges: 'Die Berge werden blau',
    flower: 'Eine Blume',
    night: 'Es wird Nacht über den Bergen',
    mirrored: 'und andersherum',
    end: 'Wie es in Erinnerung blieb',
    greeting: 'Gruß',
    greetingComment:
      'Eine Vorlage, viele Filme: Jeder Wert in ${name, Vorgabe} lässt sich angeben, wenn ein Film entsteht, einzeln oder durch eine Tabelle.',
    labels: {
      name: 'Name',
      clip: 'Clip',
      length: 'Länge einer Szene',
      mood: 'Stimmung',
      colour: 'Farbe',
      sound: 'Ton',
    },
    dear: 'Für',
    closing: ['Einen', 'wundervollen Abend'],
    flowerFor: 'Eine Blume für ${name, Ada}',
    mirror: 'Dasselbe im Spiegel',
    dataSets: { night: 'Grace, bei Nacht', longest: 'Längster Name' },
  },
};
