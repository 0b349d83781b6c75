import { expect, test } from 'vitest';
import { formats } from '#service/engine/formats/formats.ts';
import { parseInvocation } from './arguments.ts';

const render = {
  command: 'render',
  template: 'trip.xml',
  output: 'trip.mp4',
  format: 'mp4',
  quality: 'standard',
  hardware: null,
  maxBytes: null,
  variables: [],
  variablesFile: null,
  brandFile: null,
  language: null,
  loudness: null,
  truepeak: null,
  assetsFolder: null,
  allowedHosts: [],
  cache: true,
  package: null,
  requiredCheck: null,
  json: false,
};

function parsed(...args: readonly string[]): unknown {
  const result = parseInvocation(args);
  return result.ok ? result.value : result.error;
}

test('`render` requires only a template and an output', () => {
  expect(parsed('render', 'trip.xml', '--out', 'trip.mp4')).toEqual(render);
  expect(parsed('render', '--out=trip.mp4', 'trip.xml')).toEqual(render);
  expect(parsed('render', 'trip.xml', '-o', 'trip.mp4')).toEqual(render);
});

test('--max-bytes limits the film size in the formats that support it', () => {
  const args = ['render', 'trip.xml', '-o', 'trip.mp4', '--max-bytes', '8MiB'];
  expect(parsed(...args)).toEqual({ ...render, maxBytes: 8_388_608 });
  expect(parsed('render', 'trip.xml', '-o', 'trip.mp4', '--max-bytes', 'small')).toBe(
    '--max-bytes small: use a size such as 8MB, 8MiB, or 8000000',
  );
  expect(parsed(...args, '--format', 'gif')).toBe(
    '--max-bytes 8MiB: gif can’t be held to a size; choose from mp4, webm, mkv, av1, hevc',
  );
  expect(parsed(...args, '--encoder', 'nvenc')).toBe(
    '--max-bytes 8MiB: a hardware encoder can’t hold a film to a size',
  );
});

test('--encoder selects hardware for the formats that support it', () => {
  const args = ['render', 'trip.xml', '-o', 'trip.mp4', '--encoder'];
  expect(parsed(...args, 'nvenc')).toEqual({ ...render, hardware: 'nvenc' });
  expect(parsed(...args, 'software')).toEqual(render);
  expect(parsed(...args, 'best')).toBe(
    'unknown encoder best; choose from software, videotoolbox, nvenc, qsv, vaapi, amf',
  );
  expect(parsed(...args, 'nvenc', '--format', 'webm')).toBe(
    '--encoder nvenc: webm can’t be encoded by hardware; choose from mp4, flv, mkv',
  );
});

test('`render` accepts every option', () => {
  const args =
    'render trip.xml --out trip.mp4 --format webm --quality high --vars v.json --brand b.json --language pt-BR --assets media --no-cache --json';
  const hosts = ['--allow-host', 'localhost', '--allow-host', 'media.example.org'];
  expect(parsed(...args.split(' '), '--var', 'a=1', '--var', 'b=x=y', '--var', 'c=', ...hosts)).toEqual({
    ...render,
    format: 'webm',
    quality: 'high',
    variables: [
      { name: 'a', value: '1' },
      { name: 'b', value: 'x=y' },
      { name: 'c', value: '' },
    ],
    variablesFile: 'v.json',
    brandFile: 'b.json',
    language: 'pt-BR',
    assetsFolder: 'media',
    allowedHosts: ['localhost', 'media.example.org'],
    cache: false,
    json: true,
  });
});

test.each(Object.entries(formats))('the format follows the extension: %s', (format, { extension }) => {
  // AV1 and HEVC films are also MP4 files. `--format` chooses them.
  const name = extension === 'mp4' ? 'mp4' : format;
  expect(parsed('render', 'trip.xml', '--out', `Trip.${extension.toUpperCase()}`)).toMatchObject({ format: name });
});

test('`validate` and `variables` accept their options', () => {
  expect(parsed('validate', 'trip.xml', '--var', 'a=1', '--language', 'de', '--json')).toEqual({
    command: 'validate',
    template: 'trip.xml',
    variables: [{ name: 'a', value: '1' }],
    variablesFile: null,
    brandFile: null,
    language: 'de',
    loudness: null,
    truepeak: null,
    json: true,
  });
  expect(parsed('variables', 'trip.xml')).toEqual({ command: 'variables', template: 'trip.xml', json: false });
});

test('a negative number can follow its option as a separate argument', () => {
  const film = ['render', 'trip.xml', '--out', 'trip.mp4'];
  const loudness = { loudness: '-14', truepeak: '-1.5' };
  expect(parsed(...film, '--loudness', '-14', '--truepeak', '-1.5')).toMatchObject(loudness);
  expect(parsed(...film, '--loudness=-14', '--truepeak=-1.5')).toMatchObject(loudness);
  expect(parsed('validate', '--loudness', '-9', '--', '-14')).toMatchObject({ loudness: '-9', template: '-14' });
  expect(parseInvocation([...film, '--json', '-14']).ok).toBe(false);
});

