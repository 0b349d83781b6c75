import { designSizes } from '#shared/designs/design-file.ts';
import { CHECK_CODES } from '#shared/film-check/check-table.ts';
import { PLATFORM_NAMES } from '#shared/film-check/platforms.ts';
import { QUALITIES } from '../engine/formats/format.ts';
import { formatNames, sizedFormats } from '../engine/formats/formats.ts';
import { hardwareFormats, hardwareNames } from '../engine/formats/hardware-encoders.ts';
import { DEFAULT_REGISTRY } from '../fonts/fetch-archive.ts';
import { fontPackages } from '../fonts/font-packages.ts';
import type { CommandName } from './arguments.ts';
import { failedReport, type Report } from './shown/report.ts';

const formatList = formatNames.join(', ');
const qualityList = QUALITIES.join(', ');
const hardwareList = hardwareNames.join(', ');
const sizedFormatList = sizedFormats.join(', ');
const codeList = wrapped(CHECK_CODES, 96);
const hardwareFormatList = hardwareFormats(formatNames).join(', ');

const overview = `Scenewright renders films from XML movie templates.

  scenewright render TEMPLATE.xml --out FILE     render the film
  scenewright batch TEMPLATE.xml… --rows FILE --out FOLDER
                                                 render a film for each row of a table
  scenewright watch TEMPLATE.xml --rows FILE --out FOLDER
                                                 keep the films of a table up to date
  scenewright table FILE                         show how a table is read
  scenewright check TEMPLATE.xml                 check how the film looks, before it is rendered
  scenewright frame TEMPLATE.xml --out FILE      write one frame of the film
  scenewright sheet TEMPLATE.xml --out FILE      write a contact sheet of the film
  scenewright test [FOLDER]                      compare films with their golden pictures
  scenewright validate TEMPLATE.xml              check a template
  scenewright variables TEMPLATE.xml             list the variables of a template
  scenewright designs                            list the designs to start from
  scenewright new DESIGN FOLDER                  copy a design into a folder
  scenewright fonts list|add|remove              manage additional fonts
  scenewright reference [NAME]                   print the conventions, the language by topic, or a JSON schema
  scenewright service                            run the service: projects and rendering over HTTP
  scenewright worker                             run a worker of a render farm
  scenewright agents on|off|keys                 let assistants use the workspace, and manage their keys
  scenewright mcp                                connect an assistant (MCP) over standard input and output
  scenewright COMMAND --help                     show the options of a command
  scenewright --version

Exit codes: 0 success, 1 problems or a failure, 2 invalid arguments, 130 canceled.
Environment: SCENEWRIGHT_FFMPEG and SCENEWRIGHT_FFPROBE (paths of the programs), SCENEWRIGHT_CACHE (cache folder),
SCENEWRIGHT_FONTS (folder of additional fonts).
`;

const variableOptions = `  --var NAME=VALUE      set a variable; repeatable
  --vars FILE.json      set variables from a JSON object; --var takes precedence
  --brand FILE.json     set variables that begin with brand_ and have no other value from a brand file that the editor
                        exported; its files are next to the template's
  --language TAG        language of the film, such as de (default: the language of the template)
  --loudness LUFS       loudness of the film, such as -14, or none (default: the loudness of the template)
  --truepeak DBTP       highest true peak of a film with a loudness (default: that of the template, or -1)`;

const tableOptions = `  --sheet NAME          sheet of a workbook, #Table:NAME, or #Name:NAME (default: the first visible sheet)
  --header ROW          row of a sheet with the names of the columns, or none (default: the first row with content)
  --hidden              also read hidden rows of a sheet
  --fill-merged         give all merged cells the value of the first one`;

const requiredCheckHelp = `  --check LEVEL         check each film before it is rendered, as \`scenewright check\` does: quick or full
  --fail-on SEVERITY    with --check: error, warning, or never: when a film isn't rendered (default: error)
  --platform NAMES      with --check: also check for platforms, separated by commas, or for those of the --brand file`;

