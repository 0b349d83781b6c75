import { easingWords } from './animation-words.de.ts';
import { conditionWords, enabledWords, prefixedBy, visualWords } from './layer-words.de.ts';

/** The labels and descriptions of transitions. */
export const transitionWords = {
  transition: {
    label: 'Übergang',
    description:
      'Ein Übergang von der Szene davor zur Szene danach. Vor der ersten Szene beginnt er beim Hintergrund, nach der letzten endet er dort. Ein Übergang vom Typ `custom` enthält die Szene, die zu sehen ist.',
  },
  ...prefixedBy('transition', {
    type: {
      label: 'Typ',
      description: 'Art des Übergangs; `dissolve` ist `crossfade`. `custom` zeigt die Szene, die er enthält.',
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
        'So lange überlappen sich beide Szenen; um diese Zeit wird der Film kürzer. Standard ist eine halbe Sekunde.',
    },
    easing: { label: 'Tempokurve', description: 'Die Tempokurve des Übergangs.' },
    ...easingWords,
    color: { label: 'Farbe', description: 'Für `fade`: die Farbe zwischen den Szenen. Ihre Deckkraft wird ignoriert.' },
    direction: {
      label: 'Richtung',
      description:
        'Seite, von der die neue Szene kommt; Standard ist `left`. Bei `wipe` auch eine Ecke. Bei `zoom` `in` oder `out`; Standard ist `in`.',
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
      description: 'Für `wipe`, `circle`, `clock` und `luma`: Breite der weichen Kante; 1 ist die ganze Strecke.',
    },
    src: {
      label: 'Bild',
      description:
        'Für `luma`: ein Bild des Projekts. Die neue Szene erscheint zuerst in seinen hellen Bereichen, zuletzt in seinen schwarzen.',
    },
    url: { label: 'URL', description: 'Für `luma`: die URL eines Bildes anstelle eines Bildes des Projekts.' },
    amount: { label: 'Stärke', description: 'Für `zoom`: Faktor, um den das Bild wächst.' },
    sound: {
      label: 'Ton',
      description: 'Ob die Töne überblenden, in der Mitte wechseln oder beide in voller Lautstärke laufen.',
      options: { crossfade: 'Blende', cut: 'Schnitt', both: 'Beide' },
    },
    name: { label: 'Name', description: 'Name im Editor.' },
    condition: conditionWords,
    enabled: enabledWords,
  }),
  layer: {
    label: 'Gezeigte Szene',
    description:
      'In der Szene eines eigenen Übergangs: das ganze Bild einer der beiden Szenen neben dem Übergang, in einem Rahmen von der Größe des Filmbildes. Überall sonst ist es nicht zu sehen.',
  },
  ...prefixedBy('layer', {
    ref: {
      label: 'Szene',
      description:
        'Die `id` der gezeigten Szene: eine der beiden Szenen neben dem Übergang, oder eine Folge oder Auswahl, die sie enthält. `@outgoing` und `@incoming` sind die Szenen davor und danach, wenn keine Szene daneben diese `id` hat.',
    },
    ...visualWords,
    overlap: {
      label: 'Erster Frame',
      description:
        'Erster gezeigter Frame der Szene: Negative Werte zählen ab ihrem Ende, positive ab ihrem Anfang. Standard sind die Frames, die ein Übergang zeigt: die letzten der Szene davor oder die ersten der Szene danach.',
    },
  }),
} as const;
