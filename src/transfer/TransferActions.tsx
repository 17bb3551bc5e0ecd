import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Hash } from 'viem';
import { isNativeToken, isSameAddress } from '#shared/address.ts';
import { assertNever } from '#shared/assertNever.ts';
import { useAppServices, useClosure, useWalletConnection } from '../app/services.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { Button } from '../ui/Button.tsx';
import { Digits } from '../ui/Digits.tsx';
import { lazyChunk } from '../ui/lazyChunk.tsx';
import { Notice } from '../ui/Notice.tsx';
import ui from '../ui/ui.module.css';
import type { Transfer } from './model/transfer.ts';
import { isOpen } from './model/transfer.ts';
import type { TransferTerms } from './model/transferTerms.ts';
import { ShortfallList } from './RefundNotice.tsx';
import { FailedActions, PasteHash, ReceiptLink, RefundReport, SentActions } from './SentActions.tsx';
import type { SessionState } from './session/sessionStates.ts';
import type { TransferRunner } from './session/transferRunner.ts';
import styles from './transfer.module.css';
import { ProposalNotice, RejectedIt, UnsignedActions } from './UnsignedActions.tsx';
import { WalletProblemNotice } from './WalletProblemNotice.tsx';

/** Opens a form with a transfer's route, or with everything that the person entered. */
export type StartOver = (like: TransferTerms, isRepeated: boolean) => void;

type Props = {
  readonly transfer: Transfer;
  readonly session: SessionState;
  readonly onConnect: () => void;
  readonly onStartOver: StartOver;
};

/** What a person can do with a transfer, by its status. */
export function TransferActions(props: Props) {
  const { transfer, session } = props;
  return (
    <div className={`${ui.stack} ${styles.actions}`}>
      {session.problem ? <WalletProblemNotice problem={session.problem} terms={transfer.terms} /> : null}
      <ActionsFor {...props} />
      {isOpen(transfer) ? null : <LeftoverAllowance terms={transfer.terms} isBusy={session.isRunning} />}
    </div>
  );
}

function ActionsFor({ transfer, session, onConnect, onStartOver }: Props) {
  const { t } = useTexts('app');
  const { runner } = useAppServices();
  const withRunner = (act: (loaded: TransferRunner) => void) => void runner().then(act);
  const { address } = useWalletConnection();
  const { origin, destination, tokenName } = transfer.terms;
  const closure = useClosure({
    ...{ pair: { tokenName }, origin: { name: origin.chainName }, destination: { name: destination.chainName } },
  });
  const adopt = (hash: Hash) => withRunner((loaded) => void loaded.adopt(transfer.terms.id, hash));
  const startAnother = () => onStartOver(transfer.terms, false);
  switch (transfer.status) {
    case 'approving':
    case 'readyToSign':
      if (session.isRunning) return <RejectedIt terms={transfer.terms} />;
      return (
        <UnsignedActions
          problem={session.problem}
          closure={closure}
          isConnected={address !== undefined}
          onConnect={onConnect}
          onContinue={(accepted) => withRunner((loaded) => void loaded.advance(transfer.terms.id, accepted))}
          onStartOver={() => {
            withRunner((loaded) => loaded.abandon(transfer.terms.id));
            onStartOver(transfer.terms, true);
          }}
        />
      );
    case 'signing':
      if (transfer.proposal) {
        const ask = () => withRunner((loaded) => void loaded.advance(transfer.terms.id));
        const onAsk = session.isRunning || address === undefined || closure ? null : ask;
        return <ProposalNotice transfer={transfer} proposal={transfer.proposal} onAsk={onAsk} />;
      }
      return session.isRunning ? (
        <RejectedIt terms={transfer.terms} />
      ) : (
        <>
          <PasteHash onHash={adopt} />
          <RejectedIt terms={transfer.terms} />
        </>
      );
    case 'failed':
      return <FailedActions transfer={transfer} onHash={adopt} onStartOver={() => onStartOver(transfer.terms, true)} />;
    case 'refunded':
      return (
        <>
          <RefundReport transfer={transfer} />
          <EndActions onStartAnother={startAnother} />
          <ReceiptLink hash={transfer.hash} />
        </>
      );
    case 'disputed':
      return <DisputeReport transfer={transfer} />;
    case 'delivered':
      return (
        <>
          <LateDepositNotice transfer={transfer} />
          <SaveRecipient terms={transfer.terms} />
          <EndActions onStartAnother={startAnother} />
          {address && isSameAddress(address, transfer.terms.recipient) ? (
            <AddToken chainId={destination.chainId} token={destination.token} />
          ) : null}
          <ReceiptLink hash={transfer.hash} />
        </>
      );
    case 'sent':
      return <SentActions transfer={transfer} onHash={adopt} onStartOver={() => onStartOver(transfer.terms, true)} />;
    case 'deposited':
    case 'reported':
      return <ReceiptLink hash={transfer.hash} />;
    case 'abandoned':
      return <Button onClick={startAnother}>{t('startNew')}</Button>;
    default:
      return assertNever(transfer);
  }
}

