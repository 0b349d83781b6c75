import { err, ok, type Result } from '#shared/lib/result.ts';
import { type Statement, statement } from '#shared/statements/statement.ts';
import { NotUtf8Error } from '../../text/settings-text.ts';
import { type FarmFields, farmFields } from './farm-fields.ts';

export type Environment = Readonly<Record<string, string | undefined>>;
type ReadFile = (path: string) => Promise<string>;

/** What a variable may say itself, or in a file that another one names (`…_FILE`), or only so. */
interface Variable {
  readonly field: Exclude<keyof FarmFields, 'plain'>;
  readonly name: string;
  readonly in: 'itself' | 'itself or a file' | 'a file of certificates';
}

const VARIABLES: readonly Variable[] = [
  { field: 'queue', name: 'SCENEWRIGHT_QUEUE', in: 'itself' },
  { field: 'username', name: 'SCENEWRIGHT_QUEUE_USERNAME', in: 'itself or a file' },
  { field: 'password', name: 'SCENEWRIGHT_QUEUE_PASSWORD', in: 'itself or a file' },
  { field: 'queueAuthority', name: 'SCENEWRIGHT_QUEUE_CA', in: 'a file of certificates' },
  { field: 'store', name: 'SCENEWRIGHT_STORE', in: 'itself' },
  { field: 'endpoint', name: 'SCENEWRIGHT_STORE_ENDPOINT', in: 'itself' },
  { field: 'region', name: 'SCENEWRIGHT_STORE_REGION', in: 'itself' },
  { field: 'accessKeyId', name: 'SCENEWRIGHT_STORE_ACCESS_KEY_ID', in: 'itself or a file' },
  { field: 'secretAccessKey', name: 'SCENEWRIGHT_STORE_SECRET_ACCESS_KEY', in: 'itself or a file' },
  { field: 'storeAuthority', name: 'SCENEWRIGHT_STORE_CA', in: 'a file of certificates' },
  { field: 'prefix', name: 'SCENEWRIGHT_FARM_PREFIX', in: 'itself' },
];
const PLAIN = 'SCENEWRIGHT_FARM_PLAIN';

/**
 * What the environment says, itself or by files that it names. An empty variable is none. The error names a variable, and
 * never what is in it, which may be a secret in the wrong place.
 */
export async function fieldsOfEnvironment(
  environment: Environment,
  readFile: ReadFile,
): Promise<Result<FarmFields, Statement>> {
  const found: Partial<Record<Variable['field'], string>> = {};
  for (const variable of VARIABLES) {
    const said = await saidBy(variable, environment, readFile);
    if (!said.ok) return said;
    if (said.value !== '') found[variable.field] = said.value;
  }
  return ok({ ...farmFields(found), plain: ['1', 'true'].includes(environment[PLAIN] ?? '') });
}

/** Empty where nothing is said. */
async function saidBy(
  { name, in: place }: Variable,
  environment: Environment,
  readFile: ReadFile,
): Promise<Result<string, Statement>> {
  const itself = place === 'a file of certificates' ? '' : (environment[name] ?? '');
  const file = place === 'itself' ? '' : (environment[`${name}_FILE`] ?? '');
  if (file === '') return ok(itself);
  if (itself !== '') return err(statement('farm-setting/twice', { variable: name }));
  const variable = `${name}_FILE`;
  const read = await readFile(file).then(ok, (error: unknown) => err(unreadable(error, { variable, file })));
  if (!read.ok) return read;
  // Editors end a file with a line break, which no password has.
  if (place !== 'a file of certificates') return ok(read.value.replace(/[\r\n]+$/, ''));
  if (read.value.includes('-----BEGIN CERTIFICATE-----')) return read;
  return err(statement('farm-setting/authority', { variable }));
}

function unreadable(
  error: unknown,
  { variable, file }: { readonly variable: string; readonly file: string },
): Statement {
  if (error instanceof NotUtf8Error)
    return statement('farm-setting/encoding', { variable, file, byte: error.byte, line: error.line });
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return statement('farm-setting/file', { variable, code });
}
