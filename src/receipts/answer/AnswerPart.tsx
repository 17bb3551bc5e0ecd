import type { Address } from 'viem';
import { lazyPart } from '../../ui/lazyPart.tsx';
import type { DeskItem } from '../model/readPaste.ts';
import type { ManyOf } from '../table/ManyPart.tsx';
import { CaseAnswer } from './CaseAnswer.tsx';

const ManyPart = lazyPart(async () => (await import('../table/ManyPart.tsx')).ManyPart, 'page');

type Props = {
  readonly items: readonly DeskItem[];
  /** The chain that the link of the page names. */
  readonly originId: number | null;
};

/** The answer about everything that was pasted. An address beside hashes only helps to find them. */
export function AnswerPart({ items, originId }: Props) {
  const hashes = items.filter((item) => item.kind === 'hash');
  const addresses = items.filter((item) => item.kind === 'address').map(({ address }) => address);
  const [first, ...others] = hashes;
  const [account, ...accounts] = addresses;
  if (others.length > 0) return <ManyAnswers of={{ kind: 'pasted', hashes }} addresses={addresses} />;
  if (first) {
    return <CaseAnswer key={first.hash} hash={first.hash} chainId={first.chainId ?? originId} addresses={addresses} />;
  }
  // The summary of the paste links to each of several addresses.
  if (!account || accounts.length > 0) return null;
  return <ManyAnswers of={{ kind: 'wallet', account }} addresses={addresses} />;
}

type ManyProps = { readonly of: ManyOf; readonly addresses: readonly Address[] };

/** The table of many hashes, with the answer about the chosen one beside it. */
export function ManyAnswers({ of, addresses }: ManyProps) {
  return (
    <ManyPart
      of={of}
      renderAnswer={({ hash, chainId }) => <CaseAnswer key={hash} {...{ hash, chainId, addresses }} />}
    />
  );
}
