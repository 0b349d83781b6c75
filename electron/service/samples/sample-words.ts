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
      'Six scenes, 15 seconds. Drag their edges, type in the picture, or edit this text: picture and XML stay in sync.',
    scenes: [
      'The sun goes down',
      'The ridges turn blue',
      'A flower in front',
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
      'One template, many films: set each ${name, default} for a single film, or for many films with a table.',
    labels: { name: 'Name', clip: 'Clip', length: 'Scene length', mood: 'Mood', colour: 'Color', sound: 'Sound' },
    dear: 'For',
    closing: ['Have a', 'wonderful evening'],
    flowerFor: 'A flower for ${name, Ada}',
    mirror: 'The same in a mirror',
    dataSets: { night: 'Grace, at night', longest: 'Longest name' },
  },
  de: {
    project: 'Beispiel – Ein Abend im Freien',
    film: 'Abend',
    filmComment:
      'Sechs Szenen, 15 Sekunden. Ziehen Sie an den Kanten, tippen Sie im Bild oder ändern Sie diesen Text: Bild und XML bleiben synchron.',
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
      'Eine Vorlage, viele Filme: Legen Sie jeden Wert ${name, Vorgabe} für einen einzelnen Film oder mit einer Tabelle für viele Filme fest.',
    labels: {
      name: 'Name',
      clip: 'Clip',
      length: 'Szenenlänge',
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