const AddToken = lazyChunk(async () => (await import('../account/AddToken.tsx')).AddToken, 'line');
const SaveRecipient = lazyChunk(async () => (await import('./SaveRecipient.tsx')).SaveRecipient, 'line');

/** The proof accepts less than quoted only for a deposit after the quote. */
function LateDepositNotice({ transfer }: { transfer: Extract<Transfer, { readonly status: 'delivered' }> }) {
  const { t } = useTexts('app');
  const { receive } = transfer.terms;
  if (receive === null || transfer.received >= receive) return null;
  return (
    <Notice tone="info" title={t('lessThanQuoted')}>
      {t('lessThanQuotedText')}
    </Notice>
  );
}

function DisputeReport({ transfer }: { transfer: Extract<Transfer, { status: 'disputed' }> }) {
  const { t } = useTexts('app');
  return (
    <>
      <Notice tone="danger" title={t('payoutDiffers')}>
        <ShortfallList shortfalls={transfer.shortfalls} />
      </Notice>
      <ReceiptLink hash={transfer.hash} />
    </>
  );
}

function EndActions({ onStartAnother }: { onStartAnother: () => void }) {
  const { t } = useTexts('app');
  return (
    <div className={styles.pair}>
      <Button onClick={() => window.print()}>{t('printReceipt')}</Button>
      <Button kind="primary" onClick={onStartAnother}>
        {t('sendAnother')}
      </Button>
    </div>
  );
}

type LeftoverAllowanceProps = { readonly terms: TransferTerms; readonly isBusy: boolean };

/** Offers to revoke the allowance that a transfer left to the bridge contract. */
function LeftoverAllowance({ terms, isBusy }: LeftoverAllowanceProps) {
  const { t, sum } = useTexts('app');
  const { chainReads, runner } = useAppServices();
  const queryClient = useQueryClient();
  const { chainId, token, decimals } = terms.origin;
  const queryKey = ['allowance', chainId, token, terms.account, terms.deposit.to];
  const allowance = useQuery({
    queryKey,
    queryFn: async () => {
      const reads = await chainReads();
      return reads.allowanceOf({ chainId, token, account: terms.account }, terms.deposit.to);
    },
    enabled: !isNativeToken(token),
    structuralSharing: false,
  });
  if (!allowance.data) return null;

  async function revoke() {
    await (await runner()).revoke(terms.id);
    await queryClient.invalidateQueries({ queryKey });
  }

  return (
    <Notice tone="info" title={t('approvalRemains')}>
      <p>
        <Digits
          text={t('approvalRemainsText', {
            sum: sum({ amount: allowance.data, decimals }, terms.tokenName),
            chain: terms.origin.chainName,
          })}
        />
      </p>
      <div>
        <Button size="small" busy={isBusy} disabled={isBusy} onClick={() => void revoke()}>
          {t('revokeApproval')}
        </Button>
      </div>
    </Notice>
  );
}
