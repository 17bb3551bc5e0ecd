import { expect, test } from 'vitest';
import { createSampleFile } from '../../../tools/lab/service/sampleCatalog.ts';
import { parseSound } from './readInstallationFile.ts';

test('a note among the values of chains takes nothing from the web app', async () => {
  const file = createSampleFile();
  file.web = { blockedAddresses: ['0x4000000000000000000000000000000000000004'] };
  const tokens = file.tokens.map((token) => ({ ...token, addresses: { ...token.addresses, note: 'of the issuers' } }));
  const { web } = await parseSound(JSON.stringify({ ...file, tokens }), { folder: '', now: null });
  expect(web).toEqual(file.web);
});