const topics: Readonly<Record<CommandName, string>> = {
  render: `scenewright render TEMPLATE.xml --out FILE [options]

Renders the film that the template describes. FILE is written only when the film is complete, and replaces an existing file.

  -o, --out FILE        output file
  --format FORMAT       ${formatList}
                        (default: from the extension of FILE)
  --quality QUALITY     ${qualityList} (default: standard)
  --max-bytes SIZE      maximum size of the film, such as 8MB or 8MiB: ${sizedFormatList}
  --encoder ENCODER     software, or hardware: ${hardwareList}
                        (default: software; hardware encodes ${hardwareFormatList})
${variableOptions}
  --assets FOLDER       folder of the files that \`src\` names (default: the template's folder)
  --allow-host HOST     private host that sources can be downloaded from; repeatable
  --package PARTS       parts of the film's package, separated by commas: poster, poster=png, sheet, sheet=5x3,
                        captions=srt+vtt, subtitles, chapters, metadata, checksums; repeatable. Files are next to the film
${requiredCheckHelp}
  --no-cache            render every scene again and store none
  --json                print one JSON object to standard output and everything else to standard error

Press Ctrl-C to cancel. A canceled render leaves no files.
`,
  batch: `scenewright batch TEMPLATE.xml… --rows FILE --out FOLDER [options]

Renders a film for each row of a table: a sheet of an XLSX, ODS, or FODS file, CSV with the names of the variables in the
first line, JSON, or NDJSON. An empty cell keeps the default. Rows with errors are reported and skipped; the exit code is
then 1. With several templates or languages, each row makes a film for each combination: at most 20 templates,
50 languages, and 10,000 films.

  --rows FILE           table; FILE#SHEET chooses a sheet
${tableOptions}
  --languages TAG,TAG   languages of the films of each row
  --language-column COL column with the language of each row, instead of --languages
  --list LIST=FILE      fill a list from a second table; repeatable
  --key LIST:KEY=ID     the items of a row are the rows of the list whose column KEY equals the row's column ID
  -o, --out FOLDER      output folder
  --name PATTERN        file names, such as '\${city}-\${index}'; \${index} is the number of the row, from 1; / creates
                        folders; with several templates or languages also \${movie}, \${language}, \${width}, and
                        \${height} (default: \${index}, with -\${movie} and -\${language} if there are several)
  --format FORMAT       ${formatList}
                        (default: mp4)
  --quality QUALITY     ${qualityList} (default: standard)
  --max-bytes SIZE      maximum size of the film, such as 8MB or 8MiB: ${sizedFormatList}
  --encoder ENCODER     software, or hardware: ${hardwareList}
  --jobs N              films to render at the same time, after the first one (default: one for every two cores, at most
                        one per GiB of memory, at least 2)
  --manifest FILE       write the result of each row to FILE: CSV, or JSON with any other extension
${variableOptions};
                        a column takes precedence over both
  --assets FOLDER       folder of the files that \`src\` names (default: the template's folder)
  --allow-host HOST     private host that sources can be downloaded from; repeatable
  --package PARTS       parts of the film's package, separated by commas: poster, poster=png, sheet, sheet=5x3,
                        captions=srt+vtt, subtitles, chapters, metadata, checksums; repeatable. Files are next to the film
${requiredCheckHelp}
  --no-cache            render every scene again and store none
  --json                print one JSON object to standard output and everything else to standard error

Press Ctrl-C to cancel. Complete films stay; incomplete ones leave no files.
`,
  watch: `scenewright watch TEMPLATE.xml --rows FILE|URL --out FOLDER [options]

Renders a film for each row of a table that has none, waits for changes, and renders only the films of changed rows again.
A row also changes with the template and with its assets. The state is in FOLDER/scenewright-state.json. A change that
removes more than 20 % of the rows and more than 5 rows, that changes more than half of at least 20 rows, or that drops a
column is applied only with --yes.

  --rows FILE|URL       table; FILE#SHEET chooses a sheet. An address must begin with https, unless its host is allowed;
                        the variable SCENEWRIGHT_TABLE_HEADER can have a header, such as “Authorization: Bearer …”
  --key COLUMN          column that identifies rows (default: a column such as id or sku; else all cells)
  --every SECONDS       time between requests to an address, from 15 (default: 60)
  --removed WHAT        films of removed rows: keep, or trash, which is FOLDER/.trash (default: keep)
  --check quick         check each film before it is rendered, as for \`render\`; also --fail-on, --platform
  --once                render the missing films, then exit; the exit code is 1 if rows failed
  --dry-run             only print what would be rendered and removed
  --yes                 apply changes that remove or change many rows
  -o, --out FOLDER      output folder; only one process can use it
  --name PATTERN        file names, such as '\${city}' (default: the key column, or \${index} without one)
${tableOptions}
  --list LIST=FILE      fill a list from a second table; with --key LIST:KEY=ID, as for \`batch\`
  --format FORMAT       ${formatList}
                        (default: mp4)
  --quality QUALITY     ${qualityList} (default: standard)
  --max-bytes SIZE      maximum size of the film, such as 8MB or 8MiB
  --encoder ENCODER     software, or hardware: ${hardwareList}
  --jobs N              films to render at the same time, after the first one (default: as for \`batch\`)
${variableOptions};
                        a column takes precedence over both
  --assets FOLDER       folder of the files that \`src\` names (default: the template's folder)
  --allow-host HOST     private host that sources and the table can be downloaded from; repeatable
  --package PARTS       parts of the film's package, as for \`batch\`; repeatable
  --no-cache            render every scene again and store none
  --json                print one JSON object in a line for each event: read, changed, row, removed, paused, problem,
                        idle, ended

Press Ctrl-C to exit within 3 seconds; press it again to exit immediately. Incomplete films leave no files.
`,
  table: `scenewright table FILE [options]

Shows how a table is read: its sheets, the columns, and the first rows, with notes about cells that aren't read as shown.
FILE is XLSX, ODS, FODS, CSV, TSV, JSON, or NDJSON; FILE#SHEET chooses a sheet.

${tableOptions}
  --language TAG        language of numbers and dates, such as de (default: en)
  --json                print one JSON object with all rows to standard output
`,
  check: `scenewright check TEMPLATE.xml [options]

Checks the texts, captions, and pictures of a film over time: texts that are too short, small, cut off, or outside the
frame, captions that are too fast, pictures that are enlarged or stretched. \`--level full\` also reads all pictures and
the sound: contrast, flashes, black and frozen pictures, peaks, loudness. It renders no film. \`unchecked\` in the
template switches checks off.

${variableOptions}
  --rows FILE           check a film for each row of a table, as \`batch\` would make it
${tableOptions}
  --list NAME=FILE      fill a list from a second table; with --key NAME:COLUMN=COLUMN, as for \`batch\`
  --level LEVEL         quick, or full with pictures and sound, which takes seconds (default: quick)
  --film FILE           also check the size of the finished film
  --contact-sheet FILE  write the frames of the findings as one picture, JPEG or PNG
  --fixes               list a change of the template for each finding that one removes; each is tried on a copy
  --platform NAMES      also check for platforms, separated by commas: ${PLATFORM_NAMES.join(', ')},
                        or those that the --brand file defines
  --only CODES          run only these checks, separated by commas:
${codeList}
  --skip CODES          leave these checks out
  --fail-on SEVERITY    error, warning, or never: when the exit code is 1 (default: error)
  --assets FOLDER       folder of the files that \`src\` names (default: the template's folder)
  --allow-host HOST     private host that sources can be downloaded from; repeatable
  --json                print one JSON object to standard output
`,
  frame: `scenewright frame TEMPLATE.xml --out FILE [options]

Writes one frame of the film, exactly as it is rendered for MP4.

  -o, --out FILE        output file: .png, .jpg, .webp, or .avif
  --at TIME             time, such as 1.5s, or a frame, such as 45 (default: the middle of the film)
  --width PIXELS        width of the picture (default: the width of the film)
${variableOptions}
  --assets FOLDER       folder of the files that \`src\` names (default: the template's folder)
  --allow-host HOST     private host that sources can be downloaded from; repeatable
  --json                print one JSON object to standard output
`,
  sheet: `scenewright sheet TEMPLATE.xml --out FILE [options]

Writes a contact sheet: pictures at equal intervals, with each scene at least once if possible. The scene, the time,
and the frame are above each picture. The pictures have fewer pixels than the film; \`scenewright frame\` is exact.

  -o, --out FILE        output file: .jpg or .png
  --pictures N          number of pictures, from 2 to 48 (default: 12)
  --from TIME           start of the range, such as 1.5s, or a frame, such as 45 (default: 0)
  --to TIME             end of the range (default: the end of the film)
${variableOptions}
  --assets FOLDER       folder of the files that \`src\` names (default: the template's folder)
  --allow-host HOST     private host that sources can be downloaded from; repeatable
  --json                print one JSON object to standard output, with each picture's scene, time, row, and column
`,
  test: `scenewright test [FOLDER] [options]

Compares the films of all templates in FOLDER (default: this folder) with their golden pictures, and names the layers
and properties that differ. A film is a template with the values of a case: the defaults, the data sets in data.json, and
the cases in NAME.cases.json. Golden pictures are digests, so films are equal or different, never similar: for each
case, golden has a file NAME.CASE.json, its template, and a contact sheet. Only --update writes files in golden.

  --update              write the golden files: new ones, and those that differ
  --only NAMES          only these templates, or a case such as 16x9.longest; separated by commas, repeatable
  --cases FILE.json     cases of all templates, instead of the files in FOLDER: {"longest": {"name": "…"}}
  --frames N            number of frames of new golden files, from 1 to 48, plus the middle of each scene (default: 6)
  --against FOLDER      compare with the templates of another folder, or of a Git revision, instead of golden files
  --sheet FILE.png      write a sheet of each differing frame: before, after, and the difference
  --tolerance VALUE     the largest difference of a value in the contact sheet, from 0 to 255, for frames of videos that
                        another version of FFmpeg made (default: 2)
  --assets FOLDER       folder of the files that \`src\` names (default: FOLDER)
  --allow-host HOST     private host that sources can be downloaded from; repeatable
  --json                print one JSON object to standard output

Exit codes: 0 all films are equal, 1 a film differs, has no golden file, or has errors, 2 invalid arguments.
`,
  validate: `scenewright validate TEMPLATE.xml [options]

Reports every problem of a template with line and column. It doesn't open sources.

${variableOptions}
  --json                print one JSON object to standard output
`,
  variables: `scenewright variables TEMPLATE.xml [--json]

Lists the variables of a template in order of first use: name, type, default, and where each is used.

  --json                print one JSON object to standard output
`,
  designs: `scenewright designs [--json]

Lists the designs to start from: name, title, sizes, and length. \`scenewright new\` copies one into a folder.

  --json                print one JSON object to standard output
`,
  new: `scenewright new DESIGN FOLDER [options]

Copies a design into FOLDER: its templates, their files, data.json with sample values, and AGENTS.md for assistants. Then
\`scenewright render FOLDER/16x9.xml --out film.mp4\` renders the film; --var sets its variables.
DESIGN is a name that \`scenewright designs\` lists, or the file of an exported design (.scenewright).

  --size SIZE           ${Object.keys(designSizes).join(', ')} (default: all sizes of the design)
  --json                print one JSON object to standard output

A missing FOLDER is created. Existing files are never replaced: if a name is taken, nothing is written. An
existing AGENTS.md isn't changed.
`,
  fonts: `scenewright fonts list
scenewright fonts add NAME [--from FOLDER | --registry ADDRESS]
scenewright fonts remove NAME

Installs additional fonts for this command, the service, and the editor. Packages:
${fontPackages.map(({ name, title }) => `  ${name.padEnd(20)}  ${title}, the family Noto Sans`).join('\n')}

A text uses them automatically for characters that its own font lacks, or by family, such as font="Noto Sans JP".

  --from FOLDER         install from archives in this folder (made by \`npm pack\`) instead of downloading; repeatable
  --registry ADDRESS    download from this npm registry (default: ${DEFAULT_REGISTRY})
  --json                print one JSON object to standard output

Every archive is checked against a checksum that is built into Scenewright. Press Ctrl-C to cancel. A canceled installation
leaves no files.
`,
  reference: `scenewright reference [NAME]

Prints a page of the documentation, such as conventions, which you or an assistant read before writing a template; a topic
of the language, such as text, filter/blur, or variables; a JSON schema (schema/movie); or all pages (llms-full.txt).
Without NAME, it lists the names. It needs no network.

  --json                print one JSON object to standard output
`,
};

/** Prints a page of the documentation, a topic of the language, or the list of all names. */
export async function referenceCommand(requested: string | null): Promise<Report> {
  const { readReferencePage } = await import('../files/reference-pages.ts');
  const name = requested ?? 'contents';
  const page = (await readReferencePage(name)) ?? (await readReferencePage(`language/${name}`));
  if (page === null) {
    const message = `The reference has no page ${name}. \`scenewright reference\` lists all names.`;
    return failedReport({ code: 'command/usage', message, log: [] });
  }
  return {
    ...{ failure: null, problems: [], source: null },
    result: { command: 'reference', name, mimeType: page.mimeType, text: page.text },
    lines: page.text.trimEnd().split('\n'),
  };
}

/** Returns the help of a command; for null, the overview of all commands. */
export function helpText(topic: CommandName | null): string {
  return topic === null ? overview : topics[topic];
}

/** Wraps words into lines of at most `width` columns with the indentation of option descriptions. */
function wrapped(words: readonly string[], width: number): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + 2 <= width) lines.splice(-1, 1, `${last}, ${word}`);
    else lines.push(word);
  }
  return lines.map((line, at) => `${' '.repeat(24)}${line}${at < lines.length - 1 ? ',' : ''}`).join('\n');
}
