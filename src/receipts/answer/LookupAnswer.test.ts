import { expect, it } from 'vitest';
import { everyLookup } from '../../../tools/lab/web/deskVerdicts.ts';
import { config } from '../../../tools/lab/web/fixtures.ts';
import { rawText } from './LookupAnswer.tsx';

it('writes each lookup as JSON without URLs of RPC endpoints', () => {
  for (const one of everyLookup) {
    const text = rawText(one);
    expect(JSON.parse(text)).toMatchObject({ hash: one.evidence.hash });
    for (const url of config.chains.flatMap(({ rpcUrls }) => rpcUrls)) expect(text).not.toContain(url);
  }
});
