import { enabledWords, prefixedBy } from './layer-words.de.ts';

const keyWords = {
  time: {
    label: 'Zeit',
    description: 'Zeitpunkt ab dem Anfang der Animation; 100% ist der Frame nach dem letzten.',
  },
  easing: {
    label: 'Tempokurve',
    description: 'Tempokurve von hier bis zum nächsten Keyframe derselben Eigenschaft.',
  },
  position: { label: 'Position', description: 'Position einer Ebene mit Bild.' },
  scale: { label: 'Skalierung', description: 'Skalierung einer Ebene mit Bild.' },
  rotation: { label: 'Drehung', description: 'Drehung einer Ebene mit Bild.' },
  anchor: { label: 'Drehpunkt', description: 'Drehpunkt einer Ebene mit Bild.' },
  opacity: { label: 'Deckkraft', description: 'Deckkraft einer Ebene mit Bild.' },
  color: { label: 'Farbe', description: 'Farbe von `solid` oder `text`.' },
  fill: { label: 'Füllung', description: 'Füllfarbe von `shape`.' },
  stroke: { label: 'Linie', description: 'Linienfarbe von `shape`.' },
  fontsize: { label: 'Schriftgröße', description: 'Schriftgröße von `text`. Der Text wird neu gesetzt.' },
  value: { label: 'Zahl', description: 'Zahl, die `text` anzeigt.' },
  width: { label: 'Breite', description: 'Breite von `solid` oder `shape`. Prozentwerte beziehen sich auf das Bild.' },
  height: { label: 'Höhe', description: 'Höhe von `solid` oder `shape`. Prozentwerte beziehen sich auf das Bild.' },
  volume: {
    label: 'Lautstärke',
    description: 'Lautstärke von `video` oder `audio`: ein Faktor der Amplitude oder Dezibel wie `-6dB`.',
  },
  pan: { label: 'Panorama', description: 'Panorama von `video` oder `audio`.' },
} as const;

export const easingWords = {
  easein: {
    label: 'Anlauf',
    description:
      'Tempo am Anfang: `true` beginnt langsam, `false` gleichmäßig; oder zwei Zahlen: die Reichweite und das Tempo dort. Hat Vorrang vor `easing`.',
  },
  easeout: { label: 'Auslauf', description: 'Tempo am Ende, mit denselben Werten wie `easein`.' },
} as const;

/** The labels and descriptions of animations and keyframes. */
export const animationWords = {
  animation: {
    label: 'Animation',
    description:
      'Animiert eine Ebene, die Zahlen und Farben eines Effekts oder die Lautstärke eines Tons: mit Keyframes oder, bei Ebenen, mit einer Vorlage.',
  },
  ...prefixedBy('animation', {
    type: {
      label: 'Art',
      description: 'Eine Vorlage, oder `custom` für eine Animation mit Keyframes.',
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
        'Beginn ab dem ersten Frame der Ebene; bei Vorlagen zum Ausblenden der Abstand ihres Endes vom Ende der Ebene.',
    },
    duration: {
      label: 'Dauer',
      description:
        'Dauer; Prozentwerte beziehen sich auf die Ebene. Standard ist eine halbe Sekunde; bei `typewriter`, `textin`, `textout` und `countup` eine Sekunde; bei `kenburns` die Dauer der Ebene; bei Keyframes bis einen Frame nach dem letzten.',
    },
    easing: {
      label: 'Tempokurve',
      description:
        'Tempokurve zwischen den Werten. Standard ist `ease-out` beim Einblenden, `ease-in` beim Ausblenden, sonst `linear`. Gilt bei Keyframes ohne eigene Tempokurve.',
    },
    ...easingWords,
    repeat: { label: 'Wiederholen', description: 'Anzahl der Wiederholungen.' },
    alternate: { label: 'Hin und her', description: 'Ob jede zweite Wiederholung rückwärts läuft.' },
    direction: {
      label: 'Richtung',
      description:
        'Seite, von der `slidein` kommt, zu der sich `slideout` bewegt oder bei der `pan` beginnt; Standard ist `left`. Bei `kenburns` `in` oder `out`.',
      options: { left: 'Links', right: 'Rechts', top: 'Oben', bottom: 'Unten', in: 'Hinein', out: 'Heraus' },
    },
    distance: {
      label: 'Strecke',
      description:
        'Strecke der Bewegung. Standard: Eine Ebene beginnt oder endet gerade außerhalb des Bildes; Teile eines Textes bewegen sich um die Größe der Buchstaben.',
    },
    zoom: { label: 'Vergrößerung', description: 'Faktor, um den `kenburns` und `pan` das Bild vergrößern.' },
    from: { label: 'Von', description: 'Skalierung am Anfang von `zoomin` und `pop` und am Ende von `zoomout`.' },
    angle: { label: 'Winkel', description: 'Drehwinkel. Standard ist -360, bei `spin` 360.' },
    focus: { label: 'Bildmitte', description: 'Punkt im Bild, auf den sich `kenburns` zubewegt.' },
    unit: {
      label: 'Teile',
      description:
        'Teile, in die `typewriter`, `textin` und `textout` den Text zerlegen. Standard ist `letter` bei `typewriter`, sonst `word`. Leerraum trennt Wörter.',
      options: { letter: 'Buchstaben', word: 'Wörter', line: 'Zeilen' },
    },
    effect: {
      label: 'Bewegung',
      description:
        'Animation jedes Teils: bei `textin` eine Vorlage zum Einblenden (Standard `fadein`), bei `textout` eine zum Ausblenden (Standard `fadeout`).',
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
        'Überlappung aufeinanderfolgender Teile von `textin` und `textout`: 0 ist nacheinander, 1 alle gleichzeitig.',
    },
    start: {
      label: 'Zählen ab',
      description: 'Zahl, bei der `countup` beginnt. Es endet beim `value` des Textes.',
    },
    enabled: enabledWords,
  }),
  key: {
    label: 'Keyframe',
    description:
      'Werte von Eigenschaften zu einem Zeitpunkt der Animation. Vor dem ersten und nach dem letzten Keyframe einer Eigenschaft bleibt der Wert gleich. In einem Effekt setzt ein Keyframe dessen Attribute: Zahlen, Farben, Längen, Positionen und Matrizen.',
  },
  ...prefixedBy('key', keyWords),
  keyframe: { label: 'Keyframe', description: 'Ein anderer Name für `key`.' },
  ...prefixedBy('keyframe', keyWords),
} as const;
