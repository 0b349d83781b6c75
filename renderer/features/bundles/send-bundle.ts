import { servicePath } from '#renderer/api/client/service-path.ts';
import { UnreachableError } from '#renderer/api/client/unreachable-error.ts';
import { ProblemError } from '#shared/contract/client.ts';
import { contract } from '#shared/contract/contract.ts';
import { problemDocument } from '#shared/contract/shapes/shapes.ts';

/** A project that was made from a bundle, with its live tables. */
export type ImportedProject = ReturnType<(typeof contract)['createFromBundle']['answers'][201]['schema']['parse']>;

export interface BundleToSend {
  readonly file: Blob;
  readonly signal: AbortSignal;
  /** Called with the number of sent bytes. After the last byte, the service inspects the bundle. */
  readonly onSent: (bytes: number) => void;
}

/**
 * Sends a bundle and returns the new project. Uses XMLHttpRequest, because `fetch` does not report the progress of an
 * upload. Throws {@link ProblemError}, {@link UnreachableError}, and the reason of the signal.
 */
export function sendBundle({ file, signal, onSent }: BundleToSend): Promise<ImportedProject> {
  const { method, path, answers } = contract.createFromBundle;
  const { promise, resolve, reject } = Promise.withResolvers<ImportedProject>();
  const request = new XMLHttpRequest();
  const stop = () => request.abort();
  request.open(method, servicePath(path));
  request.setRequestHeader('content-type', 'application/octet-stream');
  request.upload.addEventListener('progress', ({ loaded }) => onSent(Math.min(loaded, file.size)));
  request.addEventListener('load', () => {
    const { status, responseText } = request;
    const json = parsed(responseText);
    const project = answers[201].schema.safeParse(json);
    if (status === 201 && project.success) return resolve(project.data);
    const problem = problemDocument.safeParse(json);
    reject(problem.success ? new ProblemError(problem.data) : new Error(`Unexpected answer: ${status}`));
  });
  request.addEventListener('error', () => reject(new UnreachableError('The service does not answer.')));
  request.addEventListener('abort', () => reject(signal.reason));
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) reject(signal.reason);
  else request.send(file);
  return promise.finally(() => signal.removeEventListener('abort', stop));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
