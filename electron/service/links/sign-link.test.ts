import { expect, test } from 'vitest';
import { createLinkSigner } from './sign-link.ts';

test('a signature is valid with or without its padding', () => {
  const signer = createLinkSigner('secret');
  const parameters = [['name', 'Ada']] as const;
  const signature = signer.sign('/p/film.mp4', parameters);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const accepted = [...letters].filter((letter) =>
    signer.isGenuine('/p/film.mp4', parameters, signature.slice(0, -1) + letter),
  );
  expect(accepted).toEqual([signature.at(-1)]);
  expect(signer.isGenuine('/p/film.mp4', parameters, `${signature}=`)).toBe(true);
  for (const other of [`${signature}==`, ` ${signature}`, signature.replaceAll('-', '+'), `${signature}A`, ''])
    expect([other, signer.isGenuine('/p/film.mp4', parameters, other)]).toEqual([other, other === signature]);
});
