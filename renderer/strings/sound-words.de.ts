import { conditionWords, enabledWords, nameWords } from './layer-words.de.ts';

const volume = {
  label: 'Lautstärke',
  description: 'Wie laut er ist: ein Faktor der Amplitude von 0 bis 8, oder Dezibel wie `-6dB`.',
};

const pan = {
  label: 'Panorama',
  description: 'Auf welcher Seite er zu hören ist: −1 ist links, 1 ist rechts. Die andere Seite wird leiser.',
};

/** The labels and descriptions of sounds and of the sound of videos. */
export const soundWords = {
  'video/speed': { label: 'Tempo', description: 'Wie viel schneller als seine Quelle es läuft. Die Tonhöhe bleibt.' },
  'video/end': {
    label: 'Ende',
    description:
      'Was nach dem Ende der Quelle zu sehen ist: `hold` ihr letztes Bild, `loop` die Quelle wieder vom In-Punkt an, `hide` nichts. Außer bei `loop` ist es dann stumm.',
    options: { hold: 'Halten', loop: 'Wiederholen', hide: 'Ausblenden' },
  },
  'video/freeze': {
    label: 'Standbild',
    description: 'Der Zeitpunkt der Quelle, der durchgehend zu sehen ist, ohne Ton.',
  },
  'video/deinterlace': {
    label: 'Deinterlacen',
    description:
      'Ob aus den zwei Halbbildern einer Quelle mit Zeilensprung ein Bild wird. Eine Quelle ohne Zeilensprung bleibt, wie sie ist.',
  },
  'video/volume': volume,
  'video/pan': pan,
  'video/soundfadein': {
    label: 'Einblenden',
    description: 'Wie lange sein Ton von der Stille bis zu seiner Lautstärke braucht.',
  },
  'video/soundfadeout': {
    label: 'Ausblenden',
    description: 'Wie lange sein Ton von seiner Lautstärke bis zur Stille braucht.',
  },
  'video/ducks': {
    label: 'Musik leiser',
    description: 'Ob die Töne des Films, die `duck` haben, zurückweichen, solange es zu hören ist.',
  },
  audio: {
    label: 'Ton',
    description:
      'Ein Ton. In einer Szene ist er dort zu hören, im Film über alle Szenen hinweg. Er hat genau eines von `url` und `src`.',
  },
  'audio/url': { label: 'URL', description: 'Die http(s)-Adresse der Quelle.' },
  'audio/src': {
    label: 'Quelle',
    description: 'Der Dateiname einer Mediendatei desselben Projekts. Ein Bild darin zählt nicht.',
  },
  'audio/skip': {
    label: 'In-Punkt',
    description: 'Wo in der Quelle er beginnt, in Frames des Films oder in Sekunden wie `1.5s`.',
  },
  'audio/offset': { label: 'Start', description: 'Wann er in der Szene oder im Film beginnt.' },
  'audio/duration': {
    label: 'Dauer',
    description:
      'Wie lange er zu hören ist; sonst so lange wie seine Quelle, und nicht länger als die Szene oder der Film.',
  },
  'audio/speed': { label: 'Tempo', description: 'Wie viel schneller als seine Quelle er läuft. Die Tonhöhe bleibt.' },
  'audio/volume': volume,
  'audio/pan': pan,
  'audio/fadein': { label: 'Einblenden', description: 'Wie lange er von der Stille bis zu seiner Lautstärke braucht.' },
  'audio/fadeout': {
    label: 'Ausblenden',
    description: 'Wie lange er von seiner Lautstärke bis zur Stille braucht, die er erreicht, wo er aufhört.',
  },
  'audio/loop': {
    label: 'Wiederholen',
    description: 'Ob er an seinem In-Punkt neu beginnt, wenn seine Quelle zu Ende ist.',
  },
  'audio/ducks': {
    label: 'Musik leiser',
    description:
      'Ob die Töne des Films, die `duck` haben, zurückweichen, solange er zu hören ist. Ohne Angabe tut es der einer Szene und der des Films nicht.',
  },
  'audio/duck': {
    label: 'Absenken auf',
    description:
      'Bei einem Ton des Films: womit seine Lautstärke malgenommen wird, solange etwas zu hören ist, vor dem er zurückweicht.',
  },
  'audio/duckfade': {
    label: 'Absenkzeit',
    description: 'Wie lange er davor zum Zurückweichen und danach zum Wiederkommen braucht. Ohne Angabe 0,3 Sekunden.',
  },
  'audio/condition': conditionWords,
  'audio/name': nameWords,
  'audio/enabled': enabledWords,
} as const;
