import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readFacts } from '../../chain/readFacts.ts';
import { useAppServices, useTransfers } from '../../context/appServices.ts';
import type { Check, Facts } from '../../domain/checks.ts';
import { mustStop, runChecks, shownTwins } from '../../domain/checks.ts';
import { isQuoteStale } from '../../domain/quote.ts';
import type { BuildOutcome } from '../../domain/readiness.ts';
import type { VerifiedBuild } from '../../domain/verifyBuild.ts';

export type Quoted = { readonly build: VerifiedBuild; readonly builtAt: number };

type Inputs = {
  readonly quoted: Quoted;
  readonly isRecipientFromLink: boolean;
  readonly rebuild: () => Promise<BuildOutcome>;
  /** Everything still stands: the wallet may be opened. @throws where the transfer cannot be written down */
  readonly onStart: (build: VerifiedBuild, knownTwins: readonly string[]) => Promise<void>;
};

export type Review = {
  readonly quoted: Quoted;
  readonly facts: Facts | null;
  readonly checks: readonly Check[];
  readonly confirmed: ReadonlySet<string>;
  readonly toggle: (check: Check) => void;
  /** What happened at the last click that the person should know before the next. */
  readonly notice: 'lessArrives' | 'noQuote' | 'checksChanged' | 'notStored' | null;
  readonly isBusy: boolean;
  readonly canConfirm: boolean;
  readonly confirm: () => Promise<void>;
};

/** The form below the review may have moved on to another route: its quote is not an answer to what was reviewed. */
function isSameQuestion(a: VerifiedBuild, b: VerifiedBuild): boolean {
  const question = ({ intent, route }: VerifiedBuild) => [
    intent.account,
    intent.recipient,
    intent.amount,
    intent.includesGasFee,
    intent.tokenName,
    route.origin.id,
    route.destination.id,
    route.originToken.address,
    route.destinationToken.address,
    route.isPinned,
  ];
  const [asked, answered] = [question(a), question(b)];
  return asked.every((value, index) => value === answered[index]);
}

const keyOf = ({ kind, detail }: Check) => `${kind} ${detail}`;

const isSettled = (checks: readonly Check[], confirmed: ReadonlySet<string>) =>
  !mustStop(checks) && checks.every((check) => check.demand !== 'confirm' || confirmed.has(keyOf(check)));

/** A quote held still for reading, with its checks; nothing of it is taken for granted at the click. */
export function useReview({ quoted: first, isRecipientFromLink, rebuild, onStart }: Inputs): Review {
  const { engine } = useAppServices();
  const transfers = Object.values(useTransfers());
  const queryClient = useQueryClient();
  const [quoted, setQuoted] = useState(first);
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set());
  const [notice, setNotice] = useState<Review['notice']>(null);
  const [isBusy, setBusy] = useState(false);

  const factsQuery = (build: VerifiedBuild) => ({
    queryKey: ['facts', build.deposit.data, build.intent.account, build.route.origin.id],
    queryFn: async () => readFacts((await engine()).reads, build),
    structuralSharing: false,
  });
  const facts = useQuery({ ...factsQuery(quoted.build), staleTime: 0 }).data ?? null;
  const check = (build: VerifiedBuild, read: Facts) => runChecks(build, read, { transfers, isRecipientFromLink });
  const checks = facts ? check(quoted.build, facts) : [];

  /** The quote to go on with, or null where the person has to look again. */
  async function freshQuote(): Promise<VerifiedBuild | null> {
    if (!isQuoteStale(quoted.builtAt, Date.now())) return quoted.build;
    const outcome = await rebuild();
    if (outcome.kind !== 'verified') {
      setNotice('noQuote');
      return null;
    }
    if (!isSameQuestion(outcome.build, quoted.build)) {
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
    const now = await queryClient.fetchQuery({ ...factsQuery(build), staleTime: 0 });
    const checksNow = check(build, now);
    if (!isSettled(checksNow, confirmed)) return setNotice('checksChanged');
    await onStart(build, shownTwins(checksNow)).catch(() => setNotice('notStored'));
  }

  return {
    quoted,
    facts,
    checks,
    confirmed,
    toggle: (toggled) =>
      setConfirmed((before) => {
        const after = new Set(before);
        if (!after.delete(keyOf(toggled))) after.add(keyOf(toggled));
        return after;
      }),
    notice,
    isBusy,
    canConfirm: facts !== null && isSettled(checks, confirmed),
    confirm: async () => {
      setBusy(true);
      setNotice(null);
      await revalidateAndStart().finally(() => setBusy(false));
    },
  };
}

export function isConfirmed(review: Review, check: Check): boolean {
  return review.confirmed.has(keyOf(check));
}
