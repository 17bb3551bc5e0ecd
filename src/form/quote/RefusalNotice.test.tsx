import { describe, expect, it } from 'vitest';
import { inEnglish } from '../../../lab/web/inEnglish.ts';
import { statusWords } from '../../i18n/status/statusWords.ts';
import type { BuildRefusal } from '../model/readiness.ts';
import { refusalLines } from './RefusalNotice.tsx';

const words = await inEnglish(statusWords);
const bare: BuildRefusal = {
  ...{ kind: 'refused', reason: 'amountOutOfRange', cause: null, min: null, max: null },
  message: 'to_address is reserved',
};
const lines = (refusal: BuildRefusal) => refusalLines({ refusal, tokenName: 'USDC' }, words);

describe('a refusal', () => {
  it('shows the accepted amounts and the cause, and not the service’s sentence', () => {
    const [min, max] = [5_000_000n, 1_500_500_000n].map((amount) => ({ amount, decimals: 6 }));
    expect(lines({ ...bare, cause: 'funds_short', min: min ?? null, max: max ?? null })).toEqual([
      'The bridge does not accept this amount. Enter an amount within the limits.',
      'The bridge does not have enough funds at the moment.',
      'The bridge accepts 5 to 1\u202f500.5 USDC.',
    ]);
  });

  it('shows the sentence of a service without codes below its own', () => {
    expect(lines({ ...bare, reason: 'cannotBuild' })).toEqual([
      'The bridge can’t build this transfer. Nothing was sent.',
      'Message from the bridge: to_address is reserved',
    ]);
    expect(lines({ ...bare, reason: 'other', message: '' })).toEqual([
      'The bridge refused this transfer. Nothing was sent.',
    ]);
  });
});
