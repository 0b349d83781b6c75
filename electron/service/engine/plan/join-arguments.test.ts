import { describe, expect, test } from 'vitest';
import { planFilm } from '#service/testing/plan-film.ts';
import { joinSteps, pictureList, segmentsStep } from './join-arguments.ts';

const film = (attributes = 'framerate="30000/1001"') =>
  `<movie width="64" height="64" ${attributes}><scene duration="10"><video src="a.mp4"/></scene><scene duration="20"/></movie>`;
const PLAIN = '-map_metadata -1 -fflags +bitexact -flags:a +bitexact';

const joined = (...[xml, options]: Parameters<typeof planFilm>) =>
  joinSteps(planFilm(xml, options), '5.1', '/films/draft').map((step) => ({
    ...step,
    arguments: step.arguments.join(' '),
  }));

test('the list contains the file and the duration of each scene', () => {
  const plan = planFilm(film());
  const [first, second] = plan.scenes.map(({ picture }) => picture?.key);
  expect(pictureList(plan)).toBe(
    `ffconcat version 1.0\nfile ${first}\nduration 0.333667\nfile ${second}\nduration 0.667333\n`,
  );
});

describe('the join of a film', () => {
  test('copies the picture and the encoded sound track', () => {
    expect(joined(film())).toEqual([
      {
        arguments: `-protocol_whitelist file -f concat -i file:pictures.ffconcat -protocol_whitelist file -f mp4 -i file:track.sound -map 0:v:0 -c:v copy -map 1:a:0 -c:a copy ${PLAIN} -movflags +faststart -f mp4 -y file:/films/draft`,
        takesSound: false,
      },
    ]);
  });

  test('encodes the sound during the join if that is quick', () => {
    expect(joined(film(), { format: 'webm' })).toEqual([
      {
        arguments: `-protocol_whitelist file -f concat -i file:pictures.ffconcat -f s16le -ar 48000 -ac 2 -i pipe:0 -map 0:v:0 -c:v copy -map 1:a:0 -af asetpts=PTS+312 -c:a libopus -b:a 128k ${PLAIN} -f webm -y file:/films/draft`,
        takesSound: true,
      },
    ]);
  });

  test('reads only the sound for a sound format', () => {
    expect(joined(film(), { format: 'mp3', quality: 'high' })).toEqual([
      {
        arguments: `-f s16le -ar 48000 -ac 2 -i pipe:0 -map 0:a:0 -c:a libmp3lame -b:a 320k ${PLAIN} -f mp3 -y file:/films/draft`,
        takesSound: true,
      },
    ]);
  });

  test('uses one palette for the whole film in two runs', () => {
    const steps = joined(film(), { format: 'gif' });
    expect(steps.map(({ takesSound }) => takesSound)).toEqual([false, false]);
    expect(steps[0]?.arguments).toMatch(/palettegen=stats_mode=diff .* -y file:palette\.png$/);
    expect(steps[1]?.arguments).toMatch(/paletteuse=dither=bayer.* -loop 0 -f gif -y file:\/films\/draft$/);
  });
});

test('several segments of the sound are encoded in one run', () => {
  const segment = { from: 0, to: 5000, lead: 0, packets: 5 };
  const targets = [
    { segment, name: 'one' },
    { segment: { ...segment, from: 96_000, to: 96_100 }, name: 'two' },
  ];
  const argumentsFor = (version: string) => segmentsStep(targets, planFilm(film()), version).arguments.join(' ');
  const outputs = `-map [t2] -c:a aac -b:a 128k ${PLAIN} -f adts -y file:one -map [t3] -c:a aac -b:a 128k ${PLAIN} -f adts -y file:two`;
  expect(segmentsStep(targets, planFilm(film()), '5.1').takesSound).toBe(true);
  expect(argumentsFor('5.1')).toBe(
    '-f s16le -ar 48000 -ac 2 -i pipe:0 -filter_complex [0:a]asplit=2[t0][t1];' +
      '[t0]atrim=start_sample=0:end_sample=5000,asetpts=PTS-STARTPTS[t2];' +
      `[t1]atrim=start_sample=5000:end_sample=5100,asetpts=PTS-STARTPTS[t3] ${outputs}`,
  );
  expect(argumentsFor('7.1')).toBe(
    '-f s16le -ar 48000 -ac 2 -i pipe:0' +
      ' -filter_complex [0:a]atrim=start_sample=0:end_sample=5000,asetpts=PTS-STARTPTS[t2]' +
      ` -filter_complex [0:a]atrim=start_sample=5000:end_sample=5100,asetpts=PTS-STARTPTS[t3] ${outputs}`,
  );
});
