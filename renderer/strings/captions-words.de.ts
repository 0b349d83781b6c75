import { enabledWords, nameWords, prefixedBy, sharedStyleWords, sourceWords } from './layer-words.de.ts';

const PRESET_LABELS = {
  none: 'Keine',
  fadein: 'Einblenden',
  slidein: 'Hereinschieben',
  zoomin: 'Heranzoomen',
  pop: 'Aufspringen',
  spinin: 'Hereindrehen',
};

/** The labels of the caption looks. */
const LOOK_LABELS = {
  plain: 'Schlicht',
  boxed: 'Kasten',
  lines: 'Zeilenkästen',
  highlight: 'Hervorgehoben',
  pill: 'Pille',
  slidepill: 'Gleitende Pille',
  pop: 'Aufspringen',
  grow: 'Wachsen',
  karaoke: 'Karaoke',
  spotlight: 'Scheinwerfer',
  oneword: 'Ein Wort',
  underline: 'Unterstrichen',
  outline: 'Kontur',
  rise: 'Aufsteigen',
  typed: 'Getippt',
};

const displayWords = {
  look: {
    label: 'Stil',
    description: 'Gibt den Untertiteln und ihren Wörtern die Werte eines Stils; gesetzte Attribute haben Vorrang.',
    options: LOOK_LABELS,
  },
  accent: { label: 'Akzent', description: 'Farbe, mit der Stile Wörter hervorheben.' },
  words: {
    label: 'Wortzeiten',
    description:
      '`auto` verwendet die Wortzeiten der Datei und verteilt Wörter ohne Zeit über ihren Untertitel; `file` verwendet nur die Zeiten der Datei; `spread` verteilt immer. Standard ist `auto`, oder `file`, wenn `mode` gesetzt ist.',
    options: { auto: 'Automatisch', file: 'Aus der Datei', spread: 'Verteilt' },
  },
  group: {
    label: 'Gruppe',
    description: 'Gleichzeitig sichtbarer Text: die Untertitel der Datei oder Phrasen aus wenigen Wörtern.',
    options: { cue: 'Untertitel', phrase: 'Phrase' },
  },
  maxwords: { label: 'Max. Wörter', description: 'Höchstzahl der Wörter einer Phrase.' },
  pause: {
    label: 'Pause',
    description: 'Eine mindestens so lange Lücke zwischen Wörtern beendet eine Phrase. Standard ist `0.6s`.',
  },
  sentences: { label: 'Sätze', description: 'Ob das Ende eines Satzes eine Phrase beendet.' },
  hold: { label: 'Halten', description: 'So lange bleibt eine Phrase vor einer Pause stehen. Standard ist `0.3s`.' },
  boxes: {
    label: 'Kästen',
    description: 'Ob `background` ein Kasten hinter allen Zeilen ist oder einer hinter jeder Zeile.',
    options: { block: 'Block', line: 'Zeile' },
  },
  uppercase: {
    label: 'Großbuchstaben',
    description: 'Zeigt den Text in Großbuchstaben nach den Regeln seiner Sprache.',
  },
  pilltime: {
    label: 'Pillenzeit',
    description: 'So lange gleitet der Hintergrund des aktiven Worts zum nächsten Wort seiner Zeile.',
  },
  phrasein: {
    label: 'Phrase herein',
    description: 'Vorlage, mit der eine Phrase erscheint; Bewegungen kommen von unten.',
    options: PRESET_LABELS,
  },
  phraseout: {
    label: 'Phrase hinaus',
    description: 'Vorlage, mit der eine Phrase verschwindet; Bewegungen gehen nach unten.',
    options: {
      none: 'Keine',
      fadeout: 'Ausblenden',
      slideout: 'Hinausschieben',
      zoomout: 'Wegzoomen',
      spinout: 'Hinausdrehen',
    },
  },
  phrasetime: { label: 'Phrasenzeit', description: 'Dauer von `phrasein` und `phraseout`. Standard ist `0.2s`.' },
  wordin: {
    label: 'Wort herein',
    description: 'Vorlage, die läuft, wenn ein Wort aktiv wird.',
    options: PRESET_LABELS,
  },
  wordtime: { label: 'Wortzeit', description: 'Dauer von `wordin`. Standard ist `0.15s`.' },
  track: {
    label: 'Spur',
    description:
      '`burned` zeichnet die Untertitel ins Bild. `soft` schreibt sie in die Untertitelspur eines Films, der mit diesem Teil gerendert wird. `both` tut beides; `none` lässt sie im Film weg. Untertiteldateien enthalten immer alle.',
    options: { burned: 'Im Bild', soft: 'In der Spur', both: 'Beides', none: 'Keine' },
  },
  language: {
    label: 'Sprache',
    description: 'Sprache der Untertitel (BCP 47), etwa `de`. Standard ist die Sprache des Films.',
  },
};

