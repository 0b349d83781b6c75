import type { SourceStatements } from '../source-statements.ts';
import type { Wording } from '../statement.ts';

export const sourceSentences: Wording<SourceStatements> = {
  'source/told': ({ words }) => words,
  'source/no-asset': ({ name, near }) => {
    const meant = near.map((each) => `“${each}”`).join(' or ');
    return `The project has no asset “${name}”${meant === '' ? '.' : `; did you mean ${meant}?`}`;
  },
  'source/not-in-project': ({ name }) => `“${name}” is not in the project.`,
  'source/not-in-assets-folder': ({ name }) => `${name} is not in the assets folder.`,
  'source/damaged': ({ source, seconds, there, lacking, held }) => {
    const what =
      there === null || lacking === null
        ? `Only the first ${Math.round(seconds * 100) / 100} s of “${source}” can be read`
        : `Only ${there} of the ${there + lacking} frames of “${source}” can be read`;
    const frames = held === 1 ? '1 frame' : `${held} frames`;
    const result =
      there === null
        ? `${frames} of this scene ${held === 1 ? 'is' : 'are'} silent`
        : `${frames} of this scene ${held === 1 ? 'shows' : 'show'} the last of them`;
    return `${what}: the file is cut short or damaged. ${result}. Put a whole copy in its place.`;
  },
  'source/hdr': () => 'the source has a high dynamic range, and this FFmpeg lacks `zscale`: it will look flat.',
  'format/size': ({ format, width, height, renderedWidth, renderedHeight }) =>
    `${format} cannot hold ${width}×${height}; the film is rendered at ${renderedWidth}×${renderedHeight}.`,
  'format/frame-rate': ({ format, rate, renderedRate }) =>
    `${format} cannot hold ${rate} frames a second; the film is rendered at ${renderedRate} frames a second, as long ` +
    'as before.',
  'format/no-sound': ({ format }) => `${format} holds no sound; the film is silent.`,
  'batch/no-column-no-default': ({ variable }) => `The variable \`${variable}\` has neither a column nor a default.`,
};
