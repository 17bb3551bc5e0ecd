import type { ReactNode } from 'react';
import { useState } from 'react';
import type { Hash } from 'viem';
import { useSearch } from 'wouter';
import { HelpLink } from '../../ui/HelpLink.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useIsOnline } from '../../ui/useIsOnline.ts';
import { receiptsWords } from '../../words/receipts/receiptsWords.ts';
import { statusWords } from '../../words/status/statusWords.ts';
import { useWords } from '../../words/useWords.ts';
import { OfflineNotice } from './OfflineNotice.tsx';
import { VerifyProof } from './proof/proofParts.ts';
import { ReceiptCard } from './ReceiptCard.tsx';
import { ReceiptSearch } from './ReceiptSearch.tsx';
import styles from './ReceiptsPage.module.css';
import { ReceiptVerdict } from './ReceiptVerdict.tsx';
import { hashProblemText, readHashText } from './readHashText.ts';
import { useLookup } from './useLookup.ts';

type Props = {
  readonly hash: string | null;
  readonly onSearch: (hash: string) => void;
};

/** A link can name the chain of the deposit, so that the page asks that one first. */
function originIn(search: string): number | null {
  const text = new URLSearchParams(search).get('origin') ?? '';
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : null;
}

/** Shows the receipt of any transfer by its deposit hash. It needs no wallet, and no storage of this browser. */
export function ReceiptsPage({ hash, onSearch }: Props) {
  const words = useWords(receiptsWords);
  const status = useWords(statusWords);
  const originId = originIn(useSearch());
  // The hash of the link that a later search left behind. Its verdict must not stand beside the new search.
  const [leftHash, setLeftHash] = useState<string | null>(null);
  const read = hash === null || hash === leftHash ? null : readHashText(hash);
  return (
    <section className={styles.page}>
      <PageHeading title={words.t('title')} line={words.t('line')} />
      <ReceiptSearch
        key={`search ${hash}`}
        initial={hash ?? ''}
        onSearch={(found) => {
          setLeftHash(null);
          onSearch(found);
        }}
        onProblem={() => setLeftHash(hash)}
      />
      {read && !read.ok ? (
        <Notice tone="warning" title={words.t('linkWithoutHash')}>
          {hashProblemText(read.problem, words)}
        </Notice>
      ) : null}
      {read?.ok ? <Lookup key={read.hash} hash={read.hash} originId={originId} /> : null}
      {read?.ok ? <HelpLink of={read.hash} label={status.t('getHelp')} /> : null}
      <VerifyProof />
    </section>
  );
}

function Lookup({ hash, originId }: { readonly hash: Hash; readonly originId: number | null }): ReactNode {
  const { t } = useWords(receiptsWords);
  const found = useLookup(hash, originId);
  const isOnline = useIsOnline();
  if (!found && !isOnline) return <OfflineNotice hash={hash} />;
  if (!found) {
    return (
      <p className={styles.loading} role="status">
        <Spinner /> {t('lookingUp')}
      </p>
    );
  }
  if (found.journey) return <ReceiptCard hash={hash} found={found} journey={found.journey} />;
  return <ReceiptVerdict found={found} places={{ origin: found.chainName ?? '', destination: '' }} isAlone />;
}
