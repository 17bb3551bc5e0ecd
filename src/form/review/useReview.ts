import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isSameAddress } from '#shared/address.ts';
import { useAppServices, useTransfers } from '../../app/services.ts';
import { isEqual } from '../../lib/isEqual.ts';
import { findDuplicates } from '../../transfer/model/duplicates.ts';
import { isQuoteStale } from '../../transfer/model/quote.ts';
import type { TransactionPlan } from '../../transfer/model/transactionPlan.ts';
import { planTransactions } from '../../transfer/model/transactionPlan.ts';
import type { Transfer } from '../../transfer/model/transfer.ts';
import type { VerifiedBuild } from '../../transfer/model/verifyBuild.ts';
import { StorageRefused } from '../../transfer/transferStore.ts';
import type { Check, ReviewReadings } from '../model/checks.ts';
import { mustStop, runChecks } from '../model/checks.ts';
import type { BuildOutcome } from '../model/readiness.ts';
import type { ResolvedName } from '../model/readRecipient.ts';
import { NAME_KEY, recipientSources } from '../recipient/useLearned.ts';
import { readForReview } from './reviewReadings.ts';

export type Quoted = { readonly build: VerifiedBuild; readonly builtAt: number };

type Inputs = {
  readonly quoted: Quoted;
  readonly isRecipientFromLink: boolean;
  /** The name behind the recipient; null for a typed address. */
  readonly named: ResolvedName | null;
  readonly rebuild: () => Promise<BuildOutcome>;
  /**
   * Stores the transfer and opens the wallet.
   * @throws StorageRefused, or an error if the wallet code does not load
   */
  readonly onStart: (build: VerifiedBuild, knownDuplicates: readonly string[]) => Promise<void>;
};

export type Review = {
  readonly quoted: Quoted;
  /** The simulated plan; before that, the plan for an unknown allowance. */
  readonly plan: TransactionPlan;
  /** The most that the plan's gas should cost, in wei; null while unknown. */
  readonly gasCost: bigint | null;
  /** Empty until the checks have run. */
  readonly checks: readonly Check[];
  /** Repeats the checks; null unless they could not run. */
  readonly retryChecks: (() => void) | null;
  readonly isConfirmed: (check: Check) => boolean;
  readonly toggle: (check: Check) => void;
  /** Why the last click on the confirm button did not open the wallet. */
  readonly notice: 'lessArrives' | 'noQuote' | 'checksChanged' | 'notChecked' | 'notStored' | 'notLoaded' | null;
  readonly isBusy: boolean;
  readonly canConfirm: boolean;
  readonly confirm: () => Promise<void>;
};

/**
 * A fixed quote with its checks. A click on the confirm button renews the quote if it is old, and repeats all checks.
 */
