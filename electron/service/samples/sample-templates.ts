import { type DataSet, EMPTY_RECORD, editingRecordJson } from '#shared/editing/model/editing-record.ts';
import type { SampleWords } from './sample-words.ts';

/**
 * Returns a film of six scenes and 15 seconds with texts, shapes, movement, transitions, effects, music, and in-points.
 */
export function filmXml(words: SampleWords): string {
  const [sunset, ridges, flower, night, mirrored, remembered] = words.scenes;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- ${words.filmComment} -->
<movie width="960" height="540" framerate="30">
  <audio src="music.m4a" volume="0.6" fadein="0.5s" fadeout="2s" duck="0.25"/>
  <scene duration="105" name="${sunset}">
    <video src="sunset.mp4" audio="false">
      <filter type="vignette" color="#1b0a2a" aperture="0.6"/>
    </video>
    <text content="${words.title}" size="68" weight="700" width="90%" xalign="center" shadow="0, 3, 10, #1b0a2ac0" position="0, -150" offset="10">
      <animation type="slidein" direction="bottom" distance="40" duration="0.7s"/>
      <animation type="fadein" duration="0.7s"/>
    </text>
    <solid color="#ffd9a0" width="260" height="3" position="0, -98" offset="24">
      <animation>
        <key time="0" width="1" easing="ease-out"/>
        <key time="20" width="260"/>
      </animation>
    </solid>
    <text content="${words.subtitle}" size="24" color="#ffe6c4" width="90%" xalign="center" shadow="0, 2, 6, #1b0a2ac0" position="0, -70" offset="32">
      <animation type="fadein" duration="0.6s"/>
    </text>
  </scene>
  <transition duration="15"/>
  <scene duration="90" name="${ridges}">
    <video src="mountains.mp4" skip="15" audio="false">
      <filter type="saturation" intensity="1.3"/>
    </video>
    <text content="${words.ridges}" size="30" weight="700" background="#14213dd0" padding="10, 20" radius="6" origin="bottomleft" anchor="-50%, 50%" position="48, -44" offset="12">
      <animation type="slidein" direction="left" duration="0.6s"/>
      <animation type="slideout" direction="left" duration="0.5s"/>
    </text>
  </scene>
  <transition type="wipe" direction="right" duration="15"/>
  <scene duration="90" name="${flower}">
    <video src="mountains.mp4" skip="1s" audio="false">
      <filter type="saturation" intensity="0.6"/>
      <filter type="blur" radius="10"/>
    </video>
    <shape type="ellipse" width="396" height="396" stroke="#ffffff" linewidth="5" position="-150, 0">
      <animation type="zoomin" duration="0.6s"/>
    </shape>
    <video src="blossom.mp4" width="380" height="380" position="-150, 0" audio="false">
      <mask>
        <shape type="ellipse" width="380" height="380" fill="#ffffff"/>
      </mask>
      <animation type="zoomin" duration="0.6s"/>
    </video>
    <text content="${words.flower}" size="60" weight="700" width="340" shadow="0, 2, 8, #00000090" position="230, 0" offset="16">
      <animation type="fadein" duration="0.5s"/>
    </text>
  </scene>
  <transition type="circle" duration="15"/>
  <scene duration="105" name="${night}">
    <video src="aurora.mp4" volume="0.6" soundfadein="15" soundfadeout="15" ducks="true">
      <filter type="vignette"/>
    </video>
    <text content="${words.night}" size="38" width="90%" xalign="center" color="#d6fff0" position="0, -150" offset="18">
      <animation type="typewriter" duration="1.4s"/>
    </text>
  </scene>
  <scene duration="60" name="${mirrored}">
    <video src="aurora.mp4" skip="45" audio="false">
      <transform type="flip" axis="x"/>
      <filter type="vignette" color="#06281f" aperture="0.9"/>
    </video>
    <text content="${words.mirrored}" size="38" width="90%" xalign="center" color="#d6fff0" position="0, -150">
      <transform type="flip" axis="x"/>
      <animation type="fadeout" duration="0.4s"/>
    </text>
  </scene>
  <transition type="fade" duration="15"/>
  <scene duration="60" name="${remembered}">
    <video src="sunset.mp4" skip="2s" audio="false">
      <filter type="saturation" intensity="0"/>
      <filter type="vignette" color="#ff8000" aperture="1"/>
    </video>
    <text content="${words.end}" size="46" weight="700" width="90%" xalign="center" shadow="0, 2, 8, #000000a0" position="0, -96" offset="10">
      <animation type="pop" duration="0.6s"/>
    </text>
  </scene>
</movie>
`;
}

/** Returns a film with a variable of every type, for data sets and batches. */
export function greetingXml(words: SampleWords): string {
  const { labels } = words;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- ${words.greetingComment} -->
<movie width="960" height="540" framerate="30">
  <resources>
    <variable name="name" label="${labels.name}" maxlength="80"/>
    <variable name="clip" label="${labels.clip}"/>
    <variable name="length" label="${labels.length}"/>
    <variable name="mood" label="${labels.mood}"/>
    <variable name="colour" label="${labels.colour}"/>
    <variable name="sound" label="${labels.sound}"/>
  </resources>
  <scene duration="\${length, 3s}" name="${words.dear} \${name, Ada}">
    <video src="\${clip, sunset.mp4}" fit="cover" audio="\${sound, true}" soundfadein="10">
      <filter type="saturation" intensity="\${mood, 1.2}"/>
      <filter type="vignette" color="\${colour, '#2a0a3a'}" aperture="0.9"/>
    </video>
    <text content="${words.dear}" size="30" letterspacing="4" width="90%" xalign="center" shadow="0, 2, 6, #000000a0" position="0, -190" offset="8">
      <animation type="fadein" duration="0.5s"/>
    </text>
    <text content="\${name, Ada}" size="110" weight="700" width="840" height="140" xalign="center" yalign="middle" autosize="shrink" shadow="0, 3, 12, #000000a0" position="0, -110" offset="14">
      <animation type="pop" duration="0.6s"/>
    </text>
  </scene>
  <transition duration="10"/>
  <scene duration="\${length, 3s}" name="${words.mirror}">
    <video src="\${clip, sunset.mp4}" fit="cover" audio="\${sound, true}" skip="1s">
      <transform type="flip" axis="x"/>
      <filter type="saturation" intensity="\${mood, 1.2}"/>
    </video>
    <text size="56" weight="700" xalign="center" background="\${colour, '#2a0a3a'}" padding="14, 28" radius="8" position="0, -60" offset="10">
      <content>${words.closing.join('\n')}</content>
      <animation type="slidein" direction="bottom" distance="60" duration="0.6s"/>
      <animation type="fadein" duration="0.4s"/>
    </text>
  </scene>
  <transition type="wipe" direction="left" duration="10"/>
  <scene duration="3s" name="${words.flowerFor}">
    <video src="\${clip, sunset.mp4}" fit="cover" audio="false">
      <filter type="saturation" intensity="0.3"/>
      <filter type="vignette" color="\${colour, '#2a0a3a'}" aperture="1.2"/>
    </video>
    <video src="blossom.mp4" width="300" height="300" position="0, -50">
      <mask>
        <shape type="ellipse" width="300" height="300" fill="#ffffff"/>
      </mask>
      <animation type="zoomin" duration="0.7s"/>
    </video>
    <text content="${words.flowerFor}" size="40" weight="700" width="840" height="60" xalign="center" yalign="middle" autosize="shrink" shadow="0, 2, 8, #000000a0" position="0, 170" offset="16">
      <animation type="fadein" duration="0.5s"/>
    </text>
  </scene>
</movie>
`;
}

/** The sample values for the greeting. The user selects them in the editor's top bar. */
function greetingDataSets({ dataSets }: SampleWords): readonly DataSet[] {
  return [
    ...EMPTY_RECORD.dataSets,
    {
      id: 'night',
      name: dataSets.night,
      values: { name: 'Grace', clip: 'aurora.mp4', colour: '#06281f', mood: '1.4' },
    },
    {
      id: 'longest',
      name: dataSets.longest,
      values: { name: 'Maximiliane Alexandrina von Hohenfels-Wartenberg', clip: 'mountains.mp4', length: '3.5s' },
    },
  ];
}

/** Returns the editing record of the greeting. */
export function greetingRecord(words: SampleWords): Readonly<Record<string, unknown>> {
  return editingRecordJson({ ...EMPTY_RECORD, dataSets: greetingDataSets(words) });
}
