import { useState } from 'react';
import * as v from 'valibot';
import type { Hash } from 'viem';
import { hashWire } from '#shared/wire/primitives.ts';
import type { TextKey } from '../i18n/texts.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import ui from '../ui/ui.module.css';
import { useNow } from '../ui/useNow.ts';
import type { Doubt, Transfer } from './model/transfer.ts';
import { RefundNotice } from './RefundNotice.tsx';

type Props = {
  readonly transfer: Extract<Transfer, { readonly status: 'sent' }>;
  readonly onHash: (hash: Hash) => void;
  readonly onStartOver: () => void;
};

/**
 * The chain may never rule out a deposit, so after an hour the person can go on. The review then asks about this
 * transfer.
 */
export function SentActions({ transfer, onHash, onStartOver }: Props) {
  const { t } = useTexts('app');
  const isLong = isLongSought(transfer, useNow(MINUTE_MS));
  const { terms, doubt, hash } = transfer;
  return (
    <>
      {doubt ? <DoubtReport terms={terms} doubt={doubt} isLong={isLong} /> : null}
      {doubt && isLong ? <Button onClick={onStartOver}>{t('startOver')}</Button> : null}
      {doubt || isLong ? <PasteHash onHash={onHash} /> : null}
      <ReceiptLink hash={hash} />
    </>
  );
}

const MINUTE_MS = 60_000;
const LONG_SOUGHT_MS = 60 * MINUTE_MS;

/** Whether the app has looked for the deposit for an hour, and its quote has expired. */
function isLongSought({ terms, since }: Props['transfer'], now: number): boolean {
  const isQuoted = terms.validUntilMs !== null && now < terms.validUntilMs;
  return !isQuoted && now - (since ?? terms.createdAt) >= LONG_SOUGHT_MS;
}

const titles: Readonly<Record<Doubt['kind'], TextKey<'app'>>> = {
  reverted: 'doubtReverted',
  noDeposit: 'doubtNoDeposit',
  otherChain: 'doubtOtherChain',
};

type DoubtReportProps = {
  readonly terms: Transfer['terms'];
  readonly doubt: Doubt;
  /** Whether the app has looked for so long that the person may send it again. */
  readonly isLong: boolean;
};

/** What is known about a transaction that the wallet named, while the app looks for the deposit. */
function DoubtReport({ terms, doubt, isLong }: DoubtReportProps) {
  const { t } = useTexts('app');
  const { chainName: origin } = terms.origin;
  const otherChain = doubt.foundOn ?? origin;
  return (
    <Notice tone="warning" title={t(titles[doubt.kind], { chain: otherChain })}>
      {doubt.kind === 'otherChain' ? (
        <>
          <p>{t('text_wrongChain', { otherChain, origin })}</p>
          <p>{t('todo_wrongChain', { otherChain })}</p>
        </>
      ) : null}
      <p>{t(isLong ? 'doubtLongText' : 'doubtText')}</p>
    </Notice>
  );
}

type FailedProps = {
  readonly transfer: Extract<Transfer, { readonly status: 'failed' }>;
  readonly onHash: (hash: Hash) => void;
  readonly onStartOver: () => void;
};

/** What the person can do after a failure. */
export function FailedActions({ transfer, onHash, onStartOver }: FailedProps) {
  const { t } = useTexts('app');
  if (transfer.kind === 'failedByService') return <RefundReport transfer={transfer} />;
  // In all other failures, tokens may have left the account, so the person looks at the receipt first.
  const isHarmless = transfer.kind === 'reverted' || transfer.kind === 'cancelled';
  return (
    <>
      {isHarmless ? (
        <Button kind="primary" onClick={onStartOver}>
          {t('startOver')}
        </Button>
      ) : (
        <ReceiptLink hash={transfer.hash} />
      )}
      <PasteHash onHash={onHash} />
    </>
  );
}

type RefundReportProps = { readonly transfer: Extract<Transfer, { status: 'failed' | 'refunded' }> };

/** Shows whether the origin chain has the refund. */
export function RefundReport({ transfer }: RefundReportProps) {
  const { terms } = transfer;
  const { chainName, decimals } = terms.origin;
  const proof =
    transfer.status === 'refunded'
      ? ({ kind: 'proven', hash: transfer.refundHash, refunded: transfer.refunded } as const)
      : transfer.refund;
  if (!proof || proof.kind === 'unknown') return null;
  const deposit = { chainName, decimals, tokenName: terms.tokenName, amount: terms.send };
  return <RefundNotice {...{ proof, deposit }} isToldAbove={transfer.status === 'refunded'} />;
}

/** The link to everything that the chains and the service say about a deposit, for whoever helps the person. */
export function ReceiptLink({ hash }: { readonly hash: string }) {
  const { t } = useTexts('app');
  return <ButtonLink href={`/receipts/${hash}`}>{t('forSupport')}</ButtonLink>;
}

/** For a wallet that signed without answering the page: its activity list has the hash. */
export function PasteHash({ onHash }: { readonly onHash: (hash: Hash) => void }) {
  const { t } = useTexts('app');
  const [text, setText] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  return (
    <form
      className={`${ui.stack} ${ui.note}`}
      onSubmit={(event) => {
        event.preventDefault();
        const read = v.safeParse(hashWire, text.trim());
        if (read.success) onHash(read.output);
        else setInvalid(true);
      }}
    >
      <p>{t('searchingDeposit')}</p>
      <Field
        label={t('transactionHash')}
        problem={isInvalid ? t('hashInvalid') : null}
        isCode
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setInvalid(false);
        }}
        action={<Button type="submit">{t('useHash')}</Button>}
      />
    </form>
  );
}
