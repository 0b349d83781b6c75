import { easingWords } from './animation-words.de.ts';
import { conditionWords, enabledWords, prefixedBy, visualWords } from './layer-words.de.ts';

/** The labels and descriptions of transitions. */
export const transitionWords = {
  transition: {
    label: 'Übergang',
    description:
      'Wie die Szene davor in die Szene dahinter übergeht. Vor der ersten Szene führt er vom Hintergrund her, hinter der letzten zu ihm hin. Einer vom Typ `custom` enthält eine Szene, die währenddessen zu sehen ist.',
  },
  ...prefixedBy('transition', {
    type: {
      label: 'Typ',
      description:
        'Wie aus dem einen Bild das andere wird; `dissolve` ist `crossfade`. Mit `custom` ist die Szene zu sehen, die er enthält.',
      options: {
        crossfade: 'Überblendung',
        dissolve: 'Überblendung (dissolve)',
        fade: 'Farbblende',
        wipe: 'Wischen',
        circle: 'Kreis',
        clock: 'Uhr',
        luma: 'Nach Helligkeit',
        slide: 'Hereinschieben',
        push: 'Wegschieben',
        reveal: 'Aufdecken',
        zoom: 'Zoom',
        custom: 'Eigener',
      },
    },
    duration: {
      label: 'Dauer',
      description:
        'Wie lange beide Szenen zusammen zu sehen sind; so viel kürzer ist der Film. Ohne Angabe eine halbe Sekunde.',
    },
    easing: { label: 'Tempokurve', description: 'Die Tempokurve des Übergangs.' },
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
    url: { label: 'URL', description: 'Von `luma`: die URL eines Bildes, statt eines aus dem Projekt.' },
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
  layer: {
    label: 'Gezeigte Szene',
    description:
      'In der Szene eines eigenen Übergangs: das ganze Bild einer der beiden Szenen daneben, in einem Rahmen von der Größe des Bildes. Überall sonst bleibt es erhalten und ist nicht zu sehen.',
  },
  ...prefixedBy('layer', {
    ref: {
      label: 'Szene',
      description:
        'Die `id` der Szene, die es zeigt: eine der beiden neben dem Übergang, oder die einer Folge oder Auswahl, in der sie steht. `@outgoing` und `@incoming` sind die Szenen davor und danach, wenn keine daneben diese `id` hat.',
    },
    ...visualWords,
    overlap: {
      label: 'Erster Frame',
      description:
        'Sein erster Frame: unter 0 so viele vor dem Ende der Szene, über 0 so viele hinter ihrem Anfang. Ohne das, was die Szene in einem Übergang zeigt: ihre letzten Frames, wo sie geht, ihre ersten, wo sie kommt.',
    },
  }),
} as const;
