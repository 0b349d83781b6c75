import { easingWords } from './animation-words.ts';
import { conditionWords, enabledWords, under } from './layer-words.ts';

/** Wie Übergänge heißen. */
export const transitionWords = {
  transition: {
    label: 'Übergang',
    description:
      'Wie die Szene davor in die Szene dahinter übergeht. Vor der ersten Szene führt er vom Hintergrund her, hinter der letzten zu ihm hin.',
  },
  ...under('transition', {
    type: {
      label: 'Typ',
      description: 'Wie aus dem einen Bild das andere wird; `dissolve` ist `crossfade`.',
      options: {
        crossfade: 'Überblendung',
        dissolve: 'Überblendung (dissolve)',
        fade: 'Blende durch eine Farbe',
        wipe: 'Wischen',
        circle: 'Kreis',
        clock: 'Uhr',
        luma: 'Nach Helligkeit',
        slide: 'Hereinschieben',
        push: 'Wegschieben',
        reveal: 'Aufdecken',
        zoom: 'Zoom',
      },
    },
    duration: {
      label: 'Dauer',
      description:
        'Wie lange beide Szenen zusammen zu sehen sind; so viel kürzer ist der Film. Ohne Angabe eine halbe Sekunde.',
    },
    easing: { label: 'Verlauf', description: 'Wie es dazwischen weitergeht.' },
    ...easingWords,
    color: { label: 'Farbe', description: 'Von `fade`: die Farbe, durch die es geht. Ihre Deckkraft zählt nicht.' },
    direction: {
      label: 'Richtung',
      description:
        'Die Seite, von der die neue Szene kommt, ohne Angabe `left`; von `wipe` auch eine Ecke; von `zoom` `in` oder `out`, ohne Angabe `in`.',
      options: {
        left: 'Links',
        right: 'Rechts',
        top: 'Oben',
        bottom: 'Unten',
        topleft: 'Links oben',
        topright: 'Rechts oben',
        bottomleft: 'Links unten',
        bottomright: 'Rechts unten',
        in: 'Hinein',
        out: 'Heraus',
      },
    },
    softness: {
      label: 'Weichheit',
      description: 'Von `wipe`, `circle`, `clock` und `luma`: wie breit der Rand ist; 1 ist so breit wie der Weg.',
    },
    src: {
      label: 'Bild',
      description:
        'Von `luma`: ein Bild des Projekts. Wo es hell ist, kommt die neue Szene zuerst, wo es schwarz ist, zuletzt.',
    },
    url: { label: 'Adresse', description: 'Von `luma`: die Adresse eines Bildes, statt eines aus dem Projekt.' },
    amount: { label: 'Stärke', description: 'Von `zoom`: wie viel größer das Bild wird.' },
    sound: {
      label: 'Ton',
      description: 'Ob ein Ton in den anderen übergeht, in der Mitte wechselt, oder beide ganz zu hören sind.',
      options: { crossfade: 'Blende', cut: 'Schnitt', both: 'Beide' },
    },
    name: { label: 'Name', description: 'Wie der Editor ihn nennt.' },
    condition: conditionWords,
    enabled: enabledWords,
  }),
} as const;
