import { enabledWords, prefixedBy } from './layer-words.de.ts';

const keyWords = {
  time: {
    label: 'Zeit',
    description: 'Wann es liegt, vom Anfang seiner Animation; 100% ist der Frame hinter dem letzten.',
  },
  easing: {
    label: 'Tempokurve',
    description: 'Wie es von hier zum nächsten Keyframe geht, der die Eigenschaft nennt.',
  },
  position: { label: 'Position', description: 'Jeder Ebene, die zu sehen ist.' },
  scale: { label: 'Skalierung', description: 'Jeder Ebene, die zu sehen ist.' },
  rotation: { label: 'Drehung', description: 'Jeder Ebene, die zu sehen ist.' },
  anchor: { label: 'Drehpunkt', description: 'Jeder Ebene, die zu sehen ist.' },
  opacity: { label: 'Deckkraft', description: 'Jeder Ebene, die zu sehen ist.' },
  color: { label: 'Farbe', description: 'Von `solid` und `text`.' },
  fill: { label: 'Füllung', description: 'Von `shape`.' },
  stroke: { label: 'Linie', description: 'Von `shape`.' },
  fontsize: { label: 'Schriftgröße', description: 'Von `text`, der neu gesetzt wird.' },
  value: { label: 'Zahl', description: 'Von `text`: die Zahl, die er zeigt.' },
  width: { label: 'Breite', description: 'Von `solid` und `shape`; Prozente vom Bild.' },
  height: { label: 'Höhe', description: 'Von `solid` und `shape`; Prozente vom Bild.' },
  volume: {
    label: 'Lautstärke',
    description: 'Von `video` und `audio`: ein Faktor der Amplitude, oder Dezibel wie `-6dB`.',
  },
  pan: { label: 'Panorama', description: 'Von `video` und `audio`.' },
} as const;

export const easingWords = {
  easein: {
    label: 'Anlauf',
    description:
      'Wie es beginnt: `true` langsam, `false` gleichmäßig, oder zwei Zahlen: wie weit das reicht, und das Tempo dort. Geht vor `easing`.',
  },
  easeout: { label: 'Auslauf', description: 'Wie es endet, so wie `easein` sagt, wie es beginnt.' },
} as const;

/** The labels and descriptions of animations and keyframes. */
export const animationWords = {
  animation: {
    label: 'Animation',
    description:
      'Bewegt ihre Ebene oder ändert die Zahlen und Farben eines Effekts oder wie laut ein Ton ist: nach Keyframes, oder nach einer Vorlage, die es nur für Ebenen gibt.',
  },
  ...prefixedBy('animation', {
    type: {
      label: 'Art',
      description: 'Eine Vorlage, oder `custom` für das, was die Keyframes sagen.',
      options: {
        custom: 'Keyframes',
        fadein: 'Einblenden',
        fadeout: 'Ausblenden',
        slidein: 'Hereingleiten',
        slideout: 'Hinausgleiten',
        zoomin: 'Heranwachsen',
        zoomout: 'Schrumpfen',
        spinin: 'Hereindrehen',
        spinout: 'Hinausdrehen',
        pop: 'Aufspringen',
        kenburns: 'Ken Burns',
        pan: 'Schwenk',
        spin: 'Drehen',
        typewriter: 'Schreibmaschine',
        textin: 'Text herein',
        textout: 'Text hinaus',
        countup: 'Hochzählen',
      },
    },
    offset: {
      label: 'Beginn',
      description:
        'Wann sie beginnt, vom ersten Frame der Ebene; bei Vorlagen, die hinausgehen, wie lange vor deren Ende sie vorbei sind.',
    },
    duration: {
      label: 'Dauer',
      description:
        'Wie lange sie braucht; Prozente von der Ebene. Ohne eine halbe Sekunde, bei `typewriter`, `textin`, `textout` und `countup` eine Sekunde, bei `kenburns` die Ebene, bei Keyframes bis einen Frame hinter den letzten.',
    },
    easing: {
      label: 'Tempokurve',
      description:
        'Wie sich Werte dazwischen ändern; ohne `ease-out` beim Hereinkommen, `ease-in` beim Hinausgehen, sonst `linear`. Bei Keyframes der ohne eigenen.',
    },
    ...easingWords,
    repeat: { label: 'Wiederholen', description: 'Wie oft sie gespielt wird.' },
    alternate: { label: 'Hin und her', description: 'Ob jedes zweite Mal rückwärts läuft.' },
    direction: {
      label: 'Richtung',
      description:
        'Die Seite, von der `slidein` kommt, zu der `slideout` geht oder von der `pan` schwenkt, ohne `left`; bei `kenburns` `in` oder `out`.',
      options: { left: 'Links', right: 'Rechts', top: 'Oben', bottom: 'Unten', in: 'Hinein', out: 'Heraus' },
    },
    distance: {
      label: 'Strecke',
      description:
        'Wie weit sie gleitet; ohne so weit, dass die Ebene gerade außerhalb des Bildes ist, Teile eines Textes so weit, wie seine Buchstaben groß sind.',
    },
    zoom: { label: 'Vergrößerung', description: 'Wie viel größer `kenburns` und `pan` das Bild zeigen.' },
    from: { label: 'Von', description: 'Die Skalierung, mit der `zoomin` und `pop` beginnen und `zoomout` endet.' },
    angle: { label: 'Winkel', description: 'Wie weit gedreht wird; ohne -360, bei `spin` 360.' },
    focus: { label: 'Bildmitte', description: 'Wohin im Bild `kenburns` geht.' },
    unit: {
      label: 'Teile',
      description:
        'Worin `typewriter`, `textin` und `textout` einen Text teilen; ohne `letter` bei `typewriter`, sonst `word`. Leerraum trennt Wörter.',
      options: { letter: 'Buchstaben', word: 'Wörter', line: 'Zeilen' },
    },
    effect: {
      label: 'Bewegung',
      description:
        'Was jeder Teil tut: bei `textin` eine Vorlage, die hereinkommt, ohne `fadein`; bei `textout` eine, die hinausgeht, ohne `fadeout`.',
      options: {
        fadein: 'Einblenden',
        slidein: 'Hereingleiten',
        zoomin: 'Heranwachsen',
        pop: 'Aufspringen',
        spinin: 'Hereindrehen',
        fadeout: 'Ausblenden',
        slideout: 'Hinausgleiten',
        zoomout: 'Schrumpfen',
        spinout: 'Hinausdrehen',
      },
    },
    overlap: {
      label: 'Überlappung',
      description:
        'Wie viel der Zeit eines Teils von `textin` und `textout` in der des vorigen liegt: 0 ist nacheinander, 1 alle zugleich.',
    },
    start: {
      label: 'Zählen ab',
      description: 'Die Zahl, mit der `countup` beginnt. Es endet beim `value` des Textes.',
    },
    enabled: enabledWords,
  }),
  key: {
    label: 'Keyframe',
    description:
      'Werte von Eigenschaften zu einem Zeitpunkt der Animation. Vor dem ersten einer Eigenschaft gilt dessen Wert, hinter dem letzten bleibt er. In einem Effekt nennt es dessen Attribute: Zahlen, Farben, Längen, Orte, Matrizen.',
  },
  ...prefixedBy('key', keyWords),
  keyframe: { label: 'Keyframe', description: 'Ein anderer Name von `key`.' },
  ...prefixedBy('keyframe', keyWords),
} as const;
