import { type DataSet, EMPTY_RECORD, editingRecordJson } from '../../../shared/editing/editing-record.ts';

/** The names of the sample project and of what is in it. */
export const SAMPLE_NAME = 'Sample – An evening outdoors';
export const FILM_NAME = 'Evening';
export const GREETING_NAME = 'Greeting';

/** A film of six scenes, 15 seconds, that shows each effect, layers and in-points. */
export const filmXml = `<?xml version="1.0" encoding="UTF-8"?>
<!-- Six scenes, 15 seconds. Drag their edges, change an effect, or edit this text: picture and XML follow each other. -->
<movie width="960" height="540" framerate="30">
  <scene duration="3s" name="The sun goes down">
    <video src="sunset.mp4">
      <filter type="vignette" color="#1b0a2a" aperture="0.6"/>
    </video>
  </scene>
  <scene duration="75" name="The ridges turn blue">
    <video src="mountains.mp4" skip="15">
      <filter type="saturation" intensity="1.3"/>
    </video>
  </scene>
  <scene duration="75" name="A flower before them">
    <video src="mountains.mp4" skip="1s">
      <filter type="saturation" intensity="0.6"/>
      <filter type="vignette" aperture="1.1"/>
    </video>
    <video src="blossom.mp4" audio="false"/>
  </scene>
  <scene duration="3s" name="Night">
    <video src="aurora.mp4">
      <filter type="vignette"/>
    </video>
  </scene>
  <scene duration="2s" name="The other way round">
    <video src="aurora.mp4" skip="45">
      <transform type="flip" axis="x"/>
      <filter type="vignette" color="#06281f" aperture="0.9"/>
    </video>
  </scene>
  <scene duration="2s" name="As it was remembered">
    <video src="sunset.mp4" skip="2s">
      <filter type="saturation" intensity="0"/>
      <filter type="vignette" color="#ff8000" aperture="1"/>
    </video>
  </scene>
</movie>
`;

/** A film with a variable of every type, for data sets and batches. */
export const greetingXml = `<?xml version="1.0" encoding="UTF-8"?>
<!-- One template, many films: each value in \${name, default} can be given when a film is made, one by one or by a table. -->
<movie width="960" height="540" framerate="30">
  <scene duration="\${length, 2s}" name="For \${name, Ada}">
    <video src="\${clip, sunset.mp4}" audio="\${sound, true}">
      <filter type="saturation" intensity="\${mood, 1.2}"/>
      <filter type="vignette" color="\${colour, '#2a0a3a'}" aperture="0.9"/>
    </video>
  </scene>
  <scene duration="\${length, 2s}" name="The same, seen in a mirror">
    <video src="\${clip, sunset.mp4}" audio="\${sound, true}" skip="1s">
      <transform type="flip" axis="x"/>
      <filter type="saturation" intensity="\${mood, 1.2}"/>
    </video>
  </scene>
  <scene duration="2s" name="A flower for \${name, Ada}">
    <video src="\${clip, sunset.mp4}" audio="false">
      <filter type="saturation" intensity="0.3"/>
      <filter type="vignette" color="\${colour, '#2a0a3a'}" aperture="1.2"/>
    </video>
    <video src="blossom.mp4"/>
  </scene>
</movie>
`;

/** Sample values for the greeting, switched in the editor's top bar. */
const greetingDataSets: readonly DataSet[] = [
  ...EMPTY_RECORD.dataSets,
  {
    id: 'night',
    name: 'Grace, by night',
    values: { name: 'Grace', clip: 'aurora.mp4', colour: '#06281f', mood: '1.4' },
  },
  {
    id: 'longest',
    name: 'Longest name',
    values: { name: 'Maximiliane Alexandrina von Hohenfels-Wartenberg', clip: 'mountains.mp4', length: '2.5s' },
  },
];

/** What the editor finds beside the greeting's text. */
export const greetingRecord = editingRecordJson({ ...EMPTY_RECORD, dataSets: greetingDataSets });
