import { designSizes } from '../../../shared/designs/design-file.ts';
import { USUAL_REGISTRY } from '../fonts/fetch-archive.ts';
import { fontPackages } from '../fonts/font-packages.ts';
import { QUALITIES } from '../render/formats/format.ts';
import { formatNames } from '../render/formats/formats.ts';
import { hardwareFormats, hardwareNames } from '../render/formats/hardware-encoders.ts';
import type { CommandName } from './arguments.ts';

const formatList = formatNames.join(', ');
const qualityList = QUALITIES.join(', ');
const hardwareList = hardwareNames.join(', ');
const hardwareFormatList = hardwareFormats(formatNames).join(', ');

const overview = `Scenewright makes films from XML movie templates.

  scenewright render TEMPLATE.xml --out FILE     make the film
  scenewright batch TEMPLATE.xml --rows FILE --out FOLDER
                                                 make a film of each row of a table
  scenewright validate TEMPLATE.xml              say what is wrong with a template
  scenewright variables TEMPLATE.xml             list the variables of a template
  scenewright designs                            list designs to begin from
  scenewright new DESIGN FOLDER                  put a design into a folder, to be rendered
  scenewright fonts list|add|remove              fonts that do not come with the program
  scenewright service                            keep projects and render over HTTP
  scenewright worker                             make films for a service elsewhere
  scenewright COMMAND --help                     say more about a command
  scenewright --version

Exit codes: 0 done, 1 problems or a failure, 2 wrong arguments, 130 cancelled.
Environment: SCENEWRIGHT_FFMPEG and SCENEWRIGHT_FFPROBE (the programs to use), SCENEWRIGHT_CACHE (the folder of the cache),
SCENEWRIGHT_FONTS (the folder of added fonts).
`;

const variableOptions = `  --var NAME=VALUE      give a variable its value; as often as needed
  --vars FILE.json      give values from a JSON object; --var wins over it
  --brand FILE.json     take colours, fonts, logo and music from a brand, as the editor exports it, for variables that
                        begin with brand_ and have no value; files that it names lie beside the template's`;

const topics: Readonly<Record<CommandName, string>> = {
  render: `scenewright render TEMPLATE.xml --out FILE [options]

Makes the film that the template describes. FILE appears whole or not at all; an older one is replaced.

  -o, --out FILE        where the film goes
  --format FORMAT       ${formatList};
                        without it, what the extension of FILE says
  --quality QUALITY     ${qualityList}; standard without it
  --encoder ENCODER     software, or hardware: ${hardwareList};
                        for ${hardwareFormatList}; never chosen unless asked for
${variableOptions}
  --assets FOLDER       where the files are that \`src\` names; the template's own folder without it
  --allow-host HOST     fetch sources from this host although it is not a public one; as often as needed
  --no-cache            make every scene anew, and keep none for next time
  --json                print one JSON object on standard output; everything else goes to standard error

Press Ctrl-C to cancel: nothing is left behind.
`,
  batch: `scenewright batch TEMPLATE.xml --rows FILE --out FOLDER [options]

Makes a film of each row of a table: CSV with names in its first line, or JSON. A column gives the variable of its name its
value; an empty cell leaves the default. Rows with errors are named and left out; then the exit code is 1.

  --rows FILE           the table
  -o, --out FOLDER      where the films go
  --name PATTERN        their names, such as '\${city}-\${index}'; \${index} is the row, from 1, and the name without it
  --format FORMAT       ${formatList};
                        mp4 without it
  --quality QUALITY     ${qualityList}; standard without it
  --encoder ENCODER     as of render
  --jobs N              films at once, after the first; 2 without it, so that one is put together while the next is made
  --manifest FILE       write down what became of each row, as CSV or, with another ending, as JSON
${variableOptions};
                        a column wins over both
  --assets FOLDER       where the files are that \`src\` names; the template's own folder without it
  --allow-host HOST     fetch sources from this host although it is not a public one; as often as needed
  --no-cache            make every scene anew, and keep none for next time
  --json                print one JSON object on standard output; everything else goes to standard error

Press Ctrl-C to cancel: films that are done stay, and nothing is left of the others.
`,
  validate: `scenewright validate TEMPLATE.xml [options]

Says everything that is wrong with a template, with line and column. Sources are not opened.

${variableOptions}
  --json                print one JSON object on standard output
`,
  variables: `scenewright variables TEMPLATE.xml [--json]

Lists the variables of a template in order of first use: name, type, default, and where each is used.

  --json                print one JSON object on standard output
`,
  designs: `scenewright designs [--json]

Lists the designs that films can begin from: name, title, sizes and length. \`scenewright new\` begins from one.

  --json                print one JSON object on standard output
`,
  new: `scenewright new DESIGN FOLDER [options]

Puts a design into FOLDER: its templates, the files that they show, and data.json with sample values. Then
\`scenewright render FOLDER/16x9.xml --out film.mp4\` makes a film, and --var gives its variables other values.
DESIGN is a name that \`scenewright designs\` lists, or the file of a design that was exported (.scenewright).

  --size SIZE           ${Object.keys(designSizes).join(', ')}; all that the design has without it
  --json                print one JSON object on standard output

FOLDER is made if it is not there. Nothing in it is written over: where a name is taken, nothing is done.
`,
  fonts: `scenewright fonts list
scenewright fonts add NAME [--from FOLDER | --registry ADDRESS]
scenewright fonts remove NAME

Adds fonts that do not come with the program, for films of this command, of the service and of the editor. There are:
${fontPackages.map(({ name, title }) => `  ${name.padEnd(20)}  ${title}, the family Noto Sans`).join('\n')}

A text finds its characters in them by itself, or names a family, such as font="Noto Sans JP".

  --from FOLDER         take the archives that \`npm pack\` made from this folder, without the network;
                        as often as needed
  --registry ADDRESS    fetch them from this registry of npm's packages; ${USUAL_REGISTRY} without it
  --json                print one JSON object on standard output

Nothing is used that has not the checksum which Scenewright knows. Press Ctrl-C to cancel: nothing is left behind.
`,
};

/** What `--help` prints. */
export function helpText(topic: CommandName | null): string {
  return topic === null ? overview : topics[topic];
}
