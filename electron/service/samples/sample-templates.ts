import type { DesignLanguage } from '../../../shared/designs/design-file.ts';
import { type DataSet, EMPTY_RECORD, editingRecordJson } from '../../../shared/editing/editing-record.ts';

/** The sample project as it is called and written in a language. */
interface SampleTexts {
  readonly project: string;
  readonly film: { readonly name: string; readonly xml: string };
  readonly greeting: {
    readonly name: string;
    readonly xml: string;
    /** What the editor finds beside its text. */
    readonly record: Readonly<Record<string, unknown>>;
  };
}

export function sampleTexts(language: DesignLanguage): SampleTexts {
  const words = WORDS[language];
  return {
    project: words.project,
    film: { name: words.film, xml: filmXml(words) },
    greeting: { name: words.greeting, xml: greetingXml(words), record: greetingRecord(words) },
  };
}

const EN = {
  project: 'Sample – An evening outdoors',
  film: 'Evening',
  greeting: 'Greeting',
  filmNote:
    'Six scenes, 15 seconds. Drag their edges, change an effect, or edit this text: picture and XML follow each other.',
  sunset: 'The sun goes down',
  ridges: 'The ridges turn blue',
  flower: 'A flower before them',
  night: 'Night',
  otherWay: 'The other way round',
  remembered: 'As it was remembered',
  greetingNote:
    'One template, many films: each value in ${name, default} can be given when a film is made, one by one or by a table.',
  forName: 'For ${name, Ada}',
  mirror: 'The same, seen in a mirror',
  flowerFor: 'A flower for ${name, Ada}',
  byNight: 'Grace, by night',
  longest: 'Longest name',
};
type SampleWords = typeof EN;

const WORDS: Readonly<Record<DesignLanguage, SampleWords>> = {
  en: EN,
  de: {
    project: 'Beispiel – Ein Abend im Freien',
    film: 'Abend',
    greeting: 'Gruß',
    filmNote:
      'Sechs Szenen, 15 Sekunden. Ziehen Sie an ihren Rändern, ändern Sie einen Effekt oder diesen Text: Bild und XML folgen einander.',
    sunset: 'Die Sonne geht unter',
    ridges: 'Die Berge werden blau',
    flower: 'Eine Blume davor',
    night: 'Nacht',
    otherWay: 'Andersherum',
    remembered: 'Wie man sich erinnert',
    greetingNote:
      'Eine Vorlage, viele Filme: Jeder Wert in ${name, Vorgabe} lässt sich angeben, wenn ein Film entsteht, einzeln oder durch eine Tabelle.',
    forName: 'Für ${name, Ada}',
    mirror: 'Dasselbe im Spiegel',
    flowerFor: 'Eine Blume für ${name, Ada}',
    byNight: 'Grace, bei Nacht',
    longest: 'Längster Name',
  },
};

/** A film of six scenes, 15 seconds, that shows each effect, layers and in-points. */
function filmXml(words: SampleWords): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- ${words.filmNote} -->
<movie width="960" height="540" framerate="30">
  <scene duration="3s" name="${words.sunset}">
    <video src="sunset.mp4">
      <filter type="vignette" color="#1b0a2a" aperture="0.6"/>
    </video>
  </scene>
  <scene duration="75" name="${words.ridges}">
    <video src="mountains.mp4" skip="15">
      <filter type="saturation" intensity="1.3"/>
    </video>
  </scene>
  <scene duration="75" name="${words.flower}">
    <video src="mountains.mp4" skip="1s">
      <filter type="saturation" intensity="0.6"/>
      <filter type="vignette" aperture="1.1"/>
    </video>
    <video src="blossom.mp4" audio="false"/>
  </scene>
  <scene duration="3s" name="${words.night}">
    <video src="aurora.mp4">
      <filter type="vignette"/>
    </video>
  </scene>
  <scene duration="2s" name="${words.otherWay}">
    <video src="aurora.mp4" skip="45">
      <transform type="flip" axis="x"/>
      <filter type="vignette" color="#06281f" aperture="0.9"/>
    </video>
  </scene>
  <scene duration="2s" name="${words.remembered}">
    <video src="sunset.mp4" skip="2s">
      <filter type="saturation" intensity="0"/>
      <filter type="vignette" color="#ff8000" aperture="1"/>
    </video>
  </scene>
</movie>
`;
}

/** A film with a variable of every type, for data sets and batches. */
function greetingXml(words: SampleWords): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- ${words.greetingNote} -->
<movie width="960" height="540" framerate="30">
  <scene duration="\${length, 2s}" name="${words.forName}">
    <video src="\${clip, sunset.mp4}" audio="\${sound, true}">
      <filter type="saturation" intensity="\${mood, 1.2}"/>
      <filter type="vignette" color="\${colour, '#2a0a3a'}" aperture="0.9"/>
    </video>
  </scene>
  <scene duration="\${length, 2s}" name="${words.mirror}">
    <video src="\${clip, sunset.mp4}" audio="\${sound, true}" skip="1s">
      <transform type="flip" axis="x"/>
      <filter type="saturation" intensity="\${mood, 1.2}"/>
    </video>
  </scene>
  <scene duration="2s" name="${words.flowerFor}">
    <video src="\${clip, sunset.mp4}" audio="false">
      <filter type="saturation" intensity="0.3"/>
      <filter type="vignette" color="\${colour, '#2a0a3a'}" aperture="1.2"/>
    </video>
    <video src="blossom.mp4"/>
  </scene>
</movie>
`;
}

/** Sample values for the greeting, switched in the editor's top bar. */
function greetingRecord(words: SampleWords): Readonly<Record<string, unknown>> {
  const dataSets: readonly DataSet[] = [
    ...EMPTY_RECORD.dataSets,
    {
      id: 'night',
      name: words.byNight,
      values: { name: 'Grace', clip: 'aurora.mp4', colour: '#06281f', mood: '1.4' },
    },
    {
      id: 'longest',
      name: words.longest,
      values: { name: 'Maximiliane Alexandrina von Hohenfels-Wartenberg', clip: 'mountains.mp4', length: '2.5s' },
    },
  ];
  return editingRecordJson({ ...EMPTY_RECORD, dataSets });
}
