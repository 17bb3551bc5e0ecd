import type { ReactNode } from 'react';
import { isNativeToken, isSameAddress } from '#shared/address.ts';
import { useAppServices } from '../../../context/appServices.ts';
import type { Case } from '../../../domain/desk/judge.ts';
import { chainByName } from '../../../domain/registry.ts';
import type { MovedFunds } from '../../../domain/verdict/verdict.ts';
import { deskWords } from '../../../words/desk/deskWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { AddressFact } from './AddressFact.tsx';
import { Fact } from './Fact.tsx';
import { HashFact } from './HashFact.tsx';

/** What explains the verdict on a transaction without a deposit: why it failed, what replaced it, or who got its tokens. */
export function HashFacts({ found: { verdicts, evidence } }: { readonly found: Case }): ReactNode {
  const { t } = useWords(deskWords);
  const [verdict, ...others] = verdicts;
  const { trace } = evidence;
  if (trace.kind === 'replaced' || trace.kind === 'cancelled') {
    return (
      <dl>
        <HashFact label={t('otherTransaction')} hash={trace.by} chainId={trace.chain.id} />
      </dl>
    );
  }
  if (others.length > 0) return null;
  switch (verdict.kind) {
    case 'reverted':
      return verdict.reason === null ? null : (
        <dl>
          <Fact label={t('reason')} value={verdict.reason} />
        </dl>
      );
    case 'outOfGas':
      return (
        <dl>
          <Fact label={t('gasLimit')} value={`${verdict.gasLimit}`} />
        </dl>
      );
    case 'wrongContract':
      return (
        <dl>
          <AddressFact label={t('contract')} address={verdict.contract} />
          <Moved {...verdict} />
        </dl>
      );
    case 'sentToVault':
    case 'sentToAccount':
    case 'wrongChain':
      return (
        <dl>
          <Moved {...verdict} />
        </dl>
      );
    case 'notFound':
      return <p>{t('safeHint')}</p>;
    default:
      return null;
  }
}

function Moved({ chainName, moved }: { readonly chainName: string; readonly moved: readonly MovedFunds[] }) {
  const { t, sum } = useWords(deskWords);
  const chain = chainByName(useAppServices().registry, chainName);
  const amountOf = ({ token: address, amount }: MovedFunds) => {
    const token = chain?.tokens.find((one) => isSameAddress(one.address, address));
    if (token) return sum({ amount, decimals: token.decimals }, token.name);
    const native = chain && isNativeToken(address) ? chain.nativeCurrency : null;
    if (native) return sum({ amount, decimals: native.decimals }, native.symbol);
    return t('unknownToken', { amount: `${amount}`, token: address });
  };
  return moved.map((one) => (
    <AddressFact
      key={`${one.token} ${one.to} ${one.amount}`}
      label={t('moved', { amount: amountOf(one) })}
      address={one.to}
    />
  ));
}