test('--help works anywhere before --', () => {
  expect(parsed('--help')).toEqual({ command: 'help', topic: null });
  expect(parsed('help', 'render')).toEqual({ command: 'help', topic: 'render' });
  expect(parsed('render', '--nonsense', '--help')).toEqual({ command: 'help', topic: 'render' });
  expect(parsed('validate', '--', '--help')).toMatchObject({ command: 'validate', template: '--help' });
  expect(parsed('--version')).toEqual({ command: 'version' });
});

test.each([
  [
    [],
    'missing command: render, batch, watch, table, check, frame, sheet, test, validate, variables, designs, new, fonts, reference, service, worker, agents, mcp',
  ],
  [
    ['rendr'],
    'unknown command rendr; choose from render, batch, watch, table, check, frame, sheet, test, validate, variables, designs, new, fonts, reference, service, worker, agents, mcp',
  ],
  [
    ['--out', 'x.mp4'],
    'options follow a command: render, batch, watch, table, check, frame, sheet, test, validate, variables, designs, new, fonts, reference, service, worker, agents, mcp',
  ],
  [['render', '--out', 'x.mp4'], 'missing template file'],
  [['batch'], 'missing template file'],
  [['batch', 'a.xml'], 'missing output folder: --out FOLDER'],
  [['batch', 'a.xml', '--out', 'x'], 'missing table: --rows FILE'],
  [
    ['batch', 'a.xml', '--out', 'x', '--rows', 'a.csv', '--list', 'goods=b.csv'],
    '--list goods=b.csv: missing --key goods:COLUMN=COLUMN',
  ],
  [
    ['batch', 'a.xml', '--out', 'x', '--rows', 'a.csv', '--key', 'goods=id'],
    '--key goods=id: write it as list:column=column, such as products:order=id',
  ],
  [['render', '', '--out', 'x.mp4'], 'missing template file'],
  [['render', 'a.xml', 'b.xml', '--out', 'x.mp4'], 'unexpected argument b.xml: only one template is allowed'],
  [['render', 'a.xml'], 'missing output file: --out FILE'],
  [
    ['render', 'a.xml', '--out', 'x.mp4', '--language', 'de_DE'],
    '--language de_DE: use a language tag, such as de or pt-BR',
  ],
  [['render', 'a.xml', '--out', 'x.mp4', '--loudness', '3'], '--loudness 3: use a number from -40 to -5, or none'],
  [['render', 'a.xml', '--out', 'x.mp4', '--truepeak', '1'], '--truepeak 1: use a number from -9 to 0'],
  [
    ['render', 'a.xml', '--out', 'x.mp4', '--quality', 'best'],
    'unknown quality best; choose from draft, standard, high',
  ],
  [['render', 'a.xml', '--out', 'x.mp4', '--var', 'name'], '--var name: write it as name=value'],
  [['render', 'a.xml', '--out', 'x.mp4', '--var', '=value'], '--var =value: write it as name=value'],
  [['render', 'a.xml', '--out', 'x.mp4', '--colour'], "Unknown option '--colour'"],
  [['render', 'a.xml', '--out', 'x.mp4', '-o', 'y.mp4'], '--out is given twice with different values; give it once'],
  [
    ['validate', 'a.xml', '--var', 'name=M\uFFFDller'],
    '--var name=M\uFFFDller: isn’t UTF-8. Type it in a UTF-8 terminal, or put values in a UTF-8 file for --vars',
  ],
  [['validate', 'a.xml', '--out', 'x.mp4'], "Unknown option '--out'"],
  [['render', 'a.xml', '--out'], "Option '-o, --out <value>' argument missing"],
])('%j is refused: %s', (args, message) => {
  expect(parseInvocation(args)).toEqual({ ok: false, error: message });
});

test('an unknown extension or format is refused with alternatives', () => {
  const names = Object.keys(formats).join(', ');
  expect(parsed('render', 'a.xml', '--out', 'x.mp4', '--format', 'mp5')).toBe(
    `unknown format mp5; choose from ${names}`,
  );
  expect(parsed('render', 'a.xml', '--out', 'x.docx')).toMatch(/^no format has the extension \.docx; .*\.mp4, \.webm/);
  expect(parsed('render', 'a.xml', '--out', 'film')).toMatch(/^film has no extension; .*\.gif/);
});

test('--package names the parts of the package', () => {
  const args = ['render', 'trip.xml', '-o', 'trip.mp4', '--package'];
  expect(parsed(...args, 'poster, sheet,captions=srt+vtt', '--package', 'chapters')).toMatchObject({
    package: {
      poster: 'jpg',
      sheet: { columns: 4, rows: 4, width: 320 },
      captions: ['srt', 'vtt'],
      chapters: true,
    },
  });
  expect(parsed(...args, 'poster=webp,sheet=10x2')).toMatchObject({
    package: { poster: 'webp', sheet: { columns: 10, rows: 2, width: 320 } },
  });
  for (const text of ['film', 'poster=bmp', 'sheet=11x1', 'captions=ass', 'chapters=yes', ''])
    expect(parsed(...args, text)).toContain(`--package ${text}: choose from poster, sheet, captions`);
});
