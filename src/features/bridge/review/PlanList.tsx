import type { PlannedCall, TransactionPlan } from '../../../domain/transactionPlan.ts';
import { callsOf } from '../../../domain/transactionPlan.ts';
import type { VerifiedBuild } from '../../../domain/verifyBuild.ts';
import { AddressText } from '../../../ui/AddressText.tsx';
import { reviewWords } from '../../../words/review/reviewWords.ts';
import { useWords } from '../../../words/useWords.ts';
import styles from './ReviewDialog.module.css';

type Props = { readonly plan: TransactionPlan; readonly build: VerifiedBuild };

/** The transactions that the wallet will ask the person to sign, in order. */
export function PlanList({ plan, build }: Props) {
  const { t } = useWords(reviewWords);
  return (
    <section className={styles.steps} aria-label={t('transactionsToSign')}>
      <h3>{t('walletWillAsk')}</h3>
      <ol>
        {callsOf(plan).map((call) => (
          <li key={call.kind}>
            <span>
              <CallText kind={call.kind} build={build} isCertain={plan.isCertain} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

type CallProps = {
  readonly kind: PlannedCall['kind'];
  readonly build: VerifiedBuild;
  readonly isCertain: boolean;
};

function CallText({ kind, build, isCertain }: CallProps) {
  const { rich, sum } = useWords(reviewWords);
  const { origin, originToken } = build.route;
  const { tokenName: token } = build.intent;
  const values = {
    sum: <b>{sum({ amount: build.send, decimals: originToken.decimals }, token)}</b>,
    contract: <AddressText address={origin.depositContract} />,
  };
  switch (kind) {
    case 'resetAllowance':
      return rich(isCertain ? 'resetAllowance' : 'resetAllowanceIfAny', { token, contract: values.contract });
    case 'approve': {
      const address = <AddressText address={originToken.address} />;
      return rich(isCertain ? 'approve' : 'approveIfNeeded', { ...values, address });
    }
    case 'deposit':
      return rich('deposit', values);
  }
}
