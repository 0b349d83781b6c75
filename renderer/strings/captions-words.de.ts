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
    description: 'Gibt den Untertiteln und ihren Wörtern die Werte eines Stils; geschriebene Attribute gehen vor.',
    options: LOOK_LABELS,
  },
  accent: { label: 'Akzent', description: 'Die Farbe, mit der Stile Wörter kennzeichnen.' },
  words: {
    label: 'Wortzeiten',
    description:
      '`auto` nimmt die Zeiten der Wörter aus der Datei und verteilt Wörter ohne Zeit über ihren Untertitel; `file` nimmt nur die der Datei; `spread` verteilt immer. Ohne gilt `auto`, und `file`, wo `mode` steht.',
    options: { auto: 'Automatisch', file: 'Aus der Datei', spread: 'Verteilt' },
  },
  group: {
    label: 'Gruppe',
    description: 'Was zugleich zu sehen ist: die Untertitel der Datei oder Phrasen aus wenigen Wörtern.',
    options: { cue: 'Untertitel', phrase: 'Phrase' },
  },
  maxwords: { label: 'Max. Wörter', description: 'Wie viele Wörter eine Phrase höchstens hat.' },
  pause: {
    label: 'Pause',
    description: 'Eine Lücke zwischen Wörtern, die mindestens so lang ist, beendet eine Phrase; ohne `0.6s`.',
  },
  sentences: { label: 'Sätze', description: 'Ob das Ende eines Satzes eine Phrase beendet.' },
  hold: { label: 'Halten', description: 'Wie lange eine Phrase vor einer Pause stehen bleibt; ohne `0.3s`.' },
  boxes: {
    label: 'Kästen',
    description: 'Ob `background` ein Kasten hinter allen Zeilen ist oder einer hinter jeder Zeile.',
    options: { block: 'Block', line: 'Zeile' },
  },
  uppercase: {
    label: 'Großbuchstaben',
    description: 'Zeigt den Text in Großbuchstaben, nach den Regeln seiner Sprache.',
  },
  pilltime: {
    label: 'Pillenzeit',
    description: 'Wie lange der Hintergrund des aktiven Worts zum nächsten Wort seiner Zeile gleitet.',
  },
  phrasein: {
    label: 'Phrase herein',
    description: 'Die Vorlage, mit der eine Phrase erscheint; sie schiebt sich von unten herein.',
    options: PRESET_LABELS,
  },
  phraseout: {
    label: 'Phrase hinaus',
    description: 'Die Vorlage, mit der eine Phrase verschwindet; sie schiebt sich nach unten hinaus.',
    options: {
      none: 'Keine',
      fadeout: 'Ausblenden',
      slideout: 'Hinausschieben',
      zoomout: 'Wegzoomen',
      spinout: 'Hinausdrehen',
    },
  },
  phrasetime: { label: 'Phrasenzeit', description: 'Wie lange `phrasein` und `phraseout` dauern; ohne `0.2s`.' },
  wordin: {
    label: 'Wort herein',
    description: 'Die Vorlage, mit der ein Wort aktiv wird.',
    options: PRESET_LABELS,
  },
  wordtime: { label: 'Wortzeit', description: 'Wie lange `wordin` dauert; ohne `0.15s`.' },
  track: {
    label: 'Spur',
    description:
      '`burned` zeichnet die Untertitel ins Bild. `soft` legt sie in die Untertitelspur eines Films, der mit diesem Teil gerendert wird. `both` tut beides; `none` lässt sie aus dem Film. Untertiteldateien enthalten alle.',
    options: { burned: 'Im Bild', soft: 'In der Spur', both: 'Beides', none: 'Keine' },
  },
  language: {
    label: 'Sprache',
    description: 'Die Sprache der Untertitel (BCP 47), etwa `de`; ohne die des Films.',
  },
};

/** The labels and descriptions of captions and their style. */
export const captionsWords = {
  captions: {
    label: 'Untertitel',
    description:
      'Eine Ebene, die Untertitel zeigt, jeden zu seiner Zeit: die einer Datei, SubRip (.srt), WebVTT (.vtt) oder JSON mit Zeiten der Wörter, oder ihre eigenen Elemente `cue`. Von den Auszeichnungen einer Datei zählen `b`, `i` und `u`. Sie hat genau eines von `url`, `src` und `cue`.',
  },
  ...prefixedBy('captions', {
    ...sourceWords,
    skip: {
      label: 'In-Punkt',
      description: 'Wo in der Datei sie beginnen, in Frames des Films oder in Sekunden wie `1.5s`.',
    },
    mode: {
      label: 'Weise',
      description:
        '`word` zeigt Wörter, wenn ihre Zeit kommt, wo die Datei solche hat; sonst ist ein Untertitel auf einmal da.',
      options: { cue: 'Im Ganzen', word: 'Wort für Wort' },
    },
    ...displayWords,
    ...sharedStyleWords,
  }),
  word: {
    label: 'Wörter',
    description: 'Wie die Wörter eines Zustands aussehen. Untertitel haben höchstens ein Element für jeden Zustand.',
  },
  ...prefixedBy('word', {
    state: {
      label: 'Zustand',
      description: 'Für welche Wörter es gilt: das gesprochene, die davor oder die danach.',
      options: { active: 'Aktiv', past: 'Vergangen', upcoming: 'Kommend' },
    },
    color: { label: 'Farbe', description: 'Der Buchstaben; ohne die der Untertitel.' },
    opacity: { label: 'Deckkraft', description: 'Deckkraft; 0 verbirgt die Wörter, die ihren Platz behalten.' },
    background: { label: 'Hintergrund', description: 'Farbe einer Pille hinter dem Wort.' },
    padding: { label: 'Innenabstand', description: 'Platz zwischen Pille und Wort, wie in CSS.' },
    radius: { label: 'Radius', description: 'Eckenradius der Pille.' },
    outline: {
      label: 'Kontur',
      description: 'Breite und Farbe einer Kontur um die Buchstaben; die Breite 0 entfernt die Kontur der Untertitel.',
    },
    underline: { label: 'Unterstrichen', description: 'Zieht eine Linie unter die Buchstaben, in ihrer Farbe.' },
    scale: { label: 'Skalierung', description: 'Um die Mitte des Worts; seine Nachbarn bleiben an ihrem Platz.' },
    rotation: { label: 'Drehung', description: 'Um die Mitte des Worts, im Uhrzeigersinn.' },
    shift: { label: 'Versatz', description: 'Um wie viel das Wort versetzt ist; Prozente gelten vom Bild.' },
    sweep: {
      label: 'Überstreichen',
      description: 'Bei `active`: Die Farbe wandert in Leserichtung über das Wort, während es gesprochen wird.',
    },
    ease: { label: 'Übergang', description: 'Wie lange ein Wechsel in diesen Zustand oder aus ihm dauert.' },
  }),
  cue: {
    label: 'Untertitel',
    description: 'Ein Untertitel der Vorlage mit seinem Text. Seine Zeiten zählen vom Anfang der Ebene.',
  },
  ...prefixedBy('cue', {
    start: { label: 'Anfang', description: 'Wann in der Ebene er erscheint.' },
    end: { label: 'Ende', description: 'Wann in der Ebene er verschwindet.' },
    name: nameWords,
    enabled: enabledWords,
  }),
} as const;