export function useReview({ quoted: first, isRecipientFromLink, named, rebuild, onStart }: Inputs): Review {
  const services = useAppServices();
  const { chainReads, runner, store } = services;
  const transfers = Object.values(useTransfers());
  const queryClient = useQueryClient();
  const [quoted, setQuoted] = useState(first);
  const [confirmed, setConfirmed] = useState<readonly Check[]>([]);
  const [notice, setNotice] = useState<Review['notice']>(null);
  const [isBusy, setBusy] = useState(false);
  const [deliveredBefore] = useState(() =>
    transfers.filter(({ status }) => status === 'delivered').map(({ terms }) => terms.id),
  );

  // Load the wallet code while the person reads, so that the confirm button opens the wallet at once.
  useEffect(() => void runner().catch(() => {}), [runner]);

  const readingsQuery = (build: VerifiedBuild) => ({
    queryKey: ['reviewReadings', build.terms.deposit.data, build.intent.account, build.route.origin.id, named?.name],
    queryFn: async () => {
      const readings = await readForReview({ ...(await chainReads()), ...recipientSources(services) }, build, named);
      // The form shows a name's new address once the person has closed this review.
      if (isNameChanged(readings, build)) void queryClient.invalidateQueries({ queryKey: [NAME_KEY] });
      return readings;
    },
    structuralSharing: false,
  });
  const query = useQuery({ ...readingsQuery(quoted.build), staleTime: 0 });
  const readings = query.data ?? null;
  const check = (build: VerifiedBuild, read: ReviewReadings, known: readonly Transfer[]) =>
    runChecks(build, read, { transfers: known, now: Date.now(), deliveredBefore, isRecipientFromLink, named });
  const checks = readings ? check(quoted.build, readings, transfers) : [];

  /** The quote to sign, or null if the person must look at a changed one first. */
  async function freshQuote(): Promise<VerifiedBuild | null> {
    const times = { builtAt: quoted.builtAt, validUntilMs: quoted.build.terms.validUntilMs };
    if (!isQuoteStale(times, Date.now())) return quoted.build;
    const outcome = await rebuild();
    if (outcome.kind !== 'verified' || !isSameTransfer(outcome.build, quoted.build)) {
      setNotice('noQuote');
      return null;
    }
    const isWorse = outcome.build.receive < quoted.build.receive || outcome.build.send > quoted.build.send;
    setQuoted({ build: outcome.build, builtAt: Date.now() });
    if (isWorse) setNotice('lessArrives');
    return isWorse ? null : outcome.build;
  }

  async function revalidateAndStart(): Promise<void> {
    const build = await freshQuote();
    if (!build) return;
    const latest = await queryClient.fetchQuery({ ...readingsQuery(build), staleTime: 0 }).catch(() => null);
    if (!latest) return setNotice('notChecked');
    // Another tab may have started or delivered the same transfer since the last render.
    store.getState().refresh();
    const transfersNow = Object.values(store.getState().transfers);
    if (!mayProceed(check(build, latest, transfersNow), confirmed)) return setNotice('checksChanged');
    const { signing, sent, late } = findDuplicates(build.terms, transfersNow, Date.now());
    const known = [...signing, ...sent, ...late].map(({ terms }) => terms.id);
    await onStart(build, known).catch((error: unknown) =>
      setNotice(error instanceof StorageRefused ? 'notStored' : 'notLoaded'),
    );
  }

  return {
    quoted,
    plan: readings?.plan ?? planTransactions(quoted.build.terms, null),
    gasCost: readings?.gasCost.ok ? readings.gasCost.value : null,
    checks,
    retryChecks: query.isError ? () => void query.refetch() : null,
    isConfirmed: (one) => includes(confirmed, one),
    toggle: (toggled) =>
      setConfirmed((before) =>
        includes(before, toggled) ? before.filter((one) => !isEqual(one, toggled)) : [...before, toggled],
      ),
    notice,
    isBusy,
    canConfirm: readings !== null && mayProceed(checks, confirmed),
    confirm: async () => {
      setBusy(true);
      setNotice(null);
      await revalidateAndStart().finally(() => setBusy(false));
    },
  };
}

/** The form may have changed below the open review. A quote for another transfer must not replace the reviewed one. */
function isSameTransfer(a: VerifiedBuild, b: VerifiedBuild): boolean {
  const wanted = ({ intent, route }: VerifiedBuild) => [
    intent.account,
    intent.recipient,
    // For an exact amount to receive, the amount to send follows from each quote's fees.
    intent.exactReceive ?? intent.amount,
    intent.exactReceive === null,
    intent.gasDrop,
    intent.includesGasFee,
    intent.tokenName,
    route.origin.id,
    route.destination.id,
    route.originToken.address,
    route.destinationToken.address,
    route.isPinned,
  ];
  return isEqual(wanted(a), wanted(b));
}

function isNameChanged({ nameNow }: ReviewReadings, { intent }: VerifiedBuild): boolean {
  return nameNow !== null && !(nameNow.kind === 'resolved' && isSameAddress(nameNow.address, intent.recipient));
}

const includes = (confirmed: readonly Check[], check: Check) => confirmed.some((one) => isEqual(one, check));

const mayProceed = (checks: readonly Check[], confirmed: readonly Check[]) =>
  !mustStop(checks) && checks.every((check) => check.demand !== 'confirm' || includes(confirmed, check));
