import { formatNames, QUALITIES } from '../render/formats.ts';
import type { CommandName } from './arguments.ts';

const formatList = formatNames.join(', ');
const qualityList = QUALITIES.join(', ');

const overview = `Scenewright makes films from XML movie templates.

  scenewright render TEMPLATE.xml --out FILE     make the film
  scenewright validate TEMPLATE.xml              say what is wrong with a template
  scenewright variables TEMPLATE.xml             list the variables of a template
  scenewright COMMAND --help                     say more about a command
  scenewright --version

Exit codes: 0 done, 1 problems or a failure, 2 wrong arguments, 130 cancelled.
`;

const variableOptions = `  --var NAME=VALUE      give a variable its value; as often as needed
  --vars FILE.json      give values from a JSON object; --var wins over it`;

const topics: Readonly<Record<CommandName, string>> = {
  render: `scenewright render TEMPLATE.xml --out FILE [options]

Makes the film that the template describes. FILE appears whole or not at all; an older one is replaced.

  -o, --out FILE        where the film goes
  --format FORMAT       ${formatList};
                        without it, what the extension of FILE says
  --quality QUALITY     ${qualityList}; standard without it
${variableOptions}
  --assets FOLDER       where the files are that \`src\` names; the template's own folder without it
  --allow-host HOST     fetch sources from this host although it is not a public one; as often as needed
  --no-cache            make every scene anew, and keep none for next time
  --json                print one JSON object on standard output; everything else goes to standard error

Press Ctrl-C to cancel: nothing is left behind.
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
};

/** What `--help` prints. */
export function helpText(topic: CommandName | null): string {
  return topic === null ? overview : topics[topic];
}
