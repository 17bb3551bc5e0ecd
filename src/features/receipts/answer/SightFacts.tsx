import type { Case } from '../../../domain/desk/judge.ts';
import { bestSight } from '../../../domain/desk/judgeHash.ts';
import { deskWords } from '../../../words/desk/deskWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { AddressFact } from './AddressFact.tsx';
import { Fact } from './Fact.tsx';
import { HashFact } from './HashFact.tsx';
import { TimeFact } from './TimeFact.tsx';

/** What a chain shows of a transaction that leads to no deposit. */
export function SightFacts({ found: { evidence, deposits } }: { readonly found: Case }) {
  const { t, sum } = useWords(deskWords);
  const sight = bestSight(evidence.sights);
  if (deposits.length > 0 || (sight?.kind !== 'mined' && sight?.kind !== 'pending')) return null;
  const { chain, from, to } = sight;
  const mined = sight.kind === 'mined' ? sight : null;
  const { symbol, decimals } = chain.nativeCurrency;
  return (
    <dl>
      <AddressFact label={t('sender')} address={from} />
      {to === null ? null : <AddressFact label={t('sentTo')} address={to} />}
      {mined === null ? null : (
        <>
          <Fact label={t('gasPaid')} value={sum({ amount: mined.networkFee, decimals }, symbol)} />
          {mined.minedAtMs === null ? null : <TimeFact label={t('minedAt')} ms={mined.minedAtMs} />}
          <Fact label={t('block')} value={`${mined.blockNumber}`} />
          {mined.confirmations === null ? null : <Fact label={t('confirmations')} value={`${mined.confirmations}`} />}
        </>
      )}
      <HashFact label={t('transaction')} hash={evidence.hash} chainId={chain.id} />
    </dl>
  );
}
