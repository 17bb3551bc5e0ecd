import type { PlannedTransaction, Reading } from '../../domain/checks.ts';
import { planTransactions } from '../../domain/checks.ts';
import type { VerifiedBuild } from '../../domain/verifyBuild.ts';
import { AddressText } from '../../ui/AddressText.tsx';
import { displayAmount } from '../../ui/displayAmount.ts';
import styles from './ReviewDialog.module.css';

type Props = { readonly build: VerifiedBuild; readonly allowance: Reading<bigint> };

/** Every transaction that the wallet will show, with its contract, spender and amount. */
export function PlanList({ build, allowance }: Props) {
  return (
    <section className={styles.steps} aria-label="Your wallet will ask for">
      <h3>Your wallet will ask for</h3>
      <ol>
        {planTransactions(build, allowance).map((planned) => (
          <li key={planned.kind}>
            <span>
              <PlannedWords planned={planned} build={build} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function PlannedWords({ planned, build }: { planned: PlannedTransaction; build: VerifiedBuild }) {
  const { origin, originToken } = build.route;
  const amount = (
    <b>
      {displayAmount({ amount: build.send, decimals: originToken.decimals })} {build.intent.tokenName}
    </b>
  );
  const token = (
    <>
      {build.intent.tokenName} <AddressText address={originToken.address} />
    </>
  );
  const bridge = (
    <>
      bridge contract <AddressText address={origin.depositContract} />
    </>
  );
  const ifNeeded = planned.isCertain ? '' : ', if it has none yet';
  switch (planned.kind) {
    case 'resetAllowance':
      return (
        <>
          {token}: set the older permission of the {bridge} to <b>zero</b>
          {planned.isCertain ? '' : ', if there is one'}.
        </>
      );
    case 'approve':
      return (
        <>
          {token}: permission for the {bridge} to take exactly {amount}
          {ifNeeded}.
        </>
      );
    case 'deposit':
      return (
        <>
          Deposit of {amount} through the {bridge}.
        </>
      );
  }
}