/** The labels and descriptions of captions and their style. */
export const captionsWords = {
  captions: {
    label: 'Untertitel',
    description:
      'Eine Ebene, die Untertitel zu ihren Zeiten zeigt: aus einer Datei (SubRip .srt, WebVTT .vtt oder JSON mit Wortzeiten) oder aus ihren eigenen Elementen `cue`. Von den Auszeichnungen einer Datei werden `b`, `i` und `u` unterstützt. Sie braucht genau eines von `url`, `src` und `cue`.',
  },
  ...prefixedBy('captions', {
    ...sourceWords,
    skip: {
      label: 'In-Punkt',
      description: 'Startposition in der Datei, in Frames des Films oder in Sekunden wie `1.5s`.',
    },
    mode: {
      label: 'Modus',
      description:
        '`word` zeigt jedes Wort zu seiner Zeit, wenn die Datei Wortzeiten hat; `cue` zeigt jeden Untertitel als Ganzes.',
      options: { cue: 'Im Ganzen', word: 'Wort für Wort' },
    },
    ...displayWords,
    ...sharedStyleWords,
  }),
  word: {
    label: 'Wörter',
    description: 'Aussehen der Wörter in einem Zustand. Untertitel haben höchstens ein Element je Zustand.',
  },
  ...prefixedBy('word', {
    state: {
      label: 'Zustand',
      description: 'Wörter, für die es gilt: das gesprochene Wort, die davor oder die danach.',
      options: { active: 'Aktiv', past: 'Vergangen', upcoming: 'Kommend' },
    },
    color: { label: 'Farbe', description: 'Farbe der Buchstaben. Standard ist die Farbe der Untertitel.' },
    opacity: {
      label: 'Deckkraft',
      description: 'Deckkraft; bei 0 sind die Wörter unsichtbar, behalten aber ihren Platz.',
    },
    background: { label: 'Hintergrund', description: 'Farbe einer Pille hinter dem Wort.' },
    padding: { label: 'Innenabstand', description: 'Platz zwischen Pille und Wort, wie in CSS.' },
    radius: { label: 'Radius', description: 'Eckenradius der Pille.' },
    outline: {
      label: 'Kontur',
      description: 'Breite und Farbe einer Kontur um die Buchstaben; die Breite 0 entfernt die Kontur der Untertitel.',
    },
    underline: { label: 'Unterstrichen', description: 'Zieht eine Linie unter die Buchstaben, in ihrer Farbe.' },
    scale: {
      label: 'Skalierung',
      description: 'Skalierung um die Mitte des Worts; seine Nachbarn bleiben an ihrem Platz.',
    },
    rotation: { label: 'Drehung', description: 'Drehung um die Mitte des Worts, im Uhrzeigersinn.' },
    shift: { label: 'Versatz', description: 'Versatz des Worts; Prozentwerte beziehen sich auf das Bild.' },
    sweep: {
      label: 'Überstreichen',
      description: 'Bei `active`: Die Farbe wandert in Leserichtung über das Wort, während es gesprochen wird.',
    },
    ease: { label: 'Übergang', description: 'Dauer des Wechsels in diesen Zustand oder aus ihm.' },
  }),
  cue: {
    label: 'Untertitel',
    description: 'Ein Untertitel der Vorlage mit seinem Text. Seine Zeiten zählen ab dem Anfang der Ebene.',
  },
  ...prefixedBy('cue', {
    start: { label: 'Anfang', description: 'Zeitpunkt in der Ebene, zu dem der Untertitel erscheint.' },
    end: { label: 'Ende', description: 'Zeitpunkt in der Ebene, zu dem der Untertitel verschwindet.' },
    name: nameWords,
    enabled: enabledWords,
  }),
} as const;
