import type { PlannedCall, TransactionPlan } from '../../../domain/transactionPlan.ts';
import { callsOf } from '../../../domain/transactionPlan.ts';
import type { VerifiedBuild } from '../../../domain/verifyBuild.ts';
import { AddressText } from '../../../ui/AddressText.tsx';
import { displayAmount } from '../../../words/displayAmount.ts';
import styles from './ReviewDialog.module.css';

type Props = { readonly plan: TransactionPlan; readonly build: VerifiedBuild };

/** The transactions that the wallet will ask the person to sign, in order. */
export function PlanList({ plan, build }: Props) {
  return (
    <section className={styles.steps} aria-label="Transactions to sign">
      <h3>Your wallet will ask you to</h3>
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
  const { origin, originToken } = build.route;
  const { tokenName } = build.intent;
  const amount = (
    <b>
      {displayAmount({ amount: build.send, decimals: originToken.decimals })} {tokenName}
    </b>
  );
  const bridge = (
    <>
      the bridge contract <AddressText address={origin.depositContract} />
    </>
  );
  switch (kind) {
    case 'resetAllowance':
      return (
        <>
          Reset the {tokenName} allowance of {bridge} to <b>zero</b>
          {isCertain ? '' : ', if it has one'}
        </>
      );
    case 'approve':
      return (
        <>
          Approve exactly {amount} for {bridge}
          {isCertain ? '' : ', if its allowance is too low'}. Token: <AddressText address={originToken.address} />
        </>
      );
    case 'deposit':
      return (
        <>
          Deposit {amount} into {bridge}
        </>
      );
  }
}
