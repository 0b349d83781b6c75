import type { SignedUpdate } from '#main/update-signature.ts';
import { PackagingError } from './script.ts';

/** Reads the version and the files of a feed in the form that electron-builder writes, which is a subset of YAML. */
export function readFeed(text: string, name: string): SignedUpdate {
  const [, version] = /^version: (\S+)$/m.exec(text) ?? [];
  const files = [...text.matchAll(/^ {2}- url: (.+)\n {4}sha512: (\S+)$/gm)].map(([, url = '', sha512 = '']) => ({
    url,
    sha512,
  }));
  if (version === undefined || files.length === 0 || files.length !== text.split('- url:').length - 1)
    throw new PackagingError(`${name} is not a feed that can be signed.`);
  return { version, files };
}
