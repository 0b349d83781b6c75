/** The fields of a request to `POST /v1/render/:region/:project`. */
export interface CurlRender {
  /** The origin of the service, such as `http://127.0.0.1:7420`. */
  readonly origin: string;
  /** The source of the credentials for curl. */
  readonly credentials: CurlCredentials;
  readonly region: string;
  readonly project: string;
  /** The movie to render: the name of a saved movie, or its text. */
  readonly subject:
    | { readonly kind: 'movie'; readonly name: string }
    | { readonly kind: 'template'; readonly xml: string };
  /** The other fields of the form. Empty fields are omitted. */
  readonly fields: Readonly<Record<string, string>>;
  readonly destination: CurlDestination | null;
}

export type CurlCredentials =
  /** A curl config file, for the option `--config`. */
  | { readonly kind: 'file'; readonly path: string }
  /** The shell variables `$SCENEWRIGHT_API_KEY` and `$SCENEWRIGHT_API_SECRET`. */
  | { readonly kind: 'environment' };

export interface CurlDestination {
  /** The fields of the destination without access keys. */
  readonly place: Readonly<Record<string, string>>;
  /**
   * The name of stored access keys; null to use the shell variables `$STORE_ACCESS_KEY_ID` and
   * `$STORE_SECRET_ACCESS_KEY`.
   */
  readonly credentials: string | null;
}

/**
 * Returns a command line for POSIX shells. It contains no secrets; they come from a file or from shell variables.
 * Variables are in double quotes, so that the shell does not interpret their values. All other arguments are in single
 * quotes.
 */
export function curlCommand({
  origin,
  credentials,
  region,
  project,
  subject,
  fields,
  destination,
}: CurlRender): string {
  const url = `${origin}/v1/render/${encodeURIComponent(region)}/${encodeURIComponent(project)}`;
  const form = Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => shellQuote(`${name}=${value}`));
  if (subject.kind === 'movie') form.unshift(shellQuote(`movie=${subject.name}`));
  if (destination !== null) form.push(destinationArgument(destination));
  const lines = [
    'curl --fail-with-body',
    credentials.kind === 'file'
      ? `--config ${shellQuote(credentials.path)}`
      : '--user "$SCENEWRIGHT_API_KEY:$SCENEWRIGHT_API_SECRET"',
    ...form.map((argument) => `--form-string ${argument}`),
    // Pass the text through standard input, because it can exceed the maximum length of an argument.
    ...(subject.kind === 'template' ? [`--form 'template=<-'`] : []),
    shellQuote(url),
  ];
  const command = lines.join(' \\\n  ');
  return subject.kind === 'movie' ? command : `${command} ${hereDocument(subject.xml)}`;
}

/** Quotes a text as a single word of a POSIX shell. */
export function shellQuote(text: string): string {
  if (/^[A-Za-z0-9_./:=@%+,-]+$/.test(text)) return text;
  // In single quotes, the shell takes every character except the quote literally (POSIX.1-2017, Shell Command Language,
  // 2.2.2).
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function destinationArgument({ place, credentials }: CurlDestination): string {
  const destination = { type: 'object_store', ...place, ...(credentials !== null && { credentials }) };
  if (credentials !== null) return shellQuote(`destination=${JSON.stringify(destination)}`);
  const json = JSON.stringify(destination).slice(0, -1);
  // Each variable is in double quotes between two parts in single quotes.
  return `${shellQuote(`destination=${json},"access_key_id":"`)}"$STORE_ACCESS_KEY_ID"'","secret_access_key":"'"$STORE_SECRET_ACCESS_KEY"'"}'`;
}

function hereDocument(text: string): string {
  const lines = new Set(text.split('\n'));
  let end = 'TEMPLATE';
  while (lines.has(end)) end += '_';
  // Because the delimiter is quoted, the shell does not expand the text (POSIX.1-2017, 2.7.4).
  return `<<'${end}'\n${text}${text.endsWith('\n') ? '' : '\n'}${end}`;
}
