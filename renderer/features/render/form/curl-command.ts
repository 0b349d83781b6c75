/** A render as a line for a shell: what `POST /v1/render/:region/:project` is given. */
export interface CurlRender {
  /** Such as `http://127.0.0.1:7420`. */
  readonly origin: string;
  /** Where curl finds the credentials. */
  readonly credentials: CurlCredentials;
  readonly region: string;
  readonly project: string;
  /** A saved movie by name, or the text itself where it is not saved. */
  readonly subject:
    | { readonly kind: 'movie'; readonly name: string }
    | { readonly kind: 'template'; readonly xml: string };
  /** Whatever else the form has; empty ones are left out. */
  readonly fields: Readonly<Record<string, string>>;
  readonly destination: CurlDestination | null;
}

export type CurlCredentials =
  /** A file for `--config`. */
  | { readonly kind: 'file'; readonly path: string }
  /** `$SCENEWRIGHT_API_KEY` and `$SCENEWRIGHT_API_SECRET` of the shell. */
  | { readonly kind: 'environment' };

export interface CurlDestination {
  /** Without keys. */
  readonly place: Readonly<Record<string, string>>;
  /**
   * The name of stored keys; null where the keys are in the shell's `$STORE_ACCESS_KEY_ID` and
   * `$STORE_SECRET_ACCESS_KEY`.
   */
  readonly credentials: string | null;
}

/**
 * The line, for any POSIX shell. No key stands in it: they come from a file, or from variables of the shell, in double
 * quotes, so that nothing in them is taken for a command. All else is in single quotes.
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
    // A text may be longer than a shell takes as one argument: it comes through the standard input.
    ...(subject.kind === 'template' ? [`--form 'template=<-'`] : []),
    shellQuote(url),
  ];
  const command = lines.join(' \\\n  ');
  return subject.kind === 'movie' ? command : `${command} ${hereDocument(subject.xml)}`;
}

/** A text as one word of a POSIX shell, whatever is in it. */
export function shellQuote(text: string): string {
  if (/^[A-Za-z0-9_./:=@%+,-]+$/.test(text)) return text;
  // Between single quotes all is literal but the quote itself: POSIX.1-2017, Shell Command Language, 2.2.2.
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function destinationArgument({ place, credentials }: CurlDestination): string {
  const known = { type: 'object_store', ...place, ...(credentials !== null && { credentials }) };
  if (credentials !== null) return shellQuote(`destination=${JSON.stringify(known)}`);
  const json = JSON.stringify(known).slice(0, -1);
  // The quoted text ends for each variable and goes on behind it.
  return `${shellQuote(`destination=${json},"access_key_id":"`)}"$STORE_ACCESS_KEY_ID"'","secret_access_key":"'"$STORE_SECRET_ACCESS_KEY"'"}'`;
}

function hereDocument(text: string): string {
  const lines = new Set(text.split('\n'));
  let end = 'TEMPLATE';
  while (lines.has(end)) end += '_';
  // Quoted, so that nothing in the text is expanded: POSIX.1-2017, 2.7.4.
  return `<<'${end}'\n${text}${text.endsWith('\n') ? '' : '\n'}${end}`;
}
