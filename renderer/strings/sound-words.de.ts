import { conditionWords, enabledWords, nameWords } from './layer-words.de.ts';

const volume = {
  label: 'Lautstärke',
  description: 'Wie laut er ist: ein Faktor der Amplitude von 0 bis 8, oder Dezibel wie `-6dB`.',
};

const pan = {
  label: 'Panorama',
  description: 'Stereoposition: −1 ist links, 1 ist rechts. Die andere Seite wird leiser.',
};

/** The labels and descriptions of sounds and of the sound of videos. */
export const soundWords = {
  'video/speed': { label: 'Tempo', description: 'Wiedergabetempo als Faktor. Die Tonhöhe bleibt gleich.' },
  'video/end': {
    label: 'Ende',
    description:
      'Nach dem Ende der Quelle: `hold` behält ihr letztes Bild, `loop` beginnt wieder am In-Punkt, `hide` zeigt nichts. Nur `loop` hat Ton.',
    options: { hold: 'Halten', loop: 'Wiederholen', hide: 'Ausblenden' },
  },
  'video/freeze': {
    label: 'Standbild',
    description: 'Zeigt das Bild zu diesem Zeitpunkt der Quelle als Standbild, ohne Ton.',
  },
  'video/deinterlace': {
    label: 'Deinterlacen',
    description:
      'Ob die zwei Halbbilder einer Quelle mit Zeilensprung zu einem Bild werden. Quellen ohne Zeilensprung bleiben unverändert.',
  },
  'video/volume': volume,
  'video/pan': pan,
  'video/soundfadein': {
    label: 'Einblenden',
    description: 'Dauer der Einblendung seines Tons aus der Stille.',
  },
  'video/soundfadeout': {
    label: 'Ausblenden',
    description: 'Dauer der Ausblendung seines Tons bis zur Stille.',
  },
  'video/ducks': {
    label: 'Musik leiser',
    description: 'Ob es die Töne des Films mit `duck` absenkt, während es läuft.',
  },
  audio: {
    label: 'Ton',
    description:
      'Ein Ton. In einer Szene läuft er dort, im Film über alle Szenen hinweg. Er braucht genau eines von `url` und `src`.',
  },
  'audio/url': { label: 'URL', description: 'Die http(s)-Adresse der Quelle.' },
  'audio/src': {
    label: 'Quelle',
    description: 'Der Dateiname einer Mediendatei desselben Projekts. Das Bild darin wird ignoriert.',
  },
  'audio/skip': {
    label: 'In-Punkt',
    description: 'Startposition in der Quelle, in Frames des Films oder in Sekunden wie `1.5s`.',
  },
  'audio/offset': { label: 'Start', description: 'Startzeit in der Szene oder im Film.' },
  'audio/duration': {
    label: 'Dauer',
    description:
      'Dauer des Tons. Standardmäßig so lang wie seine Quelle, aber nicht länger als die Szene oder der Film.',
  },
  'audio/speed': { label: 'Tempo', description: 'Wiedergabetempo als Faktor. Die Tonhöhe bleibt gleich.' },
  'audio/volume': volume,
  'audio/pan': pan,
  'audio/fadein': { label: 'Einblenden', description: 'Dauer der Einblendung aus der Stille.' },
  'audio/fadeout': {
    label: 'Ausblenden',
    description: 'Dauer der Ausblendung bis zur Stille am Ende des Tons.',
  },
  'audio/loop': {
    label: 'Wiederholen',
    description: 'Ob er am In-Punkt neu beginnt, wenn seine Quelle endet.',
  },
  'audio/ducks': {
    label: 'Musik leiser',
    description:
      'Ob er die Töne des Films mit `duck` absenkt, während er läuft. Standardmäßig tun das Töne von Szenen, Töne des Films nicht.',
  },
  'audio/duck': {
    label: 'Absenken auf',
    description: 'Für Töne des Films: Faktor der Lautstärke, während etwas mit `ducks` läuft.',
  },
  'audio/duckfade': {
    label: 'Absenkzeit',
    description: 'Dauer des Absenkens davor und des Anhebens danach. Standard sind 0,3 Sekunden.',
  },
  'audio/condition': conditionWords,
  'audio/name': nameWords,
  'audio/enabled': enabledWords,
} as const;
